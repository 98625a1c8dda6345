import MarqueeTestKit
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Diagnostics of a file")
struct DiagnosticTests {
    private func provider(_ keys: String) -> String { BrokenKeys.file(provider: keys) }

    @Test(
        "K11, K12, K15: A problem is reported with its position, the expected value, and the actual one",
        arguments: BrokenKeys.ofProviders
    )
    func providerKeys(_ keys: String, _ expected: String) {
        #expect(problems(provider(keys)) == ["test.yaml:" + expected])
    }

    @Test(
        "K18: An invalid address is refused",
        arguments: [
            (
                "https://me:pw@x.example",
                "error: 'base_url': an address must not carry a user name or password; use auth"
            ),
            ("file:///etc/passwd", "error: 'base_url': an address begins with https:// (or http:// for this machine)"),
            (
                "http://x.example",
                "error: 'base_url': expected https, found http://x.example; http is only for this machine, or with allow_http: true"
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

    @Test(
        "K16: A file with a secret causes a warning if others can read it",
        arguments: [(0o600, false), (0o640, true), (0o604, true), (0o711, false), (nil, false)]
    )
    func readers(_ permissions: Int?, _ isTold: Bool) {
        let written = provider("auth: { kind: bearer, value: abc }")
        let named = provider("auth: { kind: bearer, value: '${env.SHELF}' }")
        func problems(_ text: String) -> [String] {
            ConfigurationLoader.load(
                bytes: Array(text.utf8),
                file: "test.yaml",
                permissions: permissions,
                bundled: []
            ).diagnostics.map(\.description)
        }
        let secret =
            "test.yaml:5:34: warning: a secret is written into the file; put it into the environment and write ${env.SHELF_KEY}"
        let readers =
            "test.yaml:5:34: warning: other users can read this file, and it contains a secret; run: chmod 600 test.yaml"
        #expect(problems(written) == (isTold ? [secret, readers] : [secret]))
        #expect(problems(named) == [])
    }

    @Test("K18: Plain HTTP is accepted for the local machine, and elsewhere with allow_http")
    func plainHTTP() {
        #expect(
            problems(provider("title: x").replacing("https://shelf.example", with: "http://127.0.0.1:8080/api")) == []
        )
        #expect(
            problems(provider("allow_http: true").replacing("https://shelf.example", with: "http://10.0.0.7")) == []
        )
    }

    @Test(
        "K13: An invalid top level is reported",
        arguments: [
            ("", ["1:1: error: "]),
            ("version: 1", ["1:1: error: the file needs 'providers'"]),
            ("version: 2\nproviders: []", ["1:10: error: 'version': expected 1, the only version known, found '2'"]),
            ("providers: []", ["1:1: error: the file needs 'version', such as version: 1"]),
            (
                "version: 1\nproviders: {}",
                [
                    "2:12: error: 'providers': expected a list of providers, found a map; each of them begins with '- id:'"
                ]
            ),
            (
                "version: 1\nprovider: []",
                [
                    "2:1: error: unknown key 'provider' in the file; did you mean 'providers'?",
                    "1:1: error: the file needs 'providers'",
                ]
            ),
            ("- 1", ["1:1: error: expected a map (the file), found a list"]),
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

    @Test("A duplicate key does not hide other problems")
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
                "test.yaml:6:5: error: the key \"base_url\" appears twice in this map: on line 4 and on line 6",
                "test.yaml:7:12: error: 'retry': expected a map (retry), found '3'; its keys are attempts, backoff",
                "test.yaml:8:64: error: unknown key 'titel' in the item of a film; did you mean 'title'?",
                "test.yaml:8:74: error: the key \"title\" appears twice in this map: both on line 8, at columns 54 and 74",
            ]
        )
    }

    @Test("K10: A duplicate provider id is reported with both lines")
    func repeated() {
        let text = """
            version: 1
            providers:
              - &a { id: shelf, base_url: https://a.example, operations: { search: { get: /, rows: ., item: { title: t } } } }
              - { id: shelf, base_url: https://b.example, operations: { search: { get: /, rows: ., item: { title: t } } } }
            """
        #expect(problems(text) == ["test.yaml:4:11: error: there already is a provider 'shelf', in line 3"])
    }

    @Test("K12: All problems are reported in one run, ordered by position")
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
                "test.yaml:2:23: error: 'deadline': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, found '6'; did you mean '6s'?",
                "test.yaml:2:26: error: unknown key 'languags' in settings; did you mean 'languages'?",
                "test.yaml:4:9: error: 'id': expected an id of a-z, 0-9, _ and - that begins with a letter, found 'Shelf'; did you mean 'shelf'?",
                "test.yaml:6:14: error: 'timeout': expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero, found '3'; did you mean '3s'?",
                "test.yaml:8:7: error: unknown operation 'serch'; did you mean 'search'?",
                "test.yaml:10:9: error: the operation 'list' needs 'rows'",
                "test.yaml:10:14: error: 'get': expected a path that begins with '/', found 'films'; did you mean '/films'?",
                "test.yaml:11:24: error: 'q': 'list' has no input 'query'; it has country, cursor, director, genre, languages, limit, maximum_minutes, minimum_minutes, minimum_rating, minimum_votes, offset, order, original_language, page, person, region, released_by, released_from, services, sort, without_genre, year",
                "test.yaml:12:17: error: 'paging' needs 'param', or ${input.page} in the request",
                "test.yaml:12:37: error: 'size': expected a whole number from 1 to 10000, found '0'",
                "test.yaml:13:17: error: unknown key 'titel' in the item of a film; did you mean 'title'?",
                "test.yaml:13:36: error: 'year': expected a name (odd ones are written ['like this']), found '.'",
                "test.yaml:13:48: error: 'title': expected one source (path, first_of, each, value, template, each_key or position), found none",
            ]
        )
    }
}
