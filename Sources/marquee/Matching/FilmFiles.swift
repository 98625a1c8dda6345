import JSON
import MovieDomain
import MovieMatching

/// The films of some files as they are matched: a table of what is compared, and what is needed to name them again.
struct FilmFiles {
    private(set) var table: FilmTable
    /// As the lines say them, in the table's order.
    private(set) var ids: [String] = []
    /// Which file each film is from.
    private(set) var sources: [UInt16] = []
    /// The lines themselves, where they are kept.
    private(set) var lines: LineStore?
    /// What the sources are called: the files' names without folder and extension.
    let names: [String]
    /// Lines that are no films, and were left out.
    private(set) var badLineCount = 0
    private let paths: [String]
    /// Bytes of a line that says little.
    ///
    /// Room for too many films costs hardly anything, as nobody touches it; arrays that grow are copied.
    private static let shortLine = 110
    /// For more films than these the arrays grow: a file may be large for other reasons than its films.
    private static let mostExpected = 500_000

    /// No films yet; `keepingLines` where whole films are wanted again.
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

    /// Takes the table out, to be used up by the matcher.
    mutating func takeTable() -> FilmTable {
        let taken = table
        table = FilmTable()
        return taken
    }

    /// Reads all files.
    ///
    /// - Parameters:
    ///   - isStrict: stops at the first bad line, which is told as the error.
    ///   - onProgress: is told now and then how many films there are.
    /// - Throws: ``LineReader/Failure`` where a file cannot be read, ``FilmLine/Problem`` at a bad line.
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
                    StandardError.write("\(place); left out")
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

    /// The position of a film by its id.
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

/// Lines in memory, in blocks: one array of all of them would be copied as it grows.
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

    /// The line that was appended at a position, from 0.
    subscript(position: Int) -> [UInt8] {
        let place = places[position]
        return Array(blocks[Int(place.block)][Int(place.start)..<Int(place.start + place.count)])
    }
}
