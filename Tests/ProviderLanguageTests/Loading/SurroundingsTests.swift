import JSON
import MovieDomain
import ProviderLanguage
import Testing

@Suite("File permissions, secrets, and referenced files")
struct SurroundingsTests {
    /// Returns a file with the provider keys from line 4 on and the search keys from line 5 on.
    private func file(_ keys: String, search: String = "get: /films", tests: String = "[]") -> String {
        """
        version: 1
        providers:
          - id: shelf
            \(keys)
            operations: { search: { \(search), rows: ., item: { title: t } } }
            base_url: https://shelf.example
            tests: \(tests)
        """
    }

    private func found(
        _ text: String,
        permissions: Int? = nil,
        files: Set<String> = []
    ) -> [String] {
        ConfigurationLoader.load(
            bytes: Array(text.utf8),
            file: "test.yaml",
            permissions: permissions,
            problemOfFile: { name, _ in files.contains(name) ? nil : "there is no file '\(name)' beside this one" },
            bundled: []
        ).diagnostics.map { String($0.description.dropFirst("test.yaml:".count)) }
    }

    @Test(
        "No message quotes a value that stands where a key is expected",
        arguments: [
            "auth: S3cr3tXYZ123", "auth: \"Bearer S3cr3tXYZ123\"", "auth: { kind: S3cr3tXYZ123 }",
            "auth: { kind: api_key, in: S3cr3tXYZ123, name: key, value: a }",
            "auth: { kind: api_key, in: header, name: \"X Key S3cr3tXYZ123\", value: a }",
            "headers: \"X-Api-Key: S3cr3tXYZ123\"", "headers: { \"X-Api-Key: S3cr3tXYZ123\": a }",
        ]
    )
    func hiddenValues(_ line: String) {
        let messages = found(file(line, search: "get: /"))
        #expect(messages.contains { $0.contains("error: ") })
        #expect(!messages.contains { $0.contains("S3cr3t") }, "\(messages)")
    }

    private let written =
        "warning: a secret is written into the file; put it into the environment and write ${env.SHELF_KEY}"

    @Test(
        "A literal value in a header or parameter with a secret's name causes a warning",
        arguments: [
            ("headers: { X-Api-Key: abc }", "get: /", "4:27"),
            ("headers: { authorization: Bearer abc }", "get: /", "4:31"),
            ("title: x", "get: /, query: { access_token: abc }", "5:60"),
            ("title: x", "get: /, headers: { Client-Secret: abc }", "5:63"),
            ("vars: { k: abc }", "get: /, query: { apikey: '${vars.k}' }", "5:54"),
            ("headers: { X-Api-Key: '${env.SHELF}', Accept: text/html }", "get: /", ""),
            ("title: x", "get: /, query: { key_words: abc, token: '${env.SHELF}', secret: '' }", ""),
        ]
    )
    func writtenSecrets(_ keys: String, _ search: String, _ place: String) {
        #expect(found(file(keys, search: search)) == (place.isEmpty ? [] : ["\(place): \(written)"]))
    }

    @Test(
        "A file that others can read causes a warning at its first secret",
        arguments: [(0o600, false), (0o640, true), (0o604, true)]
    )
    func readers(_ permissions: Int, _ isWarned: Bool) {
        let text = file("headers: { X-Api-Key: abc }", search: "get: /, query: { token: abc }")
        let warning =
            "4:27: warning: other users can read this file, and it contains a secret; run: chmod 600 test.yaml"
        let problems = found(text, permissions: permissions)
        #expect(problems.contains(warning) == isWarned)
        #expect(problems.count == (isWarned ? 3 : 2))
        #expect(found(file("title: x"), permissions: permissions) == [])
    }

    @Test("A test whose response file is missing causes a warning")
    func responses() {
        let tests = """
            [{ name: a, operation: search, response: tests/a.json, expect: { count: 0 } }, \
            { name: b, operation: search, response: tests/b.json, expect: { count: 0 } }]
            """
        let text = file("title: x", tests: tests)
        #expect(found(text, files: ["tests/a.json", "tests/b.json"]) == [])
        #expect(
            found(text, files: ["tests/a.json"])
                == ["7:131: warning: there is no file 'tests/b.json' beside this one"]
        )
        #expect(load(text).diagnostics == [])
    }

    @Test("A problem in JSON separates the hint from the message")
    func json() {
        let timeout = load(file("timeuot: 3s")).diagnostics.first
        #expect(
            timeout?.json == [
                "file": "test.yaml", "line": 4, "column": 5, "severity": "error",
                "message": "unknown key 'timeuot' in a provider", "hint": "did you mean 'timeout'?",
            ]
        )
        let rate = load(file("limits: { rate: 2 }")).diagnostics.first
        #expect(
            rate?.json == [
                "file": "test.yaml", "line": 4, "column": 21, "severity": "error",
                "message": "'rate': expected a rate such as 2/s or 20/10s, found '2'",
            ]
        )
    }
    @Test("A value that reads like a hint stays in the message")
    func quotedHint() {
        let rate = load(file("limits: { rate: 'x; write y' }")).diagnostics.first
        #expect(rate?.finding == "'rate': expected a rate such as 2/s or 20/10s, found 'x; write y'")
        let key = load(file("'timeuot; add one': 3s")).diagnostics.first
        #expect(key?.finding.message == "unknown key 'timeuot; add one' in a provider")
    }
}
