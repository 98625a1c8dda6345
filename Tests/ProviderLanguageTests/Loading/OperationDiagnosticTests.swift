import ProviderLanguage
import Testing

@Suite("Problems of operations and items")
struct OperationDiagnosticTests {
    /// An operation in one line: line 6, its value from column 15 on where the name has six letters.
    private func operation(_ name: String, _ value: String, keys: String = "title: Shelf") -> [String] {
        problems(
            """
            version: 1
            providers:
              - id: shelf
                base_url: https://shelf.example
                \(keys)
                operations: { \(name): \(value) }
            """
        ).map { String($0.dropFirst("test.yaml:".count)) }
    }

    @Test(
        "What an operation can not have, or lacks",
        arguments: [
            (
                "search", "{ rows: ., item: { title: t } }",
                "6:27: error: the operation 'search' needs 'get' or 'post': the path to ask"
            ),
            (
                "search", "{ get: /, post: /, rows: ., item: { title: t } }",
                "6:27: error: the operation 'search' only one of 'get' and 'post' may stand"
            ),
            ("search", "{ get: /, body: {}, rows: ., item: { title: t } }", "6:37: error: a 'body' goes with 'post'"),
            (
                "search", "{ by: [a], get: /, rows: ., item: { title: t } }",
                "6:29: error: unknown key 'by' in the operation 'search'; known: get, post, query, headers, body, paging, cache, rows, item"
            ),
            (
                "lookup", "{ get: /, rows: ., item: { title: t } }",
                "6:27: error: 'lookup' needs 'by': the id name spaces that it takes"
            ),
            (
                "lookup", "{ by: [a], get: '/${input.ids.b}', rows: ., item: { title: t } }",
                "6:47: error: 'get': 'b' is not among the ids that this operation takes (by: a)"
            ),
            (
                "lookup", "{ by: [a], get: /, paging: { kind: none }, rows: ., item: { title: t } }",
                "6:46: error: unknown key 'paging' in the operation 'lookup'; known: by, get, post, query, headers, body, cache, rows, item"
            ),
            (
                "search", "{ get: '/${env.KEY}', rows: ., item: { title: t } }",
                "6:38: error: 'get': a secret must not stand here; put it into auth, query or headers"
            ),
            (
                "search",
                "{ get: /, cache: { ttl: 1h, settled_after: 2d, settled_ttl: 9d }, rows: ., item: { title: t } }",
                "6:55: error: settled_after is for operations with a date"
            ),
            (
                "search", "{ get: /, query: { l: '${locale}' }, rows: ., item: { title: t } }",
                "6:52: error: 'l': '${locale}' needs 'locales' in the provider"
            ),
            (
                "search", "{ get: /, query: { s: { from: input.query, map: { a: b } } }, rows: ., item: { title: t } }",
                "6:70: error: 'map' needs 'else': keep, drop, or a value"
            ),
            (
                "search", "{ get: /, query: { s: { from: inputs.query } }, rows: ., item: { title: t } }",
                "6:57: error: 'from': '${inputs.query}' names nothing; known are ${input.X}, ${env.X}, ${file.X}, ${locale} and ${vars.X}; did you mean 'input'?"
            ),
            (
                "search", "{ get: /, paging: { kind: pages }, rows: ., item: { title: t } }",
                "6:53: error: 'kind': expected one of none, page, offset or next_url, came 'pages'; did you mean 'page'?"
            ),
            (
                "search",
                "{ get: /, paging: { kind: page, param: p, total: a, has_more: b }, rows: ., item: { title: t } }",
                "6:45: error: 'paging': only one of total, has_more may stand"
            ),
            (
                "search", "{ get: /, rows: { path: a, if_missing: none }, item: { title: t } }",
                "6:66: error: 'if_missing': expected one of empty or error, came 'none'"
            ),
            (
                "search", "{ get: /, rows: ., item: { extends: lisst } }",
                "6:63: error: 'extends' names another operation of this provider that has an item; did you mean 'list'?"
            ),
        ]
    )
    func operations(_ name: String, _ value: String, _ expected: String) {
        let list = name == "search" && value.contains("lisst") ? ", list: { get: /, rows: ., item: { title: t } }" : ""
        #expect(operation(name, value + list) == [expected])
    }

    @Test(
        "What a field can not have",
        arguments: [
            ("{ path: t, scale: 5 }", "6:72: error: 'title': 'scale' is not for a text with a language"),
            (
                "{ path: t, first_of: [u] }",
                "6:61: error: 'title': expected one source (path, first_of, each, value or template), came path and first_of"
            ),
            (
                "{ path: t, then: [{ split: ',', join: ',' }] }",
                "6:79: error: 'then': a transform is a map with one key"
            ),
            ("{ path: t, then: [{ extract: '(' }] }", "6:91: error: 'extract': not a regular expression: expected ')'"),
            (
                "{ path: t, then: [{ date: yyyy }] }",
                "6:87: error: 'date': a date format needs one year, one month and one day, such as yyyy-MM-dd"
            ),
            (
                "{ path: t, then: [trimm] }",
                "6:79: error: 'then': expected one of trim, lower, upper, strip_html, unescape_html or collapse_spaces, came 'trimm'; did you mean 'trim'?"
            ),
            ("{ path: t, map: { a: b } }", "6:72: error: 'map' needs 'else': keep, drop, or a value"),
            ("{ path: t, else: keep }", "6:72: error: 'else' needs a 'map'"),
            ("{ path: t, required: yes }", "6:82: error: 'required': expected true or false, came 'yes'"),
            (
                "{ template: '${env.KEY}' }",
                "6:76: error: 'template': a secret must not stand here; put it into auth, query or headers"
            ),
            (
                "{ path: t, language: '${locale}' }",
                "6:82: error: 'language': '${locale}' needs 'locales' in the provider"
            ),
        ]
    )
    func fields(_ field: String, _ expected: String) {
        #expect(operation("search", "{ get: /, rows: ., item: { title: \(field) } }") == [expected])
    }

    @Test("Units belong to their fields")
    func units() {
        #expect(
            operation("search", "{ get: /, rows: ., item: { runtime: { path: r, unit: mins } } }")
                == ["6:74: error: 'unit': expected min, h, s or ms, came 'mins'"]
        )
        #expect(
            operation("daily_box_office", "{ get: /, rows: ., item: { sales: { path: s, unit: won } } }")
                == ["6:82: error: 'unit': expected a currency such as KRW, came 'won'"]
        )
    }

    @Test("A film's field has no place in a row of the box office")
    func otherKind() {
        #expect(
            operation("daily_box_office", "{ get: /, rows: ., item: { rank: r, title: t } }").first?
                .hasPrefix("6:73: error: unknown key 'title' in the item of a row of the box office") == true
        )
    }

    @Test("Constants are checked where they are named")
    func variables() {
        let keys = "vars: { page: '/films' }"
        #expect(operation("search", "{ get: '${vars.page}', rows: ., item: { title: t } }", keys: keys) == [])
        #expect(
            operation("search", "{ get: '/${vars.pgae}', rows: ., item: { title: t } }", keys: keys)
                == ["6:38: error: 'get': 'pgae' is not among 'vars'; did you mean 'page'?"]
        )
    }
}
