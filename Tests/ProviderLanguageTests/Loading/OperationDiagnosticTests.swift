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
                "lookup", "{ get: '/${input.ids.b}', rows: ., item: { title: t } }",
                "6:27: error: 'lookup' needs 'by': the id name spaces that it takes"
            ),
            (
                "lookup", "{ by: [], get: '/${input.ids.b}', rows: ., item: { title: t } }",
                "6:29: error: 'by' needs an id name space"
            ),
            (
                "search", "{ get: '/a?b=c', rows: ., item: { title: t } }",
                "6:34: error: 'get': a path must not hold '?'; write parameters under 'query'"
            ),
            (
                "search", "{ get: '/a#b', rows: ., item: { title: t } }",
                "6:34: error: 'get': a path must not hold '#'; write parameters under 'query'"
            ),
            (
                "search", "{ post: '/a/%2E./b', rows: ., item: { title: t } }",
                "6:35: error: 'post': a path must not have '.' or '..' in it"
            ),
            (
                "search", "{ get: /, query: { s: { from: env.KEY } }, rows: ., item: { title: t } }",
                "6:57: error: 'from': expected an input such as input.sort, came 'env.KEY'"
            ),
            (
                "search", "{ get: /, query: { s: { from: file.key } }, rows: ., item: { title: t } }",
                "6:57: error: 'from': expected an input such as input.sort, came 'file.key'"
            ),
            (
                "search", "{ get: /, query: { s: { from: 'input.query}x${env.KEY' } }, rows: ., item: { title: t } }",
                "6:58: error: 'from': expected an input such as input.sort, came 'input.query}x${env.KEY'"
            ),
            (
                "search", "{ get: /, query: { s: { from: input.qery } }, rows: ., item: { title: t } }",
                "6:57: error: 'from': 'input.qery' is no input; did you mean 'query'?"
            ),
            (
                "search",
                "{ get: /, query: { p: a, q: b }, paging: { kind: page, param: p }, rows: ., item: { title: t } }",
                "6:46: error: 'p': this parameter comes from 'paging' already"
            ),
            (
                "search",
                "{ get: /, query: { q: b }, paging: { kind: offset, param: o, size: 9, size_param: q }, rows: ., item: { title: t } }",
                "6:46: error: 'q': this parameter comes from 'paging' already"
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
                "6:38: error: 'get': a secret must not stand in a path, for paths are logged; use auth or query"
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
                "6:57: error: 'from': expected an input such as input.sort, came 'inputs.query'"
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
                "6:76: error: 'template': a secret must not stand in a field of an item"
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

    @Test("The key's parameter has no place in a query")
    func keyParameter() {
        let keys = "auth: { kind: api_key, in: query, name: key, value: '${env.K}' }"
        #expect(
            operation("search", "{ get: /, query: { key: a }, rows: ., item: { title: t } }", keys: keys)
                == ["6:46: error: 'key': this parameter comes from 'auth' already"]
        )
        #expect(
            operation(
                "search",
                "{ get: /, paging: { kind: page, param: key }, rows: ., item: { title: t } }",
                keys: keys
            ) == ["6:45: error: 'paging': the parameter 'key' comes from 'auth' already"]
        )
        let header = keys.replacing("in: query", with: "in: header")
        #expect(operation("search", "{ get: /, query: { key: a }, rows: ., item: { title: t } }", keys: header) == [])
    }

    @Test(
        "Repetitions inside of each other are refused, for they can take time without end",
        arguments: [
            ("(a+)+$", false), ("(a*)*", false), ("(?:a|b)+", false), ("((a+)b){2,}", false), ("(a?b)*", false),
            ("(x[)+]+)*", false), ("(a{1,3})+", false), ("^tt[0-9]{7,9}$", true), ("^.*x.*$", true), ("(a+)?", true),
            ("(ab)+", true), (#"\(a+\)+"#, true), ("[(a+)]+", true), ("(?:a|b)", true), ("(a+?)b", true),
            ("['’]+", true),
            ("(?<n>[0-9]+) (?:min|h)", true),
        ]
    )
    func patterns(_ pattern: String, _ isAccepted: Bool) {
        let found = operation(
            "search",
            "{ get: /, rows: ., item: { title: { path: t, then: [{ extract: \"\(pattern.replacing(#"\"#, with: #"\\"#))\" }] } } }"
        )
        #expect(found.count == (isAccepted ? 0 : 1))
        let message = "'extract': a group that is repeated must not hold a repetition, an optional part or alternatives"
        #expect(found.allSatisfy { $0.contains(message) && $0.hasPrefix("6:9") }, "\(found)")
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
