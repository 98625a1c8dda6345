import JSON
import MovieDomain
import MovieMatching
import Platform

/// The films of some files: a table for the matcher, and the films' ids and lines.
struct FilmFiles {
    private(set) var table: FilmTable
    /// The ids of the films, in the table's order.
    private(set) var ids: [String] = []
    /// The index of each film's file.
    private(set) var sources: [UInt16] = []
    /// The films' lines, or `nil` if whole films are not needed again.
    private(set) var lines: LineStore?
    /// The names of the sources: the file names without folder and extension.
    let names: [String]
    /// The number of skipped lines that are not films.
    private(set) var badLineCount = 0
    private let paths: [String]
    /// The size of a short line in bytes: reserving too much room costs little, but growing arrays are copied.
    private static let shortLine = 110
    /// The most films for which room is reserved: a large file may have few films.
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

    /// Moves the table out, so that the matcher can consume it.
    mutating func takeTable() -> FilmTable {
        let taken = table
        table = FilmTable()
        return taken
    }

    /// Reads all files and calls `onProgress` with the number of films after each batch.
    ///
    /// - Throws: `SystemError` if a file cannot be read; ``FilmLine/Problem`` at the first bad line if `isStrict`.
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

        /// The films in a part of the lines, and the remarks about the lines.
        struct Films: Sendable {
            var table = FilmTable()
            /// The id of each film and the index of its line in the batch.
            var films: [(id: String, line: Int)] = []
            var remarks: [LineRemark] = []
        }

        func read(_ range: Range<Int>) -> Films {
            var read = Films()
            read.table = FilmTable(capacity: range.count)
            for name in sources { _ = read.table.addSource(named: name) }
            read.remarks = FilmLines.readFilms(in: lines[range]) { film, index in
                film.add(to: &read.table, source: source)
                read.films.append((film.id, index))
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

/// Lines in memory, in blocks because a single array would be copied as it grows.
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

/// The lines of a file of films, in batches that can be read in parallel.
struct FilmLines: ~Copyable {
    typealias Line = (number: Int, bytes: [UInt8])

    private var reader: LineReader
    private var number = 0

    private static let linesOfBatch = 16_384
    private static let linesOfPart = 1_024

    /// - Throws: `SystemError` if the file cannot be opened.
    init(_ path: String) throws(SystemError) {
        reader = try LineReader(path)
    }

    /// Replaces `batch` with the next lines, except blank ones, and returns `false` if there are none.
    mutating func next(_ batch: inout [Line]) throws(SystemError) -> Bool {
        batch.removeAll(keepingCapacity: true)
        while batch.count < FilmLines.linesOfBatch, var line = try reader.next() {
            number += 1
            // A byte order mark is not part of the first film.
            if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
            if line.contains(where: { $0 > 0x20 }) { batch.append((number, line)) }
        }
        return !batch.isEmpty
    }

    /// Calls `body` with the parts of a batch in parallel and returns its results in order.
    static func read<Value: Sendable>(
        _ count: Int,
        threads: Int,
        body: @escaping @Sendable (Range<Int>) -> Value
    ) -> [Value] {
        Parallel.map((count + linesOfPart - 1) / linesOfPart, threads: threads) {
            ()
        } body: { _, part in
            body(part * linesOfPart..<min(count, (part + 1) * linesOfPart))
        }
    }

    /// Calls `use` with each film and the index of its line, and returns the remarks about the lines.
    static func readFilms(in lines: ArraySlice<Line>, _ use: (FilmLine, Int) -> Void) -> [LineRemark] {
        var remarks: [LineRemark] = []
        for (index, line) in zip(lines.indices, lines) {
            do throws(FilmLine.Problem) {
                let film = try FilmLine(line.bytes)
                use(film, index)
                remarks += film.warnings.map { LineRemark(line: line.number, text: $0, isProblem: false) }
            } catch {
                remarks.append(LineRemark(line: line.number, text: error.description, isProblem: true))
            }
        }
        return remarks
    }
}

struct LineRemark: Sendable {
    let line: Int
    let text: String
    /// Whether the line is not a film.
    let isProblem: Bool
}

extension [LineRemark] {
    /// Writes the remarks about a file to standard error and returns how many lines are not films.
    ///
    /// - Throws: ``FilmLine/Problem`` at the first line that is not a film if `isStrict`.
    func report(_ path: String, isStrict: Bool) throws(FilmLine.Problem) -> Int {
        var problems = 0
        for remark in self {
            let place = "\(path):\(remark.line): \(remark.text)"
            guard remark.isProblem else {
                CommandErrors.write(place)
                continue
            }
            if isStrict { throw FilmLine.Problem(description: place) }
            CommandErrors.write("\(place); skipped")
            problems += 1
        }
        return problems
    }
}
