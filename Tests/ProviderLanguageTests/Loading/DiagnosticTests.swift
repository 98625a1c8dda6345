import ProviderLanguage
import Testing

@Suite("Problems of a file")
struct DiagnosticTests {
    /// A provider with these keys, from line 5 on, indented by four.
    private func provider(_ keys: String) -> String {
        """
        version: 1
        providers:
          - id: shelf
            base_url: https://shelf.example
            \(keys)
            operations: { search: { get: /films, rows: ., item: { title: t } } }
        """
    }

    @Test(
        "Each is shown with its place, what was expected and what came",
        arguments: [
            ("timout: 3s", "5:5: error: unknown key 'timout' in a provider; did you mean 'timeout'?"),
            (
                "timeout: soon",
                "5:14: error: 'timeout': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, came 'soon'"
            ),
            (
                "timeout: 0s",
                "5:14: error: 'timeout': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, came '0s'"
            ),
            (
                "timeout: [3s]",
                "5:14: error: 'timeout': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, came a list"
            ),
            (
                "timeout:",
                "5:13: error: 'timeout': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, came nothing"
            ),
            ("max_body: 4M", "5:15: error: 'max_body': expected a size such as 500kB or 4MiB, came '4M'"),
            ("enabled: no", "5:14: error: 'enabled': expected true or false, came 'no'"),
            ("allow_http: 1", "5:17: error: 'allow_http': expected true or false, came '1'"),
            (
                "languages: ko",
                "5:16: error: 'languages': expected a list, each a language such as ko or pt-BR, came 'ko'"
            ),
            ("languages: [ko, kor!]", "5:21: error: 'languages': expected a language such as ko or pt-BR, came 'kor!'"),
            (
                "limits: { concurrent: 010 }",
                "5:27: error: 'concurrent': expected a whole number from 1 to 1000, came '010'"
            ),
            (
                "limits: { concurrent: 1e3 }",
                "5:27: error: 'concurrent': expected a whole number from 1 to 1000, came '1e3'"
            ),
            ("limits: { rate: 2 }", "5:21: error: 'rate': expected a rate such as 2/s or 20/10s, came '2'"),
            ("limits: { quota: 3/week }", "5:22: error: 'quota': expected a quota such as 3000/day, came '3/week'"),
            (
                "retry: { backoff: 2s..1s }",
                "5:23: error: 'backoff': expected two durations such as 100ms..2s, the smaller first, came '2s..1s'"
            ),
            ("retry: 3", "5:12: error: 'retry': expected a map (retry), came '3'"),
            (
                "auth: { kind: api_kye }",
                "5:19: error: 'kind': expected one of none, api_key, bearer or basic, came 'api_kye'; did you mean 'api_key'?"
            ),
            ("auth: { name: key }", "5:11: error: 'auth': needs 'kind': none, api_key, bearer or basic"),
            (
                "auth: { kind: bearer, name: x, value: '${env.K}' }",
                "5:27: error: unknown key 'name' in auth of kind bearer; known: kind, value"
            ),
            ("auth: { kind: api_key, in: query, value: '${env.K}' }", "5:11: error: auth of kind api_key needs 'name'"),
            (
                "auth: { kind: bearer, value: abc }",
                "5:34: warning: a secret is written into the file; put it into the environment and write ${env.NAME}"
            ),
            (
                "headers: { X: '${input.query}' }",
                "5:22: error: 'X': 'input.query' has no value outside of an operation"
            ),
            (
                "headers: { 'a b': x }",
                "5:16: error: 'headers': expected the name of a header such as X-Api-Key, came 'a b'"
            ),
            (
                "auth: { kind: api_key, in: header, name: 'X Key', value: '${env.K}' }",
                "5:46: error: 'name': expected the name of a header such as X-Api-Key, came 'X Key'"
            ),
            (
                "vars: { a: b, c: '/${vars.a}' }",
                "5:24: error: 'c': a constant holds no places such as ${vars.a}; write its text out"
            ),
            (
                "image_hosts: ['https://i.example']",
                "5:19: error: 'image_hosts': expected the name of a host such as image.example.org, came 'https://i.example'"
            ),
            (
                "errors: [{ when: { status: 700 }, kind: auth }]",
                "5:32: error: 'status': expected a status such as 404 or 5xx, came '700'"
            ),
            ("errors: [{ when: { path: e }, kind: auth }]", "5:24: error: 'path' needs exists, is, not, in or matches"),
            ("errors: [{ when: { is: e }, kind: auth }]", "5:22: error: exists, is, not, in and matches need a 'path'"),
            ("errors: [{ when: {}, kind: auth }]", "5:22: error: 'when' needs a condition"),
            (
                "errors: [{ kind: qouta, when: { status: 429 } }]",
                "5:22: error: 'kind': expected one of auth, quota, rate_limited, not_found, bad_request, unavailable or upstream, came 'qouta'; did you mean 'quota'?"
            ),
            ("errors: [{ when: { status: 429 } }]", "5:14: error: an error rule needs 'kind'"),
        ]
    )
    func providerKeys(_ keys: String, _ expected: String) {
        #expect(problems(provider(keys)) == ["test.yaml:" + expected])
    }

    @Test(
        "Addresses that are refused",
        arguments: [
            (
                "https://me:pw@x.example",
                "error: 'base_url': an address must not carry a user name or password; use auth"
            ),
            ("file:///etc/passwd", "error: 'base_url': an address begins with https:// (or http:// for this machine)"),
            (
                "http://x.example",
                "error: 'base_url': expected https, came http://x.example; http is only for this machine, or with allow_http: true"
            ),
            ("[]", "error: 'base_url' needs an address"),
        ]
    )
    func addresses(_ address: String, _ expected: String) {
        let text = """
            version: 1
            providers:
              - { id: shelf, base_url: \(address), operations: { search: { get: /, rows: ., item: { title: t } } } }
            """
        let found = problems(text)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("test.yaml:3:") == true)
        #expect(found.first?.hasSuffix(expected) == true)
    }

    @Test("http: goes to this machine, and elsewhere only where it is allowed")
    func plainHTTP() {
        #expect(
            problems(provider("title: x").replacing("https://shelf.example", with: "http://127.0.0.1:8080/api")) == []
        )
        #expect(
            problems(provider("allow_http: true").replacing("https://shelf.example", with: "http://10.0.0.7")) == []
        )
    }

    @Test(
        "The file itself",
        arguments: [
            ("", ["1:1: error: "]),
            ("version: 1", ["1:1: error: the file needs 'providers'"]),
            ("version: 2\nproviders: []", ["1:10: error: 'version': expected 1, the only version known, came '2'"]),
            ("providers: []", ["1:1: error: the file needs 'version'"]),
            ("version: 1\nproviders: {}", ["2:12: error: 'providers': expected a list of providers, came a map"]),
            (
                "version: 1\nprovider: []",
                [
                    "2:1: error: unknown key 'provider' in the file; did you mean 'providers'?",
                    "1:1: error: the file needs 'providers'",
                ]
            ),
            ("- 1", ["1:1: error: expected a map (the file), came a list"]),
            ("version: 1\nversion: 1\nproviders: []", ["2:1: error: "]),
        ]
    )
    func file(_ text: String, _ expected: [String]) {
        let found = problems(text)
        #expect(found.count == expected.count)
        for start in expected {
            #expect(found.contains { $0.hasPrefix("test.yaml:" + start) }, "\(found)")
        }
    }

    @Test("A key that stands twice does not hide the other problems")
    func repeatedKeys() {
        let text = """
            version: 1
            providers:
              - id: shelf
                base_url: https://shelf.example
                timeout: 2s
                base_url: https://other.example
                retry: 3
                operations: { search: { get: /, rows: ., item: { title: t, titel: u, title: v } } }
            """
        #expect(
            problems(text) == [
                "test.yaml:6:5: error: the key \"base_url\" stands twice in this map: on line 4 and on line 6",
                "test.yaml:7:12: error: 'retry': expected a map (retry), came '3'",
                "test.yaml:8:64: error: unknown key 'titel' in the item of a film; did you mean 'title'?",
                "test.yaml:8:74: error: the key \"title\" stands twice in this map: both on line 8, at columns 54 and 74",
            ]
        )
    }

    @Test("Two providers of one name: the message names both lines")
    func repeated() {
        let text = """
            version: 1
            providers:
              - &a { id: shelf, base_url: https://a.example, operations: { search: { get: /, rows: ., item: { title: t } } } }
              - { id: shelf, base_url: https://b.example, operations: { search: { get: /, rows: ., item: { title: t } } } }
            """
        #expect(problems(text) == ["test.yaml:4:11: error: the provider 'shelf' is there already, in line 3"])
    }

    @Test("All problems come in one run, in the order of their places")
    func allAtOnce() {
        let text = """
            version: 1
            settings: { deadline: 6, languags: [ko] }
            providers:
              - id: Shelf
                base_url: https://shelf.example
                timeout: 3
                operations:
                  serch: { get: /, rows: ., item: { title: t } }
                  list:
                    get: films
                    query: { q: "${input.query}" }
                    paging: { kind: page, size: 0 }
                    item: { titel: t, year: "a..b", title: { then: [trimm] } }
            """
        #expect(
            problems(text) == [
                "test.yaml:2:23: error: 'deadline': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, came '6'",
                "test.yaml:2:26: error: unknown key 'languags' in settings; did you mean 'languages'?",
                "test.yaml:4:9: error: 'id': expected an id of a-z, 0-9, _ and - that begins with a letter, came 'Shelf'",
                "test.yaml:6:14: error: 'timeout': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, came '3'",
                "test.yaml:8:7: error: unknown operation 'serch'; did you mean 'search'?",
                "test.yaml:10:9: error: the operation 'list' needs 'rows'",
                "test.yaml:10:14: error: 'get': a path begins with '/', came 'films'",
                "test.yaml:11:24: error: 'q': 'list' has no input 'query'; it has genre, languages, limit, minimum_rating, order, page, sort",
                "test.yaml:12:17: error: paging of kind page needs 'param'",
                "test.yaml:12:37: error: 'size': expected a whole number from 1 to 10000, came '0'",
                "test.yaml:13:17: error: unknown key 'titel' in the item of a film; did you mean 'title'?",
                "test.yaml:13:36: error: 'year': expected a name (odd ones are written ['like this']), but '.' came",
                "test.yaml:13:48: error: 'title': expected one source (path, first_of, each, value or template), came none",
            ]
        )
    }
}
