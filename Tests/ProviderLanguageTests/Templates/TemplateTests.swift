import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Templates")
struct TemplateTests {
    private static let scope: Scope = {
        var scope = Scope()
        scope.operation = .lookup
        scope.namespaces = ["tmdb", "imdb"]
        scope.variables = ["version": "v3"]
        scope.hasLocales = true
        return scope
    }()

    private func render(_ text: String, _ operation: Capability, _ inputs: TemplateInputs) throws -> RenderedText? {
        var scope = Self.scope
        scope.operation = operation
        return try TemplateParser(scope: scope).parse(text).render(inputs)
    }

    @Test("A template is rendered as literals, values of the call, and references to secrets")
    func pieces() throws {
        let values = [Input.languages: InputValue.texts(["ko", "en"])]
        let inputs = TemplateInputs(values: values, ids: ["tmdb": "12/3"], locale: .init("ko-KR"))
        let text =
            "/${vars.version}/movie/${input.ids.tmdb}?l=${locale}&k=${env.KEY}${file.~/key}&w=${ input.languages }"
        #expect(
            try render(text, .lookup, inputs)?.pieces == [
                .literal("/"), .literal("v3"), .literal("/movie/"), .value("12/3"), .literal("?l="), .value("ko-KR"),
                .literal("&k="), .secret(SecretReference(kind: .environment, name: "KEY")),
                .secret(SecretReference(kind: .file, name: "~/key")), .literal("&w="), .value("ko,en"),
            ]
        )
    }

    @Test("A date is written in ISO 8601 or in the given format")
    func dates() throws {
        let inputs = TemplateInputs(values: [.date: .date(try #require(CalendarDate(year: 2026, month: 1, day: 9)))])
        #expect(try render("${input.date}", .dailyBoxOffice, inputs)?.plainText == "2026-01-09")
        #expect(try render("${input.date | date yyyyMMdd}", .dailyBoxOffice, inputs)?.plainText == "20260109")
        #expect(try render("${input.date|date d MMM yyyy}", .dailyBoxOffice, inputs)?.plainText == "9 Jan 2026")
    }

    @Test(
        "A period is written by its week, or by its first and its last day",
        arguments: [
            ("week", "YYYY'W'ww", "2026W02"), ("weekend", "YYYY'W'ww", "2026W02"), ("week", "YYYY-w", "2026-2"),
            ("week", "first", "2026-01-05"), ("week", "last", "2026-01-11"), ("weekend", "first", "2026-01-09"),
            ("weekend", "last", "2026-01-11"), ("weekdays", "last", "2026-01-08"),
        ]
    )
    func periods(_ span: String, _ filter: String, _ expected: String) throws {
        let date = try #require(CalendarDate(year: 2026, month: 1, day: 9))
        let inputs = TemplateInputs(values: [.date: .date(date), .span: .text(span)])
        let isEdge = ["first", "last"].contains(filter)
        let text = "${input.date | \(isEdge ? "\(filter) | date yyyy-MM-dd" : "date \(filter)")}"
        #expect(try render(text, .weeklyBoxOffice, inputs)?.plainText == expected)
    }

    @Test(
        "Filters apply from left to right",
        arguments: [
            ("${input.query | lower}", #"a "b" ç"#), ("${input.query | upper | json}", #"A \"B\" Ç"#),
            ("${input.query|trim|quote|lower}", #"a \"b\" ç"#),
        ]
    )
    func filters(_ text: String, _ expected: String) throws {
        let inputs = TemplateInputs(values: [.query: .text(#"A "B" Ç"#)])
        #expect(try render(text, .search, inputs)?.plainText == expected)
    }

    @Test(
        "A filter in a wrong place, or an unknown one, is an error",
        arguments: [
            ("${input.date | first}", "'| first' needs a format after it, such as | first | date yyyyMMdd"),
            ("${input.query | first}", "'| first' can only follow input.date of a weekly_box_office"),
            ("${input.query | date yyyy}", "'| date' can only follow input.date"),
            ("${input.date | date}", "'| date' needs a format, such as date yyyyMMdd"),
            ("${env.KEY | lower}", "'| lower' can only follow an input or a value of the row, such as input.query"),
            (
                "${input.query | lowr}",
                "'lowr' is not known after '|'; expected 'date' with a format, such as date yyyyMMdd, 'number', 'lower', "
                    + "'upper', 'trim', 'json', 'quote', 'sql', 'first' or 'last'"
            ),
        ]
    )
    func wrongFilters(_ text: String, _ problem: String) {
        let operation: Capability = text.contains("date") && !text.contains("query") ? .weeklyBoxOffice : .search
        let error = #expect(throws: LanguageError.self) { try render(text, operation, TemplateInputs()) }
        #expect(error?.finding.message == problem)
    }

    @Test("A template has no value if one of its inputs has none")
    func absent() throws {
        #expect(try render("a${input.year}", .search, TemplateInputs()) == nil)
        #expect(try render("${input.ids.imdb}", .lookup, TemplateInputs(ids: ["tmdb": "1"])) == nil)
        #expect(try render("${locale}", .lookup, TemplateInputs()) == nil)
    }

    @Test(
        "A lone or doubled dollar sign is literal",
        arguments: [("a$b$", "a$b$"), ("$${input.x}", "${input.x}"), ("$", "$"), ("plain", "plain"), ("}{", "}{")]
    )
    func dollars(_ text: String, _ expected: String) throws {
        #expect(try render(text, .search, TemplateInputs())?.plainText == expected)
    }

    @Test(
        "Numbers are written in plain notation",
        arguments: [(InputValue.decimal(7), "7"), (.decimal(7.5), "7.5"), (.integer(-1), "-1"), (.text("ä b"), "ä b")]
    )
    func numbers(_ value: InputValue, _ expected: String) throws {
        #expect(
            try render("${input.minimum_rating}", .list, TemplateInputs(values: [.minimumRating: value]))?.plainText
                == expected
        )
    }

    @Test(
        "An invalid placeholder is rejected with its offset",
        arguments: [
            ("a${input.query", 1, "'${' is not closed by '}'"),
            ("${input.querry}", 2, "'input.querry' is not an input; known: ids, languages, region"),
            ("${input.query}", 2, "'lookup' has no input 'query'; it has ids, languages, region"),
            ("xx ${input.ids}", 5, "'input.ids' needs a namespace, such as input.ids.imdb"),
            ("${input.ids.kofic}", 2, "'kofic' is not among the ids that this operation takes (by: tmdb, imdb)"),
            ("${vars.verson}", 2, "'verson' is not among 'vars'; did you mean 'version'?"),
            (
                "${evn.KEY}", 2,
                "'${evn.KEY}' is not known; expected ${input.X}, ${env.X}, ${file.X}, ${locale}, ${language} and ${vars.X}; did you mean 'env'?"
            ),
            ("${env.1KEY}", 2, "'env.1KEY' is not the name of an environment variable"),
            (
                "${row.id}", 2,
                "'${row.id}' is not known; expected ${input.X}, ${env.X}, ${file.X}, ${locale}, ${language} and ${vars.X}"
            ),
            (
                "${}", 2,
                "'${}' is not known; expected ${input.X}, ${env.X}, ${file.X}, ${locale}, ${language} and ${vars.X}"
            ),
            (
                "${input.languages | capital}", 2,
                "'capital' is not known after '|'; expected 'date' with a format, such as date yyyyMMdd, 'number', 'lower', "
                    + "'upper', 'trim', 'json', 'quote', 'sql', 'first' or 'last'"
            ),
            ("${input.languages | date yyyyMMdd}", 2, "'| date' can only follow input.date"),
        ]
    )
    func refused(_ text: String, _ offset: Int, _ message: String) {
        do throws(LanguageError) {
            _ = try TemplateParser(scope: Self.scope).parse(text)
            Issue.record("it was accepted")
        } catch {
            #expect(error.finding.description == message)
            #expect(error.offset == offset)
        }
    }
}
