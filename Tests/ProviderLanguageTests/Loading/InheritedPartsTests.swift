import HTTPModel
import JSON
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Providers that share a base definition")
struct InheritedPartsTests {
    private let lamp = BundledDefinition(
        id: "lamp",
        file: "lamp.yaml",
        bytes: Array(
            """
            version: 1
            providers:
              - id: lamp
                base_url: https://lamp.example
                auth: { kind: api_key, in: query, name: key, value: "${env.LAMP_KEY}" }
                locales: { en: en-US }
                missing_values: [none]
                vars: { root: /v1 }
                errors: [{ when: { status: 404 }, kind: not_found }]
                operations:
                  search:
                    get: "${vars.root}/a"
                    query: { q: "${input.query}", token: "${env.LAMP_TOKEN}", l: "${locale}" }
                    rows: .
                    item: { title: t }
                tests: [{ name: x, operation: search, body: [], expect: { count: 0 } }]
            """.utf8
        )
    )

    /// Loads providers that extend `lamp` with the given keys.
    private func providers(_ keys: [String]) throws -> [ProviderDefinition] {
        let list = keys.enumerated().map { "  - { id: p\($0), extends: lamp, \($1) }" }
        let outcome = load("version: 1\nproviders:\n" + list.joined(separator: "\n"), bundled: [lamp])
        #expect(outcome.diagnostics.map(\.description) == [])
        return try #require(outcome.configuration?.providers)
    }

    private func title(_ provider: ProviderDefinition, _ row: String) throws -> JSONValue? {
        let search = try #require(provider.http?.operations[.search]?.first)
        return try canonicalRows(in: try JSONDocument("[\(row)]").root, by: search).first
    }

    @Test("All providers inherit the operations, error rules, tests, and secrets of the base")
    func shared() throws {
        let all = try providers([
            "title: A", "base_url: 'https://b.example', timeout: 1s", "auth: { value: '${env.LAMP_OTHER}' }",
            "enabled: false",
        ])
        for provider in all {
            let http = try #require(provider.http)
            #expect(http.operations[.search]?.first?.path.description == "${vars.root}/a")
            #expect(http.errorRules.map(\.kind) == [.notFound])
            #expect(provider.tests.map(\.name) == ["x"])
            #expect(try title(provider, #"{"t":"x"}"#) == ["title": "x"])
            #expect(try title(provider, #"{"t":"none"}"#) == nil)
        }
        #expect(all.map { $0.secrets.map(\.secret.name) }[1] == ["LAMP_KEY", "LAMP_TOKEN"])
        #expect(all.map { $0.secrets.map(\.secret.name) }[2] == ["LAMP_OTHER", "LAMP_TOKEN"])
        #expect(all[1].http?.baseURLs.map(\.description) == ["https://b.example"])
        #expect(all[1].http?.requestLimits.attemptTimeout == .seconds(1))
        #expect(all[3].enabled == false)
    }

    @Test("A provider that changes an inherited part leaves the part of the others unchanged")
    func apart() throws {
        let all = try providers([
            "title: A", "missing_values: [void]", "vars: { root: /v2 }",
            "operations: { search: { item: { title: u } } }", "errors: []", "tests: []", "title: Z",
        ])
        let row = #"{"t":"none","u":"y"}"#
        #expect(try all.map { try title($0, row)?["title"] } == [nil, "none", nil, "y", nil, nil, nil])
        let paths = all.map { $0.http?.operations[.search]?.first?.path.render(TemplateInputs())?.plainText }
        #expect(paths == ["/v1/a", "/v1/a", "/v2/a", "/v1/a", "/v1/a", "/v1/a", "/v1/a"])
        #expect(all.map { $0.http?.errorRules.count } == [1, 1, 1, 1, 0, 1, 1])
        #expect(all.map(\.tests.count) == [1, 1, 1, 1, 1, 0, 1])
    }

    @Test("Renaming the key parameter reports a conflict for that provider only")
    func keyParameter() {
        let text = """
            version: 1
            providers:
              - { id: a, extends: lamp }
              - { id: b, extends: lamp, auth: { name: q } }
              - { id: c, extends: lamp, locales: {} }
            """
        #expect(
            problems(text, bundled: [lamp])
                == ["lamp.yaml:13:18: error: 'q': this parameter already comes from 'auth'"]
        )
    }
}
