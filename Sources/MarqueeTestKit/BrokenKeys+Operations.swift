extension BrokenKeys {
    /// Broken operations, each with a name and a value.
    package static let ofOperations: [(name: String, value: String, problem: String)] = [
        (
            "search", "{ rows: ., item: { title: t } }",
            "6:27: error: the operation 'search' needs 'get' or 'post': the path to ask"
        ),
        (
            "search", "{ get: /, post: /, rows: ., item: { title: t } }",
            "6:27: error: the operation 'search': use only one of 'get' and 'post'"
        ),
        (
            "search", "{ get: /, inputs: { genre: { default: a } }, rows: ., item: { title: t } }",
            "6:47: error: 'search' has no input 'genre' to convert; known: query, year"
        ),
        (
            "search", "{ get: /, inputs: [], rows: ., item: { title: t } }",
            "6:45: error: 'inputs': expected a map of inputs, found a list"
        ),
        (
            "search", "{ get: /, inputs: { query: { default: [] } }, rows: ., item: { title: t } }",
            "6:65: error: 'default': expected a text, found a list"
        ),
        (
            "search", "{ get: /, inputs: { query: { map: { a: b } } }, rows: ., item: { title: t } }",
            "6:56: error: 'map' needs 'else': keep, drop, or a value"
        ),
        (
            "search", "{ get: /, inputs: { query: { from: input.sort } }, rows: ., item: { title: t } }",
            "6:62: error: 'from': 'search' has no input 'sort'; it has cursor, languages, limit, offset, page, query, year"
        ),
        (
            "search", "{ get: /, embedded_json: a..b, rows: ., item: { title: t } }",
            "6:54: error: 'embedded_json': expected a name (odd ones are written ['like this']), found '.'"
        ),
        (
            "search", "{ get: /, rows: ., item: { title: { position: no } } }",
            "6:73: error: 'position': expected true or false, found 'no'; did you mean 'false'?"
        ),
        (
            "search",
            "{ get: /, rows: ., item: { runtime: { path: r, then: [{ number: { units: { K: x } } }] } } }",
            "6:105: error: 'K': expected a number above 0 in digits, such as 0.01, found 'x'"
        ),
        (
            "search", "{ get: /, rows: ., item: { runtime: { path: r, then: [{ number: { factor: 0 } }] } } }",
            "6:101: error: 'factor': expected a number above 0 in digits, such as 0.01, found '0'"
        ),
        ("search", "{ get: /, body: {}, rows: ., item: { title: t } }", "6:37: error: a 'body' needs 'post'"),
        ("search", "{ get: /, form: {}, rows: ., item: { title: t } }", "6:37: error: a 'form' needs 'post'"),
        (
            "search", "{ post: /, body: {}, form: {}, rows: ., item: { title: t } }",
            "6:48: error: the operation 'search': use either 'body' or 'form', not both"
        ),
        (
            "search", "{ by: [a], get: /, rows: ., item: { title: t } }",
            "6:29: error: unknown key 'by' in the operation 'search'; known: get, post, inputs, query, headers, body, form, paging, cache, format, embedded_json, rows, item"
        ),
        (
            "lookup", "{ get: /, rows: ., item: { title: t } }",
            "6:27: error: 'lookup' needs 'by': the id namespaces that it takes"
        ),
        (
            "lookup", "{ get: '/${input.ids.b}', rows: ., item: { title: t } }",
            "6:27: error: 'lookup' needs 'by': the id namespaces that it takes"
        ),
        (
            "lookup", "{ by: [], get: '/${input.ids.b}', rows: ., item: { title: t } }",
            "6:29: error: 'by' needs an id namespace"
        ),
        (
            "search", "{ get: '/a?b=c', rows: ., item: { title: t } }",
            "6:34: error: 'get': a path must not contain '?'; write parameters under 'query'"
        ),
        (
            "search", "{ get: '/a#b', rows: ., item: { title: t } }",
            "6:34: error: 'get': a path must not contain '#'; what follows # is never sent to a server; remove it"
        ),
        (
            "search", "{ post: '/a/%2E./b', rows: ., item: { title: t } }",
            "6:35: error: 'post': a path must not have '.' or '..' in it"
        ),
        (
            "search", "{ get: /, query: { s: { from: env.KEY } }, rows: ., item: { title: t } }",
            "6:57: error: 'from': expected an input such as input.sort, found 'env.KEY'"
        ),
        (
            "search", "{ get: /, query: { s: { from: file.key } }, rows: ., item: { title: t } }",
            "6:57: error: 'from': expected an input such as input.sort, found 'file.key'"
        ),
        (
            "search", "{ get: /, query: { s: { from: 'input.query}x${env.KEY' } }, rows: ., item: { title: t } }",
            "6:58: error: 'from': expected an input such as input.sort, found 'input.query}x${env.KEY'"
        ),
        (
            "search", "{ get: /, query: { s: { from: input.qery } }, rows: ., item: { title: t } }",
            "6:57: error: 'from': 'input.qery' is not an input; did you mean 'query'?"
        ),
        (
            "search",
            "{ get: /, query: { p: a, q: b }, paging: { kind: page, param: p }, rows: ., item: { title: t } }",
            "6:46: error: 'p': this parameter already comes from 'paging'"
        ),
        (
            "search",
            "{ get: /, query: { q: b }, paging: { kind: offset, param: o, size: 9, size_param: q }, rows: ., item: { title: t } }",
            "6:46: error: 'q': this parameter already comes from 'paging'"
        ),
        (
            "lookup", "{ by: [a], get: '/${input.ids.b}', rows: ., item: { title: t } }",
            "6:47: error: 'get': 'b' is not among the ids that this operation takes (by: a)"
        ),
        (
            "lookup", "{ by: [a], get: /, paging: { kind: none }, rows: ., item: { title: t } }",
            "6:46: error: unknown key 'paging' in the operation 'lookup'; known: by, leads_to, get, post, inputs, query, headers, body, form, cache, format, embedded_json, rows, item"
        ),
        (
            "search", "{ get: '/${env.KEY}', rows: ., item: { title: t } }",
            "6:38: error: 'get': a path must not contain a secret, because paths are logged; use auth or query"
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
            "6:57: error: 'from': expected an input such as input.sort, found 'inputs.query'"
        ),
        (
            "search", "{ get: /, paging: { kind: pages }, rows: ., item: { title: t } }",
            "6:53: error: 'kind': expected one of none, page, offset, next_url or cursor, found 'pages'; did you mean 'page'?"
        ),
        (
            "search",
            "{ get: /, paging: { kind: page, param: p, total_pages: a, has_more: b }, rows: ., item: { title: t } }",
            "6:45: error: 'paging': only one of total_pages, has_more may stand"
        ),
        (
            "search", "{ get: /, rows: { path: a, if_missing: none }, item: { title: t } }",
            "6:66: error: 'if_missing': expected one of empty or error, found 'none'"
        ),
        (
            "search", "{ get: /, rows: { path: a, where: { is: x } }, item: { title: t } }",
            "6:61: error: 'where' needs a path, and exists, is, not, in or matches"
        ),
        (
            "search", "{ get: /, rows: ., item: { extends: lisst } }",
            "6:63: error: 'extends' names another operation of this provider that has an item; did you mean 'list'?"
        ),
    ]

    /// Broken definitions of the field `title` of a film.
    package static let ofFields: [(field: String, problem: String)] = [
        ("{ path: t, scale: 5 }", "6:72: error: 'title': a text with a language has no 'scale'"),
        (
            "{ path: t, first_of: [u] }",
            "6:61: error: 'title': expected one source (path, first_of, each, value, template, each_key or position), found path and first_of"
        ),
        (
            "{ path: t, then: [{ split: ',', join: ',' }] }",
            "6:79: error: 'then': a transform is a map with one key"
        ),
        (
            "{ path: t, then: [{ extract: '(' }] }",
            "6:91: error: 'extract': not a regular expression: missing closing parenthesis (byte 2)"
        ),
        (
            "{ path: t, then: [{ date: yyyy }] }",
            "6:87: error: 'date': a date format needs one year, one month and one day, such as yyyy-MM-dd, or a week and its year, such as YYYY'W'ww"
        ),
        (
            "{ path: t, then: [trimm] }",
            "6:79: error: 'then': expected one of trim, lower, upper, strip_html, unescape_html, collapse_spaces or url_decode, found 'trimm'; did you mean 'trim'?"
        ),
        ("{ path: t, map: { a: b } }", "6:72: error: 'map' needs 'else': keep, drop, or a value"),
        ("{ path: t, else: keep }", "6:72: error: 'else' needs a 'map'"),
        (
            "{ path: t, required: yes }",
            "6:82: error: 'required': expected true or false, found 'yes'; did you mean 'true'?"
        ),
        (
            "{ template: '${env.KEY}' }",
            "6:76: error: 'template': a field of an item must not contain a secret"
        ),
        (
            "{ path: t, language: english }",
            "6:82: error: 'language': expected a language such as ko or pt-BR, found 'english'; did you mean 'en'?"
        ),
        (
            "{ path: t, language: '${locale}' }",
            "6:82: error: 'language': '${locale}' needs 'locales' in the provider"
        ),
    ]
}
