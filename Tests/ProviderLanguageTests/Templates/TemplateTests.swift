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
            ("${input.querry}", 2, "'input.querry' is not an input; known: ids, languages"),
            ("${input.query}", 2, "'lookup' has no input 'query'; it has ids, languages"),
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
                "${input.languages | upper}", 2,
                "'upper' is not known after '|'; expected 'date' with a format, such as date yyyyMMdd, 'number', 'json' and 'quote'"
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
