import HTTPModel
import JSON
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Definitions that extend others")
struct ExtensionTests {
    private let base = BundledDefinition(
        id: "lamp",
        file: "lamp.yaml",
        bytes: Array(
            """
            version: 1
            providers:
              - id: lamp
                title: Lamp
                languages: [ko, en]
                base_url: https://lamp.example
                auth: { kind: api_key, in: query, name: key, value: "${env.LAMP_KEY}" }
                timeout: 2s
                operations:
                  search: { get: /a, rows: a, item: { title: t, year: y } }
                  list: { get: /b, rows: b, item: { title: u } }
            """.utf8
        )
    )

    /// Returns the file of a provider with these operations, which extends none.
    private func offering(_ operations: String) -> String {
        """
        version: 1
        providers:
          - id: a
            base_url: https://a.example
            operations: { \(operations) }
        """
    }

    private func first(_ text: String) throws -> ProviderDefinition {
        let outcome = load(text, bundled: [base])
        #expect(outcome.diagnostics.map(\.description) == [])
        return try #require(outcome.configuration?.providers.first)
    }

    @Test("A key that would take something inherited away is one error at its own place")
    func removals() {
        let text = """
            version: 1
            providers:
              - id: base
                base_url: https://one.example
                operations:
                  search: { get: /a, query: { lang: en }, rows: a, item: { ids: { base: i }, title: t, genres: g } }
                  list: { get: /b, rows: b, item: { extends: search } }
              - id: kid
                extends: base
                operations: { search: KEYS }
            """
        let reason = "is inherited and cannot be removed; it can only get another value"
        for (keys, name) in [
            ("~", "search"), ("{ query: { lang: ~ } }", "lang"), ("{ item: { genres: ~ } }", "genres"),
            ("{ item: { ids: { base: null } } }", "base"),
        ] {
            let found = problems(text.replacing("KEYS", with: keys))
            #expect(found.count == 1)
            #expect(found.first?.hasPrefix("test.yaml:10:") == true)
            #expect(found.first?.contains("'\(name)' \(reason)") == true, "\(found)")
        }
        #expect(problems(text.replacing("KEYS", with: #"{ query: { lang: "~" } }"#)) == [])
        let ofItem = text.replacing("{ extends: search }", with: "{ extends: search, genres: ~ }")
        #expect(problems(ofItem.replacing("KEYS", with: "{}")) == ["test.yaml:7:58: error: 'genres' \(reason)"])
    }

    @Test(
        "Another site with ids of the provider that it extends is warned of, and a mirror of a built-in one is not",
        arguments: [
            ("base", "base_url: https://two.example", 1), ("base", "timeout: 2s", 0),
            ("base", "base_url: https://two.example, operations: { search: { item: { ids: { kid: i } } } }", 0),
            ("lamp", "base_url: https://two.example", 0),
        ]
    )
    func namespaces(_ base: String, _ keys: String, _ expected: Int) throws {
        let operation =
            "{ search: { get: /a, query: { q: '${input.query}' }, rows: a, item: { ids: { base: i }, title: t } } }"
        let outcome = load(
            """
            version: 1
            providers:
              - { id: base, base_url: https://one.example, operations: \(operation) }
              - { id: kid, extends: \(base), \(keys) }
            """,
            bundled: [self.base]
        )
        let configuration = try #require(outcome.configuration)
        let warnings = DefinitionReview(configuration, bundled: [self.base]).warnings.map(\.description)
        let found = warnings.filter { $0.contains("'kid' returns ids of 'base', not of 'kid'") }
        #expect(found.count == expected, "\(warnings)")
    }

    @Test("Maps merge key by key, lists and texts are replaced, and the provider keeps its id")
    func merging() throws {
        let provider = try first(
            """
            version: 1
            providers:
              - id: mine
                extends: lamp
                languages: [fr]
                auth: { value: "${env.MINE_KEY}" }
                operations: { search: { rows: c, item: { year: z } } }
            """
        )
        let http = try #require(provider.http)
        #expect(provider.id == "mine")
        #expect(provider.title == "Lamp")
        #expect(provider.languages == ["fr"])
        #expect(provider.secrets.map(\.secret.name) == ["MINE_KEY"])
        #expect(provider.secrets.map(\.location.description) == ["test.yaml:6:20"])
        #expect(http.requestLimits.attemptTimeout == .seconds(2))
        #expect(provider.operationNames == [.search, .list])
        #expect(http.operations[.search]?.first?.path.description == "/a")
        #expect(
            http.operations[.search]?.first?.rows.rows(in: try TestFiles.fixture("yts/empty.json")).isMissing == "c"
        )
    }

    @Test("A provider with an unknown base is checked, but not for missing keys")
    func unknownBase() {
        let text = """
            version: 1
            providers:
              - id: a
                extends: lmap
                timeuot: 3s
                auth: { value: "${env.A}" }
                operations:
                  search: { rosw: x, query: { q: "${input.qery}" } }
                  lookup: { get: a }
              - { id: b, extends: c, limits: { rate: 3 } }
              - { id: c, extends: lamp }
            """
        #expect(
            problems(text, bundled: [base]) == [
                "test.yaml:4:14: error: 'extends': there is no definition 'lmap'; did you mean 'lamp'?",
                "test.yaml:5:5: error: unknown key 'timeuot' in a provider; did you mean 'timeout'?",
                "test.yaml:8:17: error: unknown key 'rosw' in the operation 'search'; did you mean 'rows'?",
                "test.yaml:8:41: error: 'q': 'input.qery' is not an input; did you mean 'query'?",
                "test.yaml:9:22: error: 'get': expected a path that begins with '/', found 'a'; did you mean '/a'?",
                "test.yaml:10:42: error: 'rate': expected a rate such as 2/s or 20/10s, found '3'",
            ]
        )
    }

    @Test("A provider of the same file can be extended, also one that extends another one")
    func sameFile() throws {
        let text = """
            version: 1
            providers:
              - { id: a, base_url: https://a.example, operations: { search: { get: /, rows: ., item: { title: t } } } }
              - { id: b, extends: a, base_url: https://b.example }
            """
        let outcome = load(text)
        #expect(outcome.diagnostics.map(\.description) == [])
        #expect(
            outcome.configuration?.providers.map { $0.http?.baseURLs.map(\.origin.host) } == [
                ["a.example"], ["b.example"],
            ]
        )
        #expect(
            load(text + "\n  - { id: c, extends: b }").configuration?.providers.last?.http?.baseURLs.map(\.origin.host)
                == ["b.example"]
        )
    }

    @Test("An unknown base is reported with the nearest name")
    func unknown() {
        #expect(
            problems("version: 1\nproviders: [{ id: a, extends: lamb }]", bundled: [base])
                == ["test.yaml:2:31: error: 'extends': there is no definition 'lamb'; did you mean 'lamp'?"]
        )
        #expect(
            problems("version: 1\nproviders: [{ id: a, extends: a }]")
                == ["test.yaml:2:31: error: 'extends': there is no definition 'a'"]
        )
    }

    @Test("A problem is reported once, in the file that contains it")
    func places() {
        let broken = BundledDefinition(
            id: "lamp",
            file: "lamp.yaml",
            bytes: Array(
                "version: 1\nproviders:\n  - id: lamp\n    base_url: https://lamp.example\n    timeout: now\n    operations: {}\n"
                    .utf8
            )
        )
        let text = "version: 1\nproviders:\n  - { id: a, extends: lamp, retry: 1 }\n  - { id: b, extends: lamp }\n"
        #expect(
            problems(text, bundled: [broken]) == [
                "test.yaml:3:36: error: 'retry': expected a map (retry), found '1'; its keys are attempts, backoff",
                "lamp.yaml:5:14: error: 'timeout': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, found 'now'",
            ]
        )
    }

    @Test("Problems of the file come first, then those of each definition, ordered by position")
    func order() {
        func broken(_ id: String, at line: Int) -> BundledDefinition {
            let blank = String(repeating: "\n", count: line - 4)
            let keys = "base_url: https://a.example, timeout: now, max_body: much, operations: {}"
            return BundledDefinition(
                id: id,
                file: "\(id).yaml",
                bytes: Array("version: 1\nproviders:\n\(blank)  - { id: \(id), \(keys) }\n".utf8)
            )
        }
        let text = """
            version: 1
            providers:
              - { id: x, extends: b }
              - { id: y, extends: a }
              - { id: z, extends: b, retry: 1 }
            """
        let places = load(text, bundled: [broken("a", at: 9), broken("b", at: 4)]).diagnostics.map {
            "\($0.location.file):\($0.location.line)"
        }
        #expect(places == ["test.yaml:5", "a.yaml:8", "a.yaml:8", "b.yaml:3", "b.yaml:3"])
    }

    @Test("A definition that is not YAML is reported only once")
    func unreadable() {
        let broken = BundledDefinition(id: "lamp", file: "lamp.yaml", bytes: Array("providers: [".utf8))
        let text = "version: 1\nproviders:\n  - { id: a, extends: lamp }\n  - { id: b, extends: lamp }\n"
        #expect(
            problems(text, bundled: [broken]) == ["lamp.yaml:1:12: error: the [ that opens here is never closed"]
        )
    }

    @Test(
        "An item cannot extend itself, an extending item, or an item of another kind",
        arguments: [
            (
                "search: { get: /, rows: ., item: { extends: search } }",
                "5:63: error: 'extends': an item cannot extend itself"
            ),
            (
                "search: { get: /, rows: ., item: { title: t } }, list: { get: /, rows: ., item: { extends: search } }, trending: { get: /, rows: ., item: { extends: list } }",
                "5:168: error: 'extends' works for one level only: the item of 'list' extends 'search' itself"
            ),
            (
                "search: { get: /, rows: ., item: { title: t } }, daily_box_office: { get: /, rows: ., item: { extends: search } }",
                "5:122: error: 'extends': an item of 'search' is a film, but here it is a row of the box office"
            ),
        ]
    )
    func wrongItems(_ operations: String, _ expected: String) {
        #expect(problems(offering(operations)) == ["test.yaml:" + expected])
    }

    @Test("An alternative can extend the item of its operation's first alternative")
    func alternatives() throws {
        let first = "{ by: [a], get: /a, rows: ., item: { title: t } }"
        let provider = try self.first(
            offering("lookup: [\(first), { by: [b], get: /b, rows: ., item: { extends: lookup, year: y } }]")
        )
        let second = try #require(provider.http?.operations[.lookup]?.last)
        #expect(
            try canonicalRows(in: try TestFiles.parsed(#"{"t":"a","y":1990}"#), by: second) == [
                ["title": "a", "year": 1990]
            ]
        )
    }

    @Test("An item can extend the item of another operation")
    func items() throws {
        let search = "search: { get: /, rows: ., item: { title: t, year: y } }"
        let list = "list: { get: /, rows: ., item: { extends: search, year: z, runtime: r } }"
        let provider = try first(offering("\(search), \(list)"))
        let extending = try #require(provider.http?.operations[.list]?.first)
        let items = try canonicalRows(in: try TestFiles.parsed(#"{"t":"a","y":1990,"z":2000,"r":90}"#), by: extending)
        #expect(items == [["title": "a", "year": 2000, "runtime": 90]])
    }
}

extension RowSelection.Result {
    /// The path at which the rows are missing, if they are.
    fileprivate var isMissing: String? {
        if case .missing(let path, _) = self { path } else { nil }
    }
}
