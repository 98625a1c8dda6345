import MovieDomain
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

/// The lines of a file of films, in batches that can be read in parallel.
struct FilmLines: ~Copyable {
    typealias Line = (number: Int, bytes: [UInt8])

    private let path: String
    private var reader: LineReader

    private static let linesOfBatch = 16_384
    private static let linesOfPart = 1_024

    init(_ path: String) throws(FilmListError) {
        self.path = path
        reader = try LineReader(list: path)
    }

    /// Replaces `batch` with the next lines, except blank ones, and returns `false` if there are none.
    mutating func next(_ batch: inout [Line]) throws(FilmListError) -> Bool {
        batch.removeAll(keepingCapacity: true)
        while batch.count < FilmLines.linesOfBatch, var line = try reader.nextLine() {
            if reader.number == 1 { try refuseOtherForms(line) }
            // A byte order mark is not part of the first film.
            if reader.number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
            if line.contains(where: { $0 > 0x20 }) { batch.append((reader.number, line)) }
        }
        return !batch.isEmpty
    }

    /// Refuses a file that is compressed or in UTF-16, of which each line would be a mistake.
    private func refuseOtherForms(_ first: [UInt8]) throws(FilmListError) {
        let (found, remedy) =
            switch first.prefix(2) {
            case [0x1F, 0x8B]: ("a file compressed by gzip", "gunzip")
            case [0xFF, 0xFE], [0xFE, 0xFF]: ("text in UTF-16", "iconv -f UTF-16 -t UTF-8")
            default: ("", "")
            }
        guard !found.isEmpty else { return }
        let command = path == "-" ? remedy : "\(remedy) \(path)"
        throw .malformed("\(path): expected films as lines of text in UTF-8, found \(found); try \(command)")
    }

    /// Calls `body` with the parts of a batch in parallel and returns its results in order.
    static func mapInParallel<Value: Sendable>(
        _ count: Int,
        threads: Int,
        body: @escaping @Sendable (Range<Int>) -> Value
    ) -> [Value] {
        Parallel.map(count, inPartsOf: linesOfPart, threads: threads) {
            ()
        } body: { _, lines in
            body(lines)
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

/// Tells the first remarks about the lines of one file, and then how many more there are.
struct RemarkPrinter {
    let path: String
    let isStrict: Bool
    private(set) var badLineCount = 0
    private var count = 0
    private var shownBadLines = 0
    /// The most remarks that are written about one file.
    private static let most = 20
    private let output: ListOutput

    init(path: String, isStrict: Bool, to output: ListOutput) {
        self.output = output
        self.path = path
        self.isStrict = isStrict
    }

    /// Fails at the first line that is not a film if `isStrict`.
    mutating func print(_ remarks: [LineRemark]) throws(FilmListError) {
        for remark in remarks {
            let text = "\(path):\(remark.line): \(remark.text)"
            if remark.isProblem, isStrict { throw .malformed(text) }
            count += 1
            if remark.isProblem { badLineCount += 1 }
            guard count <= RemarkPrinter.most else { continue }
            output.tell(remark.isProblem ? "\(text); skipped" : text)
            shownBadLines = badLineCount
        }
    }

    /// Writes how many remarks were not written.
    func finish() {
        let (more, moreBadLines) = (count - RemarkPrinter.most, badLineCount - shownBadLines)
        guard more > 0 else { return }
        let lines = moreBadLines == 1 ? "1 more line is" : "\(moreBadLines) more lines are"
        output.tell(
            "\(path): \(more) more remark\(more == 1 ? "" : "s")" + (moreBadLines == 0 ? "" : "; \(lines) skipped")
        )
    }
}
