/// Definitions with one mistake each, and the expected problem as `line:column: severity: text`.
package enum BrokenKeys {
    /// All broken keys as complete files.
    package static var whole: [(text: String, problem: String)] {
        ofProviders.map { (file(provider: $0.keys), $0.problem) }
            + ofOperations.map { (file(operation: $0.name, $0.value), $0.problem) }
            + ofFields.map { broken in
                let value = "{ get: /, rows: ., item: { title: \(broken.field) } }"
                return (file(operation: "search", value), broken.problem)
            }
    }

    /// Returns a file whose provider has the given keys from line 5 on, indented by four spaces.
    package static func file(provider keys: String) -> String {
        """
        version: 1
        providers:
          - id: shelf
            base_url: https://shelf.example
            \(keys)
            operations: { search: { get: /films, rows: ., item: { title: t } } }
        """
    }

    /// Returns a file with an operation on line 6, whose value starts at column 27 if its name has six letters.
    package static func file(operation name: String, _ value: String, keys: String = "title: Shelf") -> String {
        """
        version: 1
        providers:
          - id: shelf
            base_url: https://shelf.example
            \(keys)
            operations: { \(name): \(value) }
        """
    }

    /// Broken keys of a provider.
    package static let ofProviders: [(keys: String, problem: String)] = [
        ("timout: 3s", "5:5: error: unknown key 'timout' in a provider; did you mean 'timeout'?"),
        (
            "timeout: soon",
            "5:14: error: 'timeout': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, found 'soon'"
        ),
        (
            "timeout: 0s",
            "5:14: error: 'timeout': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, found '0s'"
        ),
        (
            "timeout: [3s]",
            "5:14: error: 'timeout': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, found a list"
        ),
        (
            "timeout:",
            "5:13: error: 'timeout': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, found nothing"
        ),
        (
            "max_body: 4M",
            "5:15: error: 'max_body': expected a size of at most 64MiB, such as 500kB or 4MiB, found '4M'"
        ),
        (
            "max_body: 65MiB",
            "5:15: error: 'max_body': expected a size of at most 64MiB, such as 500kB or 4MiB, found '65MiB'"
        ),
        ("ca_file: []", "5:14: error: 'ca_file': expected a file such as ca.pem, found a list"),
        ("images_auth: 1", "5:18: error: 'images_auth': expected true or false, found '1'"),
        (
            "limits: { rate: [3/s, x] }", "5:27: error: 'rate': expected a rate such as 2/s or 20/10s, found 'x'"
        ),
        (
            "errors: [{ when: { status: 500 }, kind: upstream, retry: 1 }]",
            "5:62: error: 'retry': expected true or false, found '1'"
        ),
        (
            "auth: { kind: api_key, in: header, name: A, value: '${env.SHELF_KEY}', suffix: [] }",
            "5:84: error: 'suffix': expected a text, found a list"
        ),
        (
            "auth: { kind: token, from: { post: https://, path: t } }",
            "5:40: error: 'post': '' is not the name of a host"
        ),
        ("enabled: no", "5:14: error: 'enabled': expected true or false, found 'no'; did you mean 'false'?"),
        ("allow_http: 1", "5:17: error: 'allow_http': expected true or false, found '1'"),
        (
            "languages: ko",
            "5:16: error: 'languages': expected a list, each a language such as ko or pt-BR, found 'ko'; put a single one in [ ], too"
        ),
        ("languages: [ko, kor!]", "5:21: error: 'languages': expected a language such as ko or pt-BR, found 'kor!'"),
        (
            "limits: { concurrent: 010 }",
            "5:27: error: 'concurrent': expected a whole number from 1 to 1000, found '010'"
        ),
        (
            "limits: { concurrent: 1e3 }",
            "5:27: error: 'concurrent': expected a whole number from 1 to 1000, found '1e3'"
        ),
        ("limits: { rate: 2 }", "5:21: error: 'rate': expected a rate such as 2/s or 20/10s, found '2'"),
        ("limits: { quota: 3/week }", "5:22: error: 'quota': expected a quota such as 3000/day, found '3/week'"),
        (
            "retry: { backoff: 2s..1s }",
            "5:23: error: 'backoff': expected two durations such as 100ms..2s, the smaller first, found '2s..1s'"
        ),
        ("retry: 3", "5:12: error: 'retry': expected a map (retry), found '3'; its keys are attempts, backoff"),
        (
            "auth: { kind: api_kye }",
            "5:19: error: 'kind': expected one of none, api_key, bearer, basic, token or oauth2, found 'api_kye'; did you mean 'api_key'?"
        ),
        ("auth: { name: key }", "5:11: error: 'auth': needs 'kind': none, api_key, bearer, basic, token or oauth2"),
        (
            "auth: { kind: bearer, name: x, value: '${env.SHELF}' }",
            "5:27: error: unknown key 'name' in auth of kind bearer; known: kind, value"
        ),
        ("auth: { kind: api_key, in: query, value: '${env.SHELF}' }", "5:11: error: auth of kind api_key needs 'name'"),
        (
            "auth: { kind: bearer, value: abc }",
            "5:34: warning: a secret is written into the file; put it into the environment and write ${env.SHELF_KEY}"
        ),
        (
            "headers: { X: '${input.query}' }",
            "5:22: error: 'X': 'input.query' has no value outside of an operation"
        ),
        (
            "headers: { 'a b': x }",
            "5:16: error: 'headers': expected the name of a header such as X-Api-Key, found 'a b'"
        ),
        (
            "auth: { kind: api_key, in: header, name: 'X Key', value: '${env.SHELF}' }",
            "5:46: error: 'name': expected the name of a header such as X-Api-Key, found 'X Key'"
        ),
        (
            "vars: { a: b, c: '/${vars.a}' }",
            "5:24: error: 'c': a constant cannot contain placeholders such as ${vars.a}; write out its text"
        ),
        (
            "image_hosts: [127.0.0.1]",
            "5:19: error: 'image_hosts': each port of this machine is another server; name it in images_base instead"
        ),
        (
            "images_base: http://i.example/w500",
            "5:18: error: 'images_base': expected https, found http://i.example/w500; http is only for this machine, or with allow_http: true"
        ),
        (
            "image_hosts: ['https://i.example']",
            "5:19: error: 'image_hosts': expected the name of a host such as image.example.org, found 'https://i.example'"
        ),
        (
            "errors: [{ when: { status: 700 }, kind: auth }]",
            "5:32: error: 'status': expected a status such as 404 or 5xx, found '700'"
        ),
        ("errors: [{ when: { path: e }, kind: auth }]", "5:24: error: 'path' needs exists, is, not, in or matches"),
        ("errors: [{ when: { is: e }, kind: auth }]", "5:22: error: exists, is, not, in and matches need a 'path'"),
        ("errors: [{ when: {}, kind: auth }]", "5:22: error: 'when' needs a condition"),
        (
            "errors: [{ kind: qouta, when: { status: 429 } }]",
            "5:22: error: 'kind': expected one of auth, quota, rate_limited, not_found, bad_request, unavailable or upstream, found 'qouta'; did you mean 'quota'?"
        ),
        ("errors: [{ when: { status: 429 } }]", "5:14: error: an error rule needs 'kind'"),
    ]
}
