import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Rows of an answer")
struct RowTests {
    private func rows(_ rows: String, _ document: String) throws -> [String]? {
        let text = """
            version: 1
            providers:
              - id: shelf
                base_url: https://shelf.example
                operations: { search: { get: /, rows: \(rows), item: { title: t } } }
            """
        let outcome = load(text)
        #expect(outcome.diagnostics.map(\.description) == [])
        let operation = try #require(outcome.configuration?.providers.first?.http?.operations[.search]?.first)
        guard case .rows(let found) = operation.rows.rows(in: try JSONDocument(document).root) else { return nil }
        return found.map(\.description)
    }

    @Test(
        "A list, one object, a map, a bare array, or nothing",
        arguments: [
            ("a.b", #"{"a":{"b":[1,2]}}"#, ["1", "2"]), ("a.b", #"{"a":{"b":{"t":1}}}"#, [#"{"t":1}"#]),
            ("{ path: a, each_value: true }", #"{"a":{"x":1,"y":2}}"#, ["1", "2"]), (".", #"[{"t":1}]"#, [#"{"t":1}"#]),
            (".", #"{"t":1}"#, [#"{"t":1}"#]), ("a.b", #"{"a":{}}"#, nil), ("a.b", #"{"a":{"b":null}}"#, nil),
            ("a.b", "[]", nil), ("{ path: a.b, if_missing: empty }", #"{"a":{}}"#, []), ("a", #"{"a":[]}"#, []),
            ("\"a[*].b\"", #"{"a":[{"b":[1]},{},{"b":[2,3]}]}"#, ["1", "2", "3"]), ("\"a[*].b\"", #"{"a":[]}"#, []),
            ("a", #"{"a":"no"}"#, nil), ("a", #"{"a":7}"#, nil), (".", "true", nil),
            ("{ path: a, if_missing: empty }", #"{"a":"no"}"#, nil), ("\"a[*].b\"", #"{"a":[{"b":"no"}]}"#, nil),
            ("\"a[*].b\"", "{}", nil), ("\"a.b[*]\"", #"{"a":{"b":null}}"#, nil), ("\"a[*]\"", #"{"a":"x"}"#, nil),
            ("{ path: \"a[*].b\", if_missing: empty }", "{}", []), ("\"a[?@.k=='v']\"", "{}", nil),
            ("\"a[?@.k=='v']\"", #"{"a":[{"k":"w"}]}"#, []), ("\"['a[*]'].b\"", #"{"a[*]":{"b":[1]}}"#, ["1"]),
            ("\"['a[*]'][*].b\"", #"{"a[*]":[]}"#, []), ("\"[*].b\"", #"[{"b":[1]}]"#, ["1"]),
            ("\"$[*].b\"", "[]", []), ("\"a[*]\"", #"{"a":["x","y"]}"#, [#""x""#, #""y""#]),
        ] as [(String, String, [String]?)]
    )
    func rows(_ definition: String, _ document: String, _ expected: [String]?) throws {
        #expect(try rows(definition, document) == expected)
    }
}
