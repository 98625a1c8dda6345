import Platform

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
