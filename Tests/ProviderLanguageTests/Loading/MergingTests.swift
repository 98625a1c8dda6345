import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Merging a provider over its base")
struct MergingTests {
    /// Loads a provider that extends a base, each given by the lines of its keys.
    private func outcome(base: String, over: String) -> ConfigurationLoader.Outcome {
        let bundled = BundledDefinition(
            id: "lamp",
            file: "lamp.yaml",
            bytes: Array("version: 1\nproviders:\n  - id: lamp\n\(base)".utf8)
        )
        return load("version: 1\nproviders:\n  - id: mine\n    extends: lamp\n\(over)", bundled: [bundled])
    }

    private let base = """
            base_url: https://lamp.example
            auth: { kind: api_key, in: query, name: key, value: "${env.LAMP_KEY}" }
            operations:
              search:
                post: /a
                body: { q: "${input.query}" }
                query: { kind: film, from: a, q: { from: input.query, then: [trim] } }
                paging: { kind: page, param: p, size_param: n, size: 20, total: t }
                rows: a
                item:
                  ids: { lamp: { path: i, required: true } }
                  title: { path: t, then: [trim], language: ko }
                  rating: { path: r, scale: 5, votes: { path: v, then: [trim] } }
                  cast: { path: c, limit: 3 }
                  directors: { rows: d, item: { name: n } }
                  watch:
                    { rows: w, each_value: true, item: { region: { path: y }, link: { each_key: true }, stream: s } }
        """

    private func http(_ over: String) throws -> HTTPDefinition {
        let outcome = outcome(base: base, over: over)
        #expect(outcome.diagnostics.map(\.description) == [])
        return try #require(outcome.configuration?.providers.first?.http)
    }

    @Test("Authentication inherits from the base only if the kind is the same")
    func authentication() throws {
        let other = try http("    auth: { kind: bearer, value: \"${env.LAMP_TOKEN}\" }")
        guard case .key(let value, _) = other.authentication else { throw Mismatch() }
        #expect(value.secrets.map(\.name) == ["LAMP_TOKEN"])
        let same = try http("    auth: { kind: api_key, name: k }")
        guard case .key(let key, let place) = same.authentication else { throw Mismatch() }
        #expect((place.name, place.part, key.secrets.map(\.name).first) == ("k", .query, "LAMP_KEY"))
    }

    @Test("Paging inherits only from the same kind, and a new end replaces the inherited one")
    func paging() throws {
        let links = try http("    operations: { search: { paging: { kind: next_url, path: next } } }")
        guard case .nextURL(.path(let path))? = links.operations[.search]?.first?.paging.kind else { throw Mismatch() }
        #expect(path.description == "next")
        let pages = try http("    operations: { search: { paging: { has_more: more } } }")
        guard let page = pages.operations[.search]?.first?.paging, case .page = page.kind,
            case .hasMore(let more) = page.end
        else { throw Mismatch() }
        #expect((page.parameter, page.size, more.description) == ("p", 20, "more"))
    }

    @Test("Replacing post with get drops the inherited body")
    func method() throws {
        let search = try #require(try http("    operations: { search: { get: /b } }").operations[.search]?.first)
        #expect((search.method, search.path.description, search.body == nil) == (.get, "/b", true))
    }

    @Test("A form replaces the inherited body")
    func form() throws {
        let over = "    operations: { search: { form: { q: x } } }"
        let search = try #require(try http(over).operations[.search]?.first)
        guard case .form(let fields)? = search.body else { throw Mismatch() }
        #expect((search.method, search.path.description, fields.map(\.name)) == (.post, "/a", ["q"]))
    }

    @Test("Query parameters that are named like keys are merged as parameters")
    func parameters() throws {
        let search = try #require(
            try http("    operations: { search: { query: { kind: show, path: x, value: y } } }").operations[.search]?
                .first
        )
        #expect(search.query.map(\.name) == ["kind", "from", "q", "path", "value"])
        #expect(search.query.first?.value.values(TemplateInputs()).first?.plainText == "show")
    }

    @Test("A query parameter replaces an inherited one of the other form")
    func parameterForms() throws {
        let over = """
                operations: { search: { query: { q: { parts: ["a", "${input.query}"], join: "-" }, from: { from: input.query } } } }
            """
        let parts = try #require(try http(over).operations[.search]?.first)
        let inputs = TemplateInputs(values: [.query: .text("b")])
        #expect(parts.query.map { $0.value.values(inputs).first?.plainText } == ["film", "b", "a-b"])
        let outcome = outcome(
            base: base.replacing("{ from: input.query, then: [trim] }", with: "{ parts: [\"a\"] }"),
            over: "    operations: { search: { query: { q: { from: input.query } } } }"
        )
        #expect(outcome.diagnostics.map(\.description) == [])
        let from = try #require(outcome.configuration?.providers.first?.http?.operations[.search]?.first)
        #expect(from.query.last?.value.values(inputs).first?.plainText == "b")
    }

    @Test(
        "A new source of a field replaces the inherited source but keeps the field's other keys",
        arguments: [
            ("title: { first_of: [x, y] }", #"{"x":" b "}"#, ["title": "b"]),
            ("title: { value: z }", #"{"t":" b "}"#, ["title": "z"]),
            ("ids: { lamp: { template: 'a${row.j}' } }", #"{"i":1,"j":2}"#, ["ids": ["lamp": "a2"]]),
            ("rating: { votes: { first_of: [w] } }", #"{"r":3,"w":" 7 "}"#, ["rating": 3]),
            ("cast: { rows: p, item: { name: q } }", #"{"p":[{"q":"e"}]}"#, ["cast": [["name": "e"]]]),
            ("directors: { path: p }", #"{"p":["e"]}"#, ["directors": [["name": "e"]]]),
            (
                "directors: { item: { name: { first_of: [m] } } }", #"{"d":[{"m":"e"}]}"#,
                ["directors": [["name": "e"]]]
            ),
            (
                "watch: { item: { region: { each_key: true } } }", #"{"w":{"KR":{"s":["x"],"y":"US"}}}"#,
                ["watch": [["region": "KR", "stream": [["name": "x"]]]]]
            ),
            (
                "watch: { item: { link: { path: l } } }", #"{"w":{"KR":{"s":["x"],"y":"US","l":"http://m"}}}"#,
                ["watch": [["region": "US", "link": "http://m", "stream": [["name": "x"]]]]]
            ),
            ("directors: { each_key: true }", #"{"d":[{"n":"e"}],"t":"b"}"#, ["title": "b"]),
        ] as [(String, String, JSONValue)]
    )
    func source(_ field: String, _ row: String, _ expected: JSONValue) throws {
        let search = try #require(
            try http("    operations: { search: { item: { \(field) } } }").operations[.search]?.first
        )
        let required = row.contains("\"i\"") ? row : row.replacing("{\"", with: "{\"i\":1,\"", maxReplacements: 1)
        let item = try #require(
            try canonicalRows(in: try TestFiles.parsed("{\"a\":[\(required)]}"), by: search).first
        )
        #expect(item.differences(from: expected, at: "item") == [])
    }

    @Test("A provider of another kind inherits nothing")
    func providerKind() throws {
        let over = "    kind: process\n    command: [shelf]\n    operations: [search]"
        let outcome = outcome(base: base, over: over)
        #expect(outcome.diagnostics.map(\.description) == [])
        #expect(outcome.configuration?.providers.first?.operationNames == [.search])
    }

    private struct Mismatch: Error {}
}
