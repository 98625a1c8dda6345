import JSON
import MovieDomain
import MovieMatching
import Platform

/// The films of some files: a table for the matcher, and the ids to name them again.
struct FilmFiles {
    private(set) var table: FilmTable
    /// In the table's order.
    private(set) var ids: [String] = []
    /// Which file each film is from.
    private(set) var sources: [UInt16] = []
    /// `nil` unless whole films are needed again.
    private(set) var lines: LineStore?
    /// The names of the sources: the files' names without folder and extension.
    let names: [String]
    /// Skipped lines that are no films.
    private(set) var badLineCount = 0
    private let paths: [String]
    /// Bytes of a short line; room for too many films costs little, and arrays that grow are copied.
    private static let shortLine = 110
    /// Beyond these the arrays grow: a file may be large although it has few films.
    private static let mostExpected = 500_000

    init(_ paths: [String], keepingLines: Bool) {
        self.paths = paths
        names = FilmFiles.names(of: paths)
        let bytes = paths.reduce(0) { $0 + LineReader.size(of: $1) }
        let capacity = min(bytes / FilmFiles.shortLine, FilmFiles.mostExpected)
        table = FilmTable(capacity: capacity)
        ids.reserveCapacity(capacity)
        sources.reserveCapacity(capacity)
        if keepingLines { lines = LineStore() }
    }

    /// Moves the table out, for the matcher to consume.
    mutating func takeTable() -> FilmTable {
        let taken = table
        table = FilmTable()
        return taken
    }

    /// Reads all files, and calls `onProgress` now and then with the number of films.
    ///
    /// - Throws: `SystemError` if a file cannot be read; if `isStrict`, ``FilmLine/Problem`` at the first bad line.
    mutating func read(isStrict: Bool, threads: Int = 1, onProgress: (Int) -> Void) throws {
        for name in names { _ = table.addSource(named: name) }
        for (source, path) in paths.enumerated() {
            var lines = try FilmLines(path)
            var batch = Batch(source: source, sources: names)
            while try lines.next(&batch.lines) {
                try add(batch, path, isStrict, threads)
                onProgress(ids.count)
            }
        }
        onProgress(ids.count)
    }

    private mutating func add(_ batch: Batch, _ path: String, _ isStrict: Bool, _ threads: Int) throws {
        let read = FilmLines.read(batch.lines.count, threads: threads) { batch.read($0) }
        for part in read {
            badLineCount += try part.remarks.report(path, isStrict: isStrict)
            table.append(part.table)
            ids += part.films.map(\.id)
            sources += repeatElement(UInt16(truncatingIfNeeded: batch.source), count: part.films.count)
            if lines != nil { for film in part.films { lines?.append(batch.lines[film.line].bytes) } }
        }
    }

    /// Some lines of one file.
    private struct Batch: Sendable {
        let source: Int
        let sources: [String]
        var lines: [FilmLines.Line] = []

        /// What was read from a part of the lines.
        struct Films: Sendable {
            var table = FilmTable()
            /// The id of each film, and the position of its line among those of the batch.
            var films: [(id: String, line: Int)] = []
            var remarks: [LineRemark] = []
        }

        func read(_ range: Range<Int>) -> Films {
            var read = Films()
            read.table = FilmTable(capacity: range.count)
            for name in sources { _ = read.table.addSource(named: name) }
            for index in range {
                let line = lines[index]
                do throws(FilmLine.Problem) {
                    let film = try FilmLine(line.bytes)
                    film.add(to: &read.table, source: source)
                    read.films.append((film.id, index))
                    for warning in film.warnings { read.remarks.append(LineRemark(line.number, warning)) }
                } catch {
                    read.remarks.append(LineRemark(line.number, error.description, isProblem: true))
                }
            }
            return read
        }
    }

    func position(of id: String) -> Int? {
        ids.firstIndex(of: id)
    }

    static func names(of paths: [String]) -> [String] {
        var names: [String] = []
        for path in paths {
            let file = path.split(separator: "/").last.map(String.init) ?? path
            let stem = path == "-" ? "stdin" : String(file.prefix { $0 != "." })
            var name = stem.isEmpty ? file : stem
            var number = 2
            while names.contains(name) {
                name = "\(stem)-\(number)"
                number += 1
            }
            names.append(name)
        }
        return names
    }
}

/// Lines in memory, in blocks: a single array would be copied as it grows.
struct LineStore {
    private var blocks: [[UInt8]] = []
    private var places: [(block: UInt32, start: UInt32, count: UInt32)] = []
    private static let blockSize = 1 << 20

    mutating func append(_ line: [UInt8]) {
        if (blocks.last.map { $0.count + line.count > LineStore.blockSize }) ?? true {
            blocks.append([])
            blocks[blocks.count - 1].reserveCapacity(max(LineStore.blockSize, line.count))
        }
        let block = blocks.count - 1
        places.append((UInt32(block), UInt32(blocks[block].count), UInt32(line.count)))
        blocks[block].append(contentsOf: line)
    }

    subscript(position: Int) -> [UInt8] {
        let place = places[position]
        return Array(blocks[Int(place.block)][Int(place.start)..<Int(place.start + place.count)])
    }
}
