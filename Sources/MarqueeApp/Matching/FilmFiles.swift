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
    mutating func read(isStrict: Bool, onProgress: (Int) -> Void) throws {
        for (source, path) in paths.enumerated() {
            var reader = try LineReader(path)
            _ = table.addSource(named: names[source])
            var number = 0
            while let line = try reader.next() {
                number += 1
                if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { continue }
                guard line.contains(where: { $0 > 0x20 }) else { continue }
                do throws(FilmLine.Problem) {
                    try add(line, source: source)
                } catch {
                    let place = "\(path):\(number): \(error.description)"
                    if isStrict { throw FilmLine.Problem(description: place) }
                    CommandErrors.write("\(place); skipped")
                    badLineCount += 1
                }
                if ids.count % 20_000 == 0 { onProgress(ids.count) }
            }
        }
        onProgress(ids.count)
    }

    private mutating func add(_ line: [UInt8], source: Int) throws(FilmLine.Problem) {
        let film = try FilmLine(line)
        film.add(to: &table, source: source)
        ids.append(film.id)
        sources.append(UInt16(truncatingIfNeeded: source))
        lines?.append(line)
    }

    func position(of id: String) -> Int? {
        ids.firstIndex(of: id)
    }

    private static func names(of paths: [String]) -> [String] {
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
