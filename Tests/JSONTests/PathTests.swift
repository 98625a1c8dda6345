import JSON
import Testing

@Suite("Paths")
struct PathTests {
    private let root: JSONElement
    private let row: JSONElement

    init() throws {
        root = try JSONDocument(
            #"""
            {"base": "https://x", "rows": [{"id": 1, "odd key": "o", "@meta": "m", "m:c": {"#text": "t"}, "it's": "q", "a": {"b": [10, 20, 30]}, "crew": [
              {"job": "Director", "name": "A", "more": {"dept": "x"}}, {"job": "Editor", "name": "B", "out": true},
              {"job": "Director", "name": "C", "more": {"dept": "y"}, "out": false}, 7, null]}],
             "none": "", "no": false, "yes": true}
            """#
        ).root
        row = try #require(root["rows"]?[0])
    }

    @Test(
        "A path selects values in order",
        arguments: [
            ("id", ["1"], true), ("a.b", ["[10,20,30]"], true), ("a.b[0]", ["10"], true), ("a.b[-1]", ["30"], true),
            ("a.b[3]", [], true), ("a.b[-4]", [], true), ("a.b[*]", ["10", "20", "30"], false),
            ("a[*]", ["[10,20,30]"], false),
            ("['odd key']", [#""o""#], true), ("['@meta']", [#""m""#], true), ("@meta", [#""m""#], true),
            ("m:c.#text", [#""t""#], true), (#"['it\'s']"#, [#""q""#], true),
            ("['a'].b[ 1 ]", ["20"], true), ("a['b'][2]", ["30"], true), ("missing.b[*]", [], false),
            ("id.b", [], true),
            ("id[0]", [], true), ("id[*]", ["1"], false), ("$.base", [#""https://x""#], true),
            ("$['base']", [#""https://x""#], true),
            ("$.rows[0].id", ["1"], true), ("crew[?@.job=='Director'].name", [#""A""#, #""C""#], false),
            ("crew[? @.job == 'Director' ].name", [#""A""#, #""C""#], false),
            ("crew[?@.more.dept=='y'].name", [#""C""#], false),
            ("crew[?@['more']['dept']=='y'].name", [#""C""#], false), ("crew[?@.job=='None'].name", [], false),
            ("$.rows[?@.id=='1'].id", ["1"], false), ("$.rows[?@.id==1].id", ["1"], false),
            ("$.rows[?@.id==2].id", [], false), ("$.rows[?@.id=='01'].id", [], false),
            ("crew[?@.out==true].name", [#""B""#], false), ("crew[?@.out=='false'].name", [#""C""#], false),
            ("crew[?@.out==false].name", [#""C""#], false), ("$.base[*]", [#""https://x""#], false),
            ("$.none[*]", [], false), ("$.no[*]", [], false), ("$.yes[*]", ["true"], false),
            (#"['\u0061'].b[0]"#, ["10"], true),
        ]
    )
    func selects(text: String, values: [String], isSingular: Bool) throws {
        let path = try JSONPath(parsing: text)
        #expect(path.select(in: row, root: root).map(\.description) == values)
        #expect(path.first(in: row, root: root)?.description == values.first)
        #expect(path.isSingular == isSingular)
        #expect(path.description == text)
    }

    @Test("A single XML element is treated as a list if the path expects a list")
    func listsOfOne() throws {
        let text = #"{"a":{"b":{"c":"x"}},"d":[{"c":"y"},{"c":"z"}]}"#
        let root = try JSONDocument(fromXML: Array(text.utf8), limits: .standard).root
        let paths = [
            "a.b[*].c", "a.b[0].c", "a.b[-1].c", "a.b[1].c", "a.b[?@.c=='x'].c", "a.b[?@.c=='y'].c", "d[*].c", "d[1].c",
        ]
        let found = try paths.map { try JSONPath(parsing: $0).select(in: root, root: root).compactMap(\.string) }
        #expect(found == [["x"], ["x"], ["x"], [], ["x"], [], ["y", "z"], ["z"]])
    }

    @Test("A lone dot selects the row, and a lone dollar sign the root")
    func whole() throws {
        #expect(try JSONPath(parsing: ".").select(in: row, root: root) == [row])
        #expect(try JSONPath(parsing: "$").select(in: row, root: root) == [root])
    }

    @Test(
        "An invalid path is refused at its column",
        arguments: [
            ("", 1), (" a", 1), ("a ", 2), (".a", 1), ("a.", 3), ("a..b", 3), ("$..a", 3), ("a.*", 3), ("*", 1),
            ("@", 2), ("@1", 2), ("##a", 2), ("a:", 2), ("a:1", 2), (":a", 1),
            ("a-b", 2), ("1a", 1), ("a b", 2), ("a[", 3), ("a[]", 3), ("a[01]", 3), ("a[-0]", 3), ("a[1.0]", 4),
            ("a[+1]", 3),
            ("a[-]", 4), ("a[9007199254740992]", 3), ("a[99999999999999999999]", 3), ("a[0:1]", 4), ("a[0,1]", 4),
            ("a['b]", 6),
            (#"a["b"]"#, 3), ("a['b'", 6), (#"['\x']"#, 4), (#"['\"']"#, 4), (#"['\uD800']"#, 3), (#"['\u12']"#, 7),
            ("['\t']", 3), ("a[?@.b]", 7), ("a[?@=='x']", 5), ("a[?@.b=='x' && @.c=='y']", 13), ("a[?@.b!='x']", 7),
            ("a[?@.b=1]", 8), ("a[?@.b==x]", 9), ("a[?@.b==01]", 9), ("a[?@.b==1.]", 9), ("a[?@.b==null]", 9),
            ("a[?$.b=='x']", 4), ("a[?(@.b=='x')]", 4), ("a[?@[0]=='x']", 6),
            ("a[?@.b=='x'", 12), ("한국[", 4), ("é.é!", 4),
        ]
    )
    func refuses(text: String, column: Int) {
        let error = #expect(throws: JSONPathError.self) { try JSONPath(parsing: text) }
        #expect(error?.column == column, "\(error?.description ?? "")")
    }

    @Test("An error states what was expected and what was found")
    func messages() {
        let cases: [(text: String, description: String)] = [
            ("@", "expected a name (odd ones are written ['like this']), found the end (column 2)"),
            ("a[0:1]", "expected ']', found ':' (column 4)"),
            ("a[00]", "expected a position without leading zeros, found 00 (column 3)"),
            ("a['b", "expected a closing single quote, found the end (column 5)"),
        ]
        for (text, description) in cases {
            let error = #expect(throws: JSONPathError.self) { try JSONPath(parsing: text) }
            #expect(error?.description == description)
        }
    }
}

@Suite("JSONPath compliance suite")
struct PathSuiteTests {
    @Test("A path of the subset selects the listed result, and any other path is refused at a column")
    func compliance() throws {
        let tests = try SuiteFiles.paths()
        var accepted = 0
        for test in tests {
            let name = test["name"]?.string ?? ""
            let selector = try #require(test["selector"]?.string)
            do {
                let path = try JSONPath(parsing: selector)
                accepted += 1
                #expect(test["invalid_selector"]?.bool != true, "\(name): \(selector) is accepted")
                let document = try #require(test["document"])
                let selected = path.select(in: document, root: document)
                #expect(
                    Self.expected(of: test).contains(selected) != Self.comparesTexts.contains(name),
                    "\(name): \(selector) gave \(selected)"
                )
                #expect(path.first(in: document, root: document) == selected.first, "\(name)")
            } catch let error as JSONPathError {
                #expect((1...(selector.count + 1)).contains(error.column), "\(name): \(error)")
            }
        }
        #expect(tests.count == 703)
        // The subset has 73 of the 456 valid paths. It has no slices, unions, descendants, functions, double quotes,
        // or other filters.
        #expect(accepted == 73)
    }

    /// The tests in which a number and a text are written alike, which a filter of the subset takes for the same.
    private static let comparesTexts: Set = [
        "filter, equals numeric string, single quotes", "filter, equals number",
        "filter, equals number, zero and negative zero", "filter, equals number, decimal fraction",
    ]

    private static func expected(of test: JSONElement) -> [[JSONElement]] {
        if let result = test["result"] { return [Array(result.elements)] }
        return test["results"]?.elements.map { Array($0.elements) } ?? []
    }
}
