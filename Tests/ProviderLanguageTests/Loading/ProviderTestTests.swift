import JSON
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Tests inside a definition")
struct ProviderTestTests {
    private func definition(_ tests: String) -> String {
        """
        version: 1
        providers:
          - id: shelf
            base_url: https://shelf.example
            errors: [{ when: { path: fault, exists: true }, kind: auth }]
            operations:
              search: { get: /, rows: { path: films, if_missing: empty }, item: { title: { path: t, required: true }, year: y, ids: { shelf: i }, genres: g } }
            tests:
        \(tests)
        """
    }

    private func check(_ test: String) throws -> [String] {
        let outcome = load(definition("      - " + test))
        #expect(outcome.diagnostics.map(\.description) == [])
        let provider = try #require(outcome.configuration?.providers.first)
        let test = try #require(provider.tests.first)
        return try test.problems(of: try #require(provider.http))
    }

    @Test(
        "A difference from the expectation is reported",
        arguments: [
            ("{ count: 2, dropped: 1, first: { title: A, year: 1999, ids: { shelf: '7' }, genres: [x, z] } }", []),
            ("{ count: 3 }", ["expected 3 items, found 2 (1 of 3 rows left out: no 'title')"]),
            (
                "{ first: { title: B, genres: [x] } }",
                [#"first.title: expected "B", found "A""#, #"first.genres: expected ["x"], found ["x","z"]"#]
            ),
            ("{ first: { runtime: 90, tagline: ~ } }", ["first.runtime: expected 90, found nothing"]),
            ("{ error: auth }", ["expected the error auth, found an answer"]),
            ("{ dropped: 0 }", ["expected 0 dropped rows, found 1 (1 of 3 rows left out: no 'title')"]),
        ]
    )
    func expectations(_ expectation: String, _ problems: [String]) throws {
        let body = "{ films: [{ t: A, y: 1999, i: 7, g: [x, z] }, { y: 1 }, { t: B }] }"
        #expect(
            try check("{ name: n, operation: search, input: { query: a }, body: \(body), expect: \(expectation) }")
                == problems
        )
    }

    @Test(
        "An expected value may be written as the source has it, or as an answer does",
        arguments: [
            ("{ original_language: kor, countries: [KOR], genres: [SciFi] }", []),
            ("{ original_language: ko, countries: [KR], genres: [science-fiction] }", []),
            ("{ original_language: en }", [#"first.original_language: expected "en", found "ko""#]),
            ("{ countries: [KR, US] }", [#"first.countries: expected ["KR","US"], found ["KR"]"#]),
        ]
    )
    func forms(_ first: String, _ problems: [String]) throws {
        let outcome = load(
            shelf(.list, "get: /f, rows: f, item: { title: t, original_language: l, countries: c, genres: g }")
                + "\n    tests: [{ name: a, operation: list, body: { f: [{ t: A, l: kor, c: [KOR], g: [SciFi] }] }, expect: { first: \(first) } }]"
        )
        #expect(outcome.diagnostics.map(\.description) == [])
        let provider = try #require(outcome.configuration?.providers.first)
        #expect(try provider.tests[0].problems(of: try #require(provider.http)) == problems)
    }

    @Test(
        "Without languages, a test has the default locale, as a call has, with the language that it stands for",
        arguments: [
            ("{ ko: kor, en: eng, default: eng }", "{}", "A"), ("{ ko: '3', en: '1', default: '1' }", "{}", "1"),
            ("{ ko: kor, default: eng }", "{ languages: [ko] }", "나"),
        ]
    )
    func standardLocale(_ locales: String, _ input: String, _ title: String) throws {
        let item = "{ title: { template: \"${locale}\", look_up: { in: t } } }"
        let outcome = load(
            shelf(.list, "get: /f, rows: f, item: \(item)", settings: "    locales: \(locales)")
                + "\n    tests: [{ name: a, operation: list, input: \(input), body: { f: [{ t: { eng: A, kor: 나, '1': '1' } }] }, expect: { first: { title: \(title) } } }]"
        )
        #expect(outcome.diagnostics.map(\.description) == [])
        let provider = try #require(outcome.configuration?.providers.first)
        let http = try #require(provider.http)
        #expect(try provider.tests[0].problems(of: http) == [])
        #expect(http.locales.locale(for: [])?.language == "en")
    }

    @Test("A test can expect an error kind, and reports any other outcome")
    func faults() throws {
        #expect(try check("{ name: n, operation: search, body: { fault: x }, expect: { error: auth } }") == [])
        #expect(
            try check("{ name: n, operation: search, body: { fault: x }, expect: { error: quota } }") == [
                "expected the error quota, found the error auth (The key is wrong or missing.)"
            ]
        )
        #expect(
            try check("{ name: n, operation: search, body: { fault: x }, expect: { count: 0 } }") == [
                "expected an answer, found the error auth (The key is wrong or missing.)"
            ]
        )
        #expect(
            try check("{ name: n, operation: search, body: { n: 0 }, expect: { count: 0, first: { title: A } } }") == [
                "expected a first item, found none"
            ]
        )
    }

    @Test("The tests of a definition are checked when its file loads")
    func diagnostics() {
        let tests = """
                  - { name: a, operation: list, body: {}, expect: { count: 0 } }
                  - { name: b, operation: search, input: { qery: x, year: y }, body: {}, response: f.json, expect: { first: { titel: A } } }
                  - { operation: search, body: {}, expect: { cout: 1 } }
            """
        #expect(
            problems(definition(tests)) == [
                "test.yaml:9:9: error: the provider has no operation 'list' to test",
                "test.yaml:10:9: error: a test needs one of 'response', 'body' and 'text'",
                "test.yaml:10:48: error: 'search' has no input 'qery'; did you mean 'query'?",
                "test.yaml:10:63: error: 'year': expected a whole number from 0 to 1000000, found 'y'",
                "test.yaml:11:9: error: a test needs 'name'",
                "test.yaml:11:50: error: unknown key 'cout' in an expectation; did you mean 'count'?",
            ]
        )
    }
}
