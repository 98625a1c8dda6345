import JSON
package import MovieMatching
import Platform

/// A line of `marquee match --keys`: a key, the number of films that have it, whether this film looks for others under
/// the key (`looks`) or is only found there (`stands`), its list, and its compared data, separated by tabs.
struct KeyedFilm {
    let key: [UInt8]
    let films: Int
    let kind: BlockKey.Kind
    let looks: Bool
    let list: String
    let film: FilmLine

    private static let kinds: [(letter: UInt8, kind: BlockKey.Kind)] = [
        (UInt8(ascii: "t"), .title), (UInt8(ascii: "w"), .word), (UInt8(ascii: "p"), .person),
        (UInt8(ascii: "s"), .sound),
    ]
    private static let expected =
        "expected a line of marquee match --keys: key, films, looks or stands, list, and film, separated by tabs"

    init(_ line: [UInt8]) throws(FilmLine.Problem) {
        let columns = line.split(separator: UInt8(ascii: "\t"), maxSplits: 4, omittingEmptySubsequences: false)
        guard columns.count == 5, let letter = columns[0].first,
            let kind = KeyedFilm.kinds.first(where: { $0.letter == letter })?.kind,
            Hexadecimal.value(of: columns[0].dropFirst()) != nil,
            let films = Int(String(decoding: columns[1], as: UTF8.self))
        else { throw FilmLine.Problem(description: KeyedFilm.expected) }
        switch String(decoding: columns[2], as: UTF8.self) {
        case "looks": looks = true
        case "stands": looks = false
        default: throw FilmLine.Problem(description: KeyedFilm.expected)
        }
        key = Array(columns[0])
        self.films = films
        self.kind = kind
        list = String(decoding: columns[3], as: UTF8.self)
        film = try FilmLine(Array(columns[4]))
    }

    /// Returns a film as it is printed under its keys, on one line for each.
    static func printed(_ keys: [FilmKeys.Key], _ list: String, _ film: FilmLine) -> [UInt8] {
        var lines: [UInt8] = []
        let compared = film.compared
        for key in keys {
            lines += kinds.filter { $0.kind == key.kind }.map(\.letter)
            lines += Hexadecimal.digits(of: key.digest)
            lines += Array("\t\(key.films)\t\(key.looks ? "looks" : "stands")\t\(list)\t".utf8)
            lines += compared
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}

/// The step `--keys`: prints each film once for each key that it shares with others.
package struct KeyPrinter {
    private let survey: ListSurvey
    private let isStrict: Bool
    private let threads: Int
    private let output: ListOutput

    /// Creates a printer of films from the surveyed lists.
    package init(survey: ListSurvey, isStrict: Bool, threads: Int, to output: ListOutput) {
        self.survey = survey
        self.isStrict = isStrict
        self.threads = threads
        self.output = output
    }

    /// Prints the films of a file; fails if its list is not in the survey, and at a bad line if `isStrict`.
    package func print(_ path: String, list: String) throws(FilmListError) {
        guard let source = survey.lists.firstIndex(where: { $0.name == list }) else {
            let names = survey.lists.map(\.name).joined(separator: ", ")
            throw .malformed(
                "\(path): expected one of the lists of the survey (\(names)), found \(list); "
                    + "--list says which list standard input is of"
            )
        }
        var lines = try FilmLines(path)
        var batch: [FilmLines.Line] = []
        var remarks = RemarkPrinter(path: path, isStrict: isStrict, to: output)
        while try lines.next(&batch) {
            let read = batch
            let parts = FilmLines.mapInParallel(read.count, threads: threads) { keyed(read[$0], source) }
            for part in parts {
                try remarks.print(part.remarks)
                try output.print(part.output)
            }
        }
        remarks.finish()
    }

    private func keyed(_ lines: ArraySlice<FilmLines.Line>, _ source: Int) -> (output: [UInt8], remarks: [LineRemark]) {
        var films: [FilmLine] = []
        var table = survey.table(capacity: lines.count)
        let remarks = FilmLines.readFilms(in: lines) { film, _ in
            film.add(to: &table, source: source)
            films.append(film)
        }
        var keys = FilmKeys(table, survey)
        var output: [UInt8] = []
        for (position, film) in films.enumerated() {
            output += KeyedFilm.printed(keys.keys(of: position), survey.lists[source].name, film)
        }
        return (output, remarks)
    }
}

/// The step `--block`: reads films grouped by key, and prints the pairs with enough evidence for a match.
package struct BlockPrinter {
    private let survey: ListSurvey
    private var search: BlockSearch
    private var ids: [String] = []
    private var lines: LineOutput
    private let output: ListOutput
    /// The last key, the films that the lists have under it, and those that were read.
    private var last: (key: [UInt8], expected: Int, found: Int) = ([], 0, 0)
    private var incompleteKeys = 0
    /// The number of films after which the keys read so far are searched together.
    private static let filmsAtOnce = 16_384

    /// Creates a printer for films from the surveyed lists.
    package init(_ survey: ListSurvey, to output: ListOutput) {
        self.survey = survey
        self.output = output
        lines = LineOutput(output)
        search = BlockSearch(survey)
    }

    /// Reads a file of lines from `--keys`, and prints the pairs.
    package mutating func print(_ path: String) throws(FilmListError) {
        var reader = try LineReader(list: path)
        while let line = try reader.nextLine() {
            let (film, source): (KeyedFilm, Int)
            do throws(FilmLine.Problem) {
                (film, source) = try read(line)
            } catch {
                throw .malformed("\(path):\(reader.number): \(error.description)")
            }
            if film.key != last.key {
                if search.count >= BlockPrinter.filmsAtOnce { try printPairs() }
                begin(film)
            }
            last.found += 1
            search.add(film.kind, looks: film.looks) { film.film.add(to: &$0, source: source) }
            ids.append(film.film.id)
        }
        try printPairs()
        try lines.finish()
        endKey()
        defer { incompleteKeys = 0 }
        if incompleteKeys > 0 {
            output.tell(
                "\(path): \(incompleteKeys) key\(incompleteKeys == 1 ? " has" : "s have") fewer lines together than films; "
                    + "expected all lines of a key side by side, as sort puts them"
            )
        }
    }

    /// Returns the film of a line, and the position of its list in the survey.
    private func read(_ line: [UInt8]) throws(FilmLine.Problem) -> (KeyedFilm, source: Int) {
        let film = try KeyedFilm(line)
        guard let source = survey.lists.firstIndex(where: { $0.name == film.list }) else {
            throw FilmLine.Problem(description: "the list \(film.list) is not in the survey")
        }
        return (film, source)
    }

    private mutating func begin(_ film: KeyedFilm) {
        endKey()
        search.beginKey()
        last = (film.key, film.films, 0)
    }

    private mutating func endKey() {
        if last.found < last.expected { incompleteKeys += 1 }
        last = ([], 0, 0)
    }

    private mutating func printPairs() throws(FilmListError) {
        let searched = search
        search = BlockSearch(survey)
        for pair in searched.search() {
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("a", ids[pair.positions.0])
                writer.member("b", ids[pair.positions.1])
                writer.member("bits", (pair.bits * 100).rounded() / 100)
                writer.member(
                    "marks",
                    [pair.marks.0, pair.marks.1].map {
                        String(decoding: Hexadecimal.digits(of: $0.value), as: UTF8.self)
                    }
                )
            }
            try lines.end(writer.bytes)
        }
        ids.removeAll(keepingCapacity: true)
    }
}

/// A file of pairs that `--block` has printed.
package enum ScoredPairs {
    /// Reads the pairs, each by the marks of its films.
    package static func read(_ path: String) throws(FilmListError) -> [(FilmMark, FilmMark)] {
        var reader = try LineReader(list: path)
        var pairs: [(FilmMark, FilmMark)] = []
        while let line = try reader.nextLine() {
            guard let marks = marks(line), marks.count == 2 else {
                let place = "\(path):\(reader.number)"
                throw .malformed("\(place): expected a pair of marquee match --block")
            }
            pairs.append((marks[0], marks[1]))
        }
        return pairs
    }

    private static func marks(_ line: [UInt8]) -> [FilmMark]? {
        do {
            return try JSONDocument(line).root["marks"]?.elements.compactMap { element in
                element.string.flatMap { Hexadecimal.value(of: Array($0.utf8)[...]) }.map { FilmMark(value: $0) }
            }
        } catch {
            return nil
        }
    }
}
