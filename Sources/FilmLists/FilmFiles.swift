package import MovieMatching
import Platform

/// The films of some files: a table for the matcher, and the films' ids and lines.
package struct FilmFiles: Sendable {
    private(set) var table: FilmTable
    /// The ids of the films, in the table's order.
    package private(set) var ids: [String] = []
    /// The index of each film's file.
    package private(set) var sources: [UInt16] = []
    /// The films' lines, or `nil` if whole films are not needed again.
    private(set) var lines: LineStore?
    /// The names of the sources: the file names without folder and extension.
    package let names: [String]
    /// The number of skipped lines that are not films.
    package private(set) var badLineCount = 0
    private let paths: [String]
    private let output: ListOutput
    /// The size of a short line in bytes: reserving too much room costs little, but growing arrays are copied.
    private static let shortLine = 110
    /// The most films for which room is reserved: a large file may have few films.
    private static let mostExpected = 500_000

    /// Creates files that ``read(isStrict:threads:onProgress:)`` reads, with remarks about their lines to `output`.
    package init(_ paths: [String], keepingLines: Bool, to output: ListOutput) {
        self.paths = paths
        self.output = output
        names = FilmFiles.names(of: paths)
        let bytes = paths.reduce(0) { $0 + LineReader.size(of: $1) }
        let capacity = min(bytes / FilmFiles.shortLine, FilmFiles.mostExpected)
        table = FilmTable(capacity: capacity)
        ids.reserveCapacity(capacity)
        sources.reserveCapacity(capacity)
        if keepingLines { lines = LineStore() }
    }

    /// Moves the table out, so that the matcher can consume it.
    package mutating func takeTable() -> FilmTable {
        let taken = table
        table = FilmTable()
        return taken
    }

    /// Reads all files and calls `onProgress` with the number of films after each batch.
    ///
    /// Fails at the first bad line if `isStrict`, and after a file without a film.
    package mutating func read(
        isStrict: Bool,
        threads: Int = 1,
        onProgress: (Int) -> Void
    ) throws(FilmListError) {
        for name in names { _ = table.addSource(named: name) }
        for (source, path) in paths.enumerated() {
            var lines = try FilmLines(path)
            var batch = Batch(source: source, sources: names)
            var remarks = RemarkPrinter(path: path, isStrict: isStrict, to: output)
            let before = ids.count
            while try lines.next(&batch.lines) {
                try add(batch, &remarks, threads)
                onProgress(ids.count)
            }
            remarks.finish()
            badLineCount += remarks.badLineCount
            if ids.count == before {
                let count = remarks.badLineCount
                let found = count == 0 ? "found no line" : "none of its \(count) line\(count == 1 ? "" : "s") is one"
                throw .malformed("\(path): expected films, one JSON object on each line; \(found)")
            }
        }
        onProgress(ids.count)
    }

    private mutating func add(_ batch: Batch, _ remarks: inout RemarkPrinter, _ threads: Int) throws(FilmListError) {
        let read = FilmLines.mapInParallel(batch.lines.count, threads: threads) { batch.read($0) }
        for part in read {
            try remarks.print(part.remarks)
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

    /// Returns the positions of the films with two ids, in two files if there are such films; `nil` for an unknown id.
    ///
    /// An id without a namespace may be that of a film in each file. Both positions are equal if there is only one film.
    package func positions(_ left: String, _ right: String) -> (left: Int?, right: Int?) {
        let (lefts, rights) = (ids.indices.filter { ids[$0] == left }, ids.indices.filter { ids[$0] == right })
        guard let first = lefts.first, let second = rights.first else { return (lefts.first, rights.first) }
        if let other = rights.first(where: { sources[$0] != sources[first] }) { return (first, other) }
        if let other = lefts.first(where: { sources[$0] != sources[second] }) { return (other, second) }
        return (first, rights.first { $0 != first } ?? second)
    }

    /// Returns the id of a film, with its file if a film in another file has the same id.
    package func name(_ position: Int) -> String {
        let id = ids[position]
        let isElsewhere = ids.indices.contains { ids[$0] == id && sources[$0] != sources[position] }
        return isElsewhere ? "\(id) in \(paths[Int(sources[position])])" : id
    }

    /// Returns the names of the sources of files, each another one.
    package static func names(of paths: [String]) -> [String] {
        var names: [String] = []
        for path in paths {
            let file = path.split(scalar: "/").last.map(String.init) ?? path
            let end = file.lastIndex(scalar: ".") ?? file.endIndex
            let stem = path == "-" ? "stdin" : String(file[..<end])
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
