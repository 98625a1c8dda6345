import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Rows of an answer")
struct RowTests {
    private func rows(_ rows: String, _ document: String) throws -> [String]? {
        let operation = try shelfOperation(.search, "get: /, rows: \(rows), item: { title: t }")
        guard case .rows(let found) = operation.rows.rows(in: try JSONDocument(document).root) else { return nil }
        return found.map(\.element.description)
    }

    @Test(
        "Rows are selected from lists, objects, and maps, or reported as missing",
        arguments: [
            ("a.b", #"{"a":{"b":[1,2]}}"#, ["1", "2"]), ("a.b", #"{"a":{"b":{"t":1}}}"#, [#"{"t":1}"#]),
            ("{ path: a, each_value: true }", #"{"a":{"x":1,"y":2}}"#, ["1", "2"]), (".", #"[{"t":1}]"#, [#"{"t":1}"#]),
            (".", #"{"t":1}"#, [#"{"t":1}"#]), ("a.b", #"{"a":{}}"#, nil), ("a.b", #"{"a":{"b":null}}"#, nil),
            ("a.b", "[]", nil), ("{ path: a.b, if_missing: empty }", #"{"a":{}}"#, []), ("a", #"{"a":[]}"#, []),
            ("\"a[*].b\"", #"{"a":[{"b":[1]},{},{"b":[2,3]}]}"#, ["1", "2", "3"]), ("\"a[*].b\"", #"{"a":[]}"#, []),
            ("a", #"{"a":"no"}"#, nil), ("a", #"{"a":7}"#, nil), (".", "true", nil),
            ("{ path: a, if_missing: empty }", #"{"a":"no"}"#, nil), ("\"a[*].b\"", #"{"a":[{"b":"no"}]}"#, nil),
            ("\"a[*].b\"", "{}", nil), ("\"a.b[*]\"", #"{"a":{"b":null}}"#, nil), ("\"a[*]\"", #"{"a":"x"}"#, nil),
            ("{ path: \"a[*].b\", if_missing: empty }", "{}", nil), ("\"a[?@.k=='v']\"", "{}", nil),
            ("\"a[?@.k=='v']\"", #"{"a":[{"k":"w"}]}"#, []), ("\"['a[*]'].b\"", #"{"a[*]":{"b":[1]}}"#, ["1"]),
            ("\"['a[*]'][*].b\"", #"{"a[*]":[]}"#, []), ("\"[*].b\"", #"[{"b":[1]}]"#, ["1"]),
            ("\"$[*].b\"", "[]", []), ("\"a[*]\"", #"{"a":["x","y"]}"#, [#""x""#, #""y""#]),
            ("\"a[*].b\"", #"{"a":[{}]}"#, nil), ("\"[*].b\"", #"{"x":{}}"#, nil), ("\"[*].b\"", #"[{"c":1}]"#, nil),
            ("\"a[*].b[*]\"", #"{"a":[{"b":[]}]}"#, []), ("\"a[?@.k=='v'].b\"", #"{"a":[{"k":"v"}]}"#, nil),
            ("\"a[?@.k=='v']\"", #"{"a":{"k":"w"}}"#, nil), ("\"a[*].b\"", #"{"a":{"x":{"b":[1]}}}"#, ["1"]),
        ] as [(String, String, [String]?)]
    )
    func rows(_ definition: String, _ document: String, _ expected: [String]?) throws {
        #expect(try rows(definition, document) == expected)
    }

    @Test(
        "With if_missing, an answer that reports a failure in the place of rows is not empty",
        arguments: [
            ("a", #"{"Response":"False","Error":"Request limit reached!"}"#, nil), ("a", #"{"error":{"code":1}}"#, nil),
            ("a.b", #"{"a":{"error":"limit"}}"#, nil), ("a.b", #"{"a":{},"errors":[{"m":"limit"}]}"#, nil),
            ("a", #"{"error_message":"limit","n":0}"#, nil), ("a", #"{"message":"Slow down"}"#, nil),
            ("a", #"{"success":false,"status_code":34,"message":"Slow down"}"#, nil),
            ("a", #"{"error":null}"#, []), ("a", #"{"error":false,"n":0}"#, []), ("a", #"{"error":0}"#, []),
            ("a", #"{"errors":[]}"#, []), ("a", #"{"error":""}"#, []), ("a", #"{"message":"ok","total":0}"#, []),
            ("a", #"{"error":"false"}"#, []), ("a", #"{"errorMessage":"OK","n":0}"#, []),
            ("a", #"{"error":true}"#, nil),
            ("a", #"{"message":null}"#, []), ("a", #"{"a":[],"error":"limit"}"#, []),
        ] as [(String, String, [String]?)]
    )
    func failureInstead(_ path: String, _ document: String, _ expected: [String]?) throws {
        #expect(try rows("{ path: \(path), if_missing: empty }", document) == expected)
    }

    @Test(
        "With if_missing, an empty element of XML is there, and has no rows",
        arguments: [
            ("r.list.film", #"{"r":{"n":"0","list":null}}"#, []), ("r.list.film", #"{"r":{"list":{"@n":"0"}}}"#, []),
            ("r.film", #"{"r":null}"#, []), ("r.list.film", #"{"r":null}"#, nil), ("r.list.film", #"{"x":null}"#, nil),
            ("r.list.film", #"{"r":{"n":"0"}}"#, nil), ("r.list.film", #"{"r":{"list":{"film":null}}}"#, []),
        ] as [(String, String, [String]?)]
    )
    func emptyElements(_ path: String, _ document: String, _ expected: [String]?) throws {
        let operation = try shelfOperation(
            .search,
            "get: /, rows: { path: \(path), if_missing: empty }, item: { title: t }"
        )
        let root = try JSONDocument(fromXML: Array(document.utf8), limits: .standard).root
        guard case .rows(let found) = operation.rows.rows(in: root) else {
            #expect(expected == nil)
            return
        }
        #expect(found.map(\.element.description) == expected)
    }

    @Test(
        "With if_missing, only the last step of a path may be missing, and an empty object is no row",
        arguments: [
            ("a.b", #"{"a":{"n":0}}"#, []), ("a.b", #"{"a":{"b":null}}"#, []), ("a.b", "{}", nil), ("a.b", "[]", nil),
            ("a.b", #"{"a":null}"#, nil), ("a.b", #"{"a":[]}"#, nil), ("a.b", #"{"a":"x"}"#, nil),
            ("a.b", #"{"a":{"b":{}}}"#, nil), ("a.b.c", #"{"a":{}}"#, nil), ("a", #"{"n":0}"#, []), ("a", "{}", nil),
            ("a", "[]", nil), ("\"a[0]\"", #"{"a":[]}"#, []), ("\"a[0]\"", #"{"a":{}}"#, nil),
            ("\"a[*].b\"", #"{"a":[{}]}"#, []), ("\"a[*].b\"", #"{"a":[1]}"#, nil), ("\"a[*].b\"", #"{"a":{}}"#, nil),
            (".", "{}", nil), (".", "[]", []), ("a.b", #"{"a":""}"#, []), ("a.b.c", #"{"a":""}"#, nil),
            ("a", #"{"a":""}"#, []), ("a", #"{"a":false}"#, []), ("a", #"{"a":true}"#, nil), ("a", #"{"a":0}"#, nil),
            ("a.b", #"{"a":{"b":" "}}"#, []), ("a.b", #"{"a":false}"#, nil),
        ] as [(String, String, [String]?)]
    )
    func missing(_ path: String, _ document: String, _ expected: [String]?) throws {
        #expect(try rows("{ path: \(path), if_missing: empty }", document) == expected)
    }
}

@Suite("Row conditions")
struct RowConditionTests {
    private func titles(_ condition: String, in document: String) throws -> [String] {
        let rows = "{ path: rows, where: \(condition) }"
        let operation = try shelfOperation(.search, "get: /films, rows: \(rows), item: { title: t }")
        return try films(in: try JSONDocument(document).root, by: operation).films.compactMap { $0.title?.text }
    }

    @Test(
        "A condition selects the matching rows",
        arguments: [
            ("{ path: k, is: film }", ["A"]), ("{ path: k, not: film }", ["B", "C"]),
            ("{ path: k, in: [film, clip] }", ["A", "B"]),
            ("{ path: k, exists: false }", ["C"]), ("{ path: k, matches: '^c' }", ["B"]),
            ("{ path: k, exists: true, not: clip }", ["A"]), ("{ path: $.wanted, is: all }", ["A", "B", "C"]),
        ]
    )
    func conditions(_ condition: String, _ expected: [String]) throws {
        let document = #"{"wanted":"all","rows":[{"t":"A","k":"film"},{"t":"B","k":"clip"},{"t":"C","k":null}]}"#
        #expect(try titles(condition, in: document) == expected)
    }

    @Test("A single row is filtered like a row of a list")
    func alone() throws {
        #expect(try titles("{ path: k, is: film }", in: #"{"rows":{"t":"A","k":"film"}}"#) == ["A"])
        #expect(try titles("{ path: k, is: film }", in: #"{"rows":{"t":"A","k":"clip"}}"#) == [])
    }

    @Test("An incomplete condition is reported")
    func diagnostics() {
        let keys =
            "get: /, rows: { path: a, where: { path: k } }, "
            + "item: { title: t, cast: { rows: c, where: { iss: x }, item: { name: n } } }"
        #expect(
            problems(shelf(.search, keys)) == [
                "test.yaml:6:49: error: 'where' needs a path, and exists, is, not, in or matches",
                "test.yaml:6:106: error: 'where' needs a path, and exists, is, not, in or matches",
                "test.yaml:6:108: error: unknown key 'iss' in where; did you mean 'is'?",
            ]
        )
    }
}
