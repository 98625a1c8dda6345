import JSON
import MovieDomain
import Platform
import Testing

@testable import ProviderLanguage

/// Checks that neither a provider's values nor a definition's constructs can grow without bound.
@Suite("Hostile values")
struct HostileValueTests {
    /// JSON for the member `r` of a row.
    private static let values: [(name: String, json: String)] = [
        ("empty", #""""#),
        ("blanks", quoted(repeated(" ", 20_000))),
        ("a long text", quoted(repeated("ab ", 30_000))),
        ("the longest text for patterns", quoted(repeated("a", 65_536))),
        ("digits only", quoted(repeated("9", 20_000))),
        ("digits with signs", quoted(repeated("9:", 10_000))),
        ("a clock past every number", #""9223372036854775807:00:00""#),
        ("the largest number", "9223372036854775807"),
        ("a number of many digits", repeated("9", 1_000)),
        ("a number out of range", "1e400"),
        ("a number at the edge", "-1.7976931348623157e308"),
        ("a tiny number", "1e-400"),
        ("controls", #""\u0000\u0001\u001b[2J\u007f\u0085\u202e""#),
        ("a pair of surrogates", #""\ud83d\ude00""#),
        ("one character that never ends", quoted("e" + repeated("\u{301}", 20_000))),
        ("open tags", quoted(repeated("<a", 20_000))),
        ("open references", quoted(repeated("&#", 20_000))),
        ("a wide array", list(repeated("1,", 11_000))),
        ("a wide array of texts", list(repeated(quoted(repeated("x", 500)) + ",", 2_500))),
        ("a wide object", wideObject),
        ("a list of objects", list(repeated(#"{"id":"x","n":"y","l":[1,2,3]},"#, 2_000))),
        ("deep nesting", repeated("[", 60) + repeated("]", 60)),
        ("null", "null"),
        ("a truth value", "true"),
    ]

    private static let rows = Result {
        try values.map { (name: $0.name, root: try JSONDocument(#"{"r":\#($0.json)}"#).root) }
    }

    private static let wideObject: String = {
        let members = (0..<2_000).map { #""k\#($0)":{"id":"x","n":"y"}"# }
        return "{" + members.joined(separator: ",") + "}"
    }()

    /// Every construct of an item that produces values, applied to the member `r`.
    private static let constructs: [String] =
        [
            "title: r", "title: '$.r'", "title: 'r[0]'", "title: 'r[-1]'", "title: 'r[*]'",
            "title: \"r[?@.id=='x'].n\"",
            "genres: r", "genres: 'r[*]'", "genres: 'r[*].l[*]'", "genres: \"$.r[?@.id=='x'].l[*]\"",
            "genres: { first_of: ['r[*].missing', 'r[*].n', r] }", "genres: { each: [r, 'r[*]', 'r[*].n', '$.r'] }",
            "genres: [r, 'r[*]', 'r[*].n']", "title: { value: fixed }",
            "title: { template: '${row.r}${row.r}${row.r}' }",
            "genres: { path: r, limit: 3 }", "genres: { path: r, prefix: '\(repeated("x", 1_000))' }",
            "genres: { path: r, map: { '1': '\(repeated("x", 1_000))' }, else: keep }",
            "genres: { path: r, map: { '1': ~ }, else: '\(repeated("x", 1_000))' }",
            "year: r", "runtime: r", "runtime: { path: r, unit: duration }", "runtime: { path: r, unit: h }",
            "rating: { path: r, scale: 5, votes: r }", "popularity: r", "adult: r", "release_date: r", "homepage: r",
            "certification: { path: r, region: KR }", "ids: { imdb: r, tmdb: { path: r, prefix: tt } }",
            "titles: { path: r, language: ko }", "images: r", "cast: r", "cast: { rows: r, item: { name: n } }",
            "cast: { rows: 'r[*]', item: { name: . } }", "cast: { rows: r, limit: 5, item: { name: n, job: '$.r' } }",
            "cast: { rows: r, each_value: true, item: { name: n } }",
            "cast: { rows: r, where: { path: '$.r[*].n', is: z }, item: { name: n } }",
            "cast: { rows: r, where: { path: n, matches: '(y|yy)+$' }, item: { name: n } }",
        ] + transforms.flatMap { ["title: { path: r, then: [\($0)] }", "genres: { path: r, then: [\($0)] }"] }

    private static let transforms: [String] = [
        "trim", "lower", "upper", "strip_html", "unescape_html", "collapse_spaces", "{ split: ' ' }", "{ split: a }",
        "{ join: '\(repeated("x", 1_000))' }", "{ at: -1 }", "{ prefix: '\(repeated("x", 1_000))' }",
        "{ suffix: '\(repeated("x", 1_000))' }", "{ number: { group: '9', decimal: ':' } }", "{ number: { group: x } }",
        "{ date: [yyyyMMdd, d MMM yyyy, yyyy-MM-dd] }", "{ extract: 'a.*[zy]' }", "{ extract: '(a+)+$' }",
        "{ replace: { regex: '', with: '\(repeated("x", 100))' } }", "{ replace: { regex: 'a(?=a*[ax])', with: b } }",
        "{ split: ' ' }, { prefix: '\(repeated("x", 1_000))' }, { join: ' ' }",
    ]

    @Test("Every construct stays within the limits of a row, whatever the value", arguments: constructs)
    func bounded(_ item: String) throws {
        let operation = try #require(try provider(item: "{ \(item) }").operations[.search]?.first)
        for (name, root) in try Self.rows.get() {
            var limits = MappingBudget.Limits()
            limits.steps = 20_000_000
            let budget = MappingBudget(limits: limits)
            var mapper = RowMapper(mapping: RowMapping(operation.item, provider: "shelf"), budget: budget)
            let size = mapper.canonicalRow(root, root: root)?.json.size ?? (bytes: 0, values: 0)
            #expect(size.bytes <= limits.rowBytes && size.values <= limits.rowValues, "\(name)")
            // A condition that searches the whole answer for each element may exceed the limit, and then reports it.
            #expect(mapper.excess == nil || item.contains("where: { path: '$"), "\(name): \(budget.stepsTaken) steps")
            #expect(budget.stepsTaken < limits.steps + 1_000_000, "\(name)")
        }
    }

    @Test("A lone surrogate is not valid JSON", arguments: [#""\ud800""#, #""\udc00x""#, #""\ud800\ud800""#])
    func loneSurrogates(_ json: String) {
        #expect(throws: JSONError.self) { try JSONDocument(json) }
    }

    private static let many = list(repeated("1,", 9_000))
    private static let tooMany = list(repeated("1,", 10_000))
    private static let long = repeated("x", 60_000)
    private static let twentyTimes = repeated("${row.r}", 20)

    private static let growths: [(item: String, value: String)] = [
        ("genres: { path: r, then: [{ join: '\(long)' }] }", many),
        ("genres: { path: r, then: [{ prefix: '\(long)' }] }", many),
        ("genres: { path: r, then: [{ suffix: '\(long)' }] }", many),
        ("genres: { path: r, prefix: '\(long)' }", many),
        ("genres: { path: r, map: { '2': '2' }, else: '\(long)' }", many),
        ("genres: { each: ['r[*]', 'r[*]'] }", many),
        ("genres: 'r[*][*]'", "[\(many),\(many)]"),
        ("genres: r", tooMany),
        ("genres: { path: r, then: [{ split: a }] }", quoted(repeated("ba", 10_001))),
        ("genres: { path: r, then: [{ split: a }] }", list(repeated(#""babababa","#, 4_000))),
        ("title: { template: '\(twentyTimes)' }", quoted(long)),
        ("title: r", quoted(repeated("x", 1_048_577))),
        ("title: { path: r, then: [{ replace: { regex: '', with: '\(long)' } }] }", quoted(repeated("x", 20))),
        ("title: { path: r, then: [{ extract: 'x.*[zy]' }] }", quoted(long)),
        ("cast: { rows: r, item: { name: . } }", tooMany),
        ("runtime: { path: r, unit: duration }", #""9223372036854775807:00""#),
        ("popularity: r", quoted(repeated("9", 2_000))),
    ]

    @Test("A value that would exceed the limit of a field is dropped and counted", arguments: growths)
    func growth(_ item: String, _ value: String) throws {
        let operation = try #require(try provider(item: "{ \(item) }").operations[.search]?.first)
        let (films, report) = try films(in: try JSONDocument(#"{"r":\#(value)}"#).root, by: operation)
        #expect(films.isEmpty)
        #expect(report.failures.map(\.count) == [1])
        #expect(report.dropped == 1)
    }

    @Test("An empty separator keeps the text, and empty number symbols yield no number")
    func emptyParameters() throws {
        let (split, _) = try film(with: .genres, by: "{ path: r, then: [{ split: '' }] }", in: #"{"r":"abc"}"#)
        #expect(split?.genres.joined() == "abc")
        let (number, _) = try film(
            with: .popularity,
            by: "{ path: r, then: [{ number: { group: '', decimal: '' } }] }",
            in: #"{"r":"15"}"#
        )
        #expect(number?.popularity == nil)
    }

    @Test("A share that overflows as a percentage is not converted")
    func infinitePercent() throws {
        let item = "{ rank: r, sales_share: { path: s, unit: fraction } }"
        let operation = try shelfOperation(.dailyBoxOffice, "get: /, rows: ., item: \(item)")
        let (rows, report) = try boxOffice(in: try TestFiles.parsed(#"{"r":1,"s":1e308}"#), by: operation)
        #expect(rows.map(\.figures.sales.share) == [nil])
        #expect(report.failures.map(\.field) == [.salesShare])
    }

    @Test("The fields of a row share its limit, and fields beyond it are not converted")
    func wholeRow() throws {
        let operation = try #require(
            try provider(item: "{ title: t, genres: l, overview: r, tagline: r, countries: l }").operations[.search]?
                .first
        )
        let (long, list) = (repeated("x", 90_000), "[" + repeated("\"\(repeated("x", 9_000))\",", 60) + "1]")
        let (films, report) = try films(
            in: try TestFiles.parsed("{\"t\":\"a\",\"r\":\"\(long)\",\"l\":\(list)}"),
            by: operation
        )
        #expect(films.first?.title?.text == "a")
        #expect(films.first?.overview?.text == long)
        // A tagline is shorter than that, and the second list is one too many.
        #expect(films.first?.tagline == nil)
        #expect(report.failures.map(\.field) == [.tagline, .countries])
        #expect(report.dropped == 0)
    }

    @Test("Canonical rows have the same limits")
    func canonicalRows() throws {
        let cast = "[" + repeated(#"{"name":"x"},"#, 10_000) + #"{"name":"x"}]"#
        let row = try TestFiles.parsed(#"{"title":"a","cast":\#(cast),"overview":"\#(repeated("x", 1_048_577))"}"#)
        var mapper = RowMapping(nil, provider: "shelf").mapper()
        #expect(mapper.movie(row, root: row)?.title?.text == "a")
        #expect(Set(mapper.report.failures.map(\.field)) == [.cast, .overview])
    }

    // MARK: Whole answers

    private func answer(rows: Int) throws -> JSONElement {
        let row = #"{"t":"\#(repeated("x", 100))","g":["a","b","c"]},"#
        return try TestFiles.parsed("{\"data\":[" + repeated(row, rows) + "{}]}")
    }

    /// Returns the number of films in an answer and the limit that the answer exceeds, if any.
    private func mapped(
        _ item: String,
        _ budget: MappingBudget,
        in root: JSONElement
    ) throws -> (films: Int, excess: MappingBudget.Excess?) {
        let operation = try #require(try provider(item: "{ \(item) }").operations[.search]?.first)
        var mapper = RowMapper(mapping: RowMapping(operation.item, provider: "shelf"), budget: budget)
        let rows = root["data"].map { Array($0.elements) } ?? []
        let films = rows.compactMap { mapper.movie($0, root: root) }
        return (films.count, mapper.excess)
    }

    @Test(
        "Mapping stops when an answer exceeds a limit, and reports the limit",
        arguments: [
            (10_000, .max, .max, "title: t", .text), (.max, 300, .max, "genres: g", .values),
            (.max, .max, 100_000, "genres: '$.data[*].g[*]'", .steps),
            (.max, .max, 100_000, "genres: { path: '$.data[*].t', then: [{ extract: 'x*y' }] }", .steps),
        ] as [(Int, Int, Int, String, MappingBudget.Excess)]
    )
    func wholeAnswer(_ bytes: Int, _ values: Int, _ steps: Int, _ item: String, _ expected: MappingBudget.Excess) throws
    {
        var limits = MappingBudget.Limits()
        limits.answerBytes = min(bytes, limits.answerBytes)
        limits.answerValues = min(values, limits.answerValues)
        limits.steps = min(steps, limits.steps)
        let budget = MappingBudget(limits: limits)
        let (films, excess) = try mapped(item, budget, in: try answer(rows: 1_000))
        #expect(excess == expected)
        #expect(films <= 100)
        #expect(try mapped(item, MappingBudget(), in: try answer(rows: 10)).excess == nil)
    }

    @Test("Mapping stops at the deadline of the call and reports a timeout")
    func deadline() throws {
        let budget = MappingBudget(deadline: Deadline(after: .zero, on: SystemMonotonicClock()))
        let (films, excess) = try mapped("title: t", budget, in: try answer(rows: 10_000))
        #expect(excess == .time)
        #expect(films == 0)
        #expect(budget.stepsTaken < 10_000)
        let failure = excess?.failure(of: .search, at: "shelf")
        #expect(failure?.kind == .timeout)
        #expect(failure?.message == "search: the time of the call was over before the answer was mapped")
    }

    @Test("A condition that searches the whole answer for each row stops at the step limit")
    func conditions() throws {
        let rows = #"{ path: data, where: { path: "$.data[?@.t=='z'].t", exists: false } }"#
        let operation = try shelfOperation(.search, "get: /, rows: \(rows), item: { title: t }")
        var limits = MappingBudget.Limits()
        limits.steps = 1_000_000
        guard case .tooMuch(.steps) = operation.rows.rows(in: try answer(rows: 5_000), budget: .init(limits: limits))
        else {
            Issue.record("expected too many steps")
            return
        }
        let failure = MappingBudget.Excess.steps.failure(of: .search, at: "shelf")
        #expect(failure.kind == .malformed)
        #expect(
            failure.message == "search: expected at most 100 million steps of mapping for one answer, found more"
        )
        guard case .rows(let rows) = operation.rows.rows(in: try answer(rows: 100)) else {
            Issue.record("expected rows")
            return
        }
        #expect(rows.count == 101)
    }
}

private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

private func quoted(_ text: String) -> String { "\"\(text)\"" }

/// Returns a JSON array of the elements, each of which ends in a comma, and one more.
private func list(_ elements: String) -> String { "[\(elements)1]" }

extension JSONValue {
    /// The number of bytes in texts and the number of scalar values.
    fileprivate var size: (bytes: Int, values: Int) {
        switch self {
        case .string(let text): (text.utf8.count, 1)
        case .array(let values): values.map(\.size).reduce((0, 0)) { ($0.0 + $1.bytes, $0.1 + $1.values) }
        case .object(let members): members.map(\.value.size).reduce((0, 0)) { ($0.0 + $1.bytes, $0.1 + $1.values) }
        default: (0, 1)
        }
    }
}
