import Platform

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
