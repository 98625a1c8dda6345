import MarqueeTestKit
import Testing

@Suite("marquee test")
struct TestCommandTests {
    /// Runs it on a definition with these tests, and with these files beside it.
    private func run(
        _ tests: String,
        files: [String: String] = [:],
        _ options: [String] = []
    ) async throws -> (ProcessOutcome, file: String) {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/films.yaml"
            let text = """
                version: 1
                providers:
                  - id: films
                    base_url: https://films.example
                    operations:
                      search:
                        get: /search
                        query: { q: "${input.query}" }
                        rows: results
                        item: { ids: { films: id }, title: { path: name, required: true }, year: year }
                    tests:
                \(tests)
                """
            try ProjectFiles.write(text, to: file)
            for (name, content) in files { try ProjectFiles.write(content, to: folder + "/" + name) }
            return (try await Program.run(["test", file] + options), file)
        }
    }

    @Test("A test that holds is a line")
    func holds() async throws {
        let (outcome, _) = try await run(
            "      - { name: a film, operation: search, response: a.json, expect: { count: 1, first: { title: Well, year: 2024 } } }",
            files: ["a.json": #"{"results": [{"id": 1, "name": "Well", "year": "2024"}]}"#]
        )
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "ok   films: a film\n")
        #expect(outcome.errors == "1 test, 0 failed\n")
    }

    @Test("A test that does not hold says where it stands, and each field with what was expected and what came")
    func fails() async throws {
        let (outcome, file) = try await run(
            "      - { name: a film, operation: search, body: { results: [{ name: Well, year: 2023 }] }, expect: { count: 2, first: { title: Wall, year: 2024, ids: { films: '1' } } } }"
        )
        #expect(outcome.status == .exited(65))
        #expect(
            outcome.outputText == """
                FAIL films: a film
                     \(file):12:9: search
                     expected 2 items, came 1
                     first.title: expected "Wall", came "Well"
                     first.year: expected 2024, came 2023
                     first.ids: expected {"films":"1"}, came nothing

                """
        )
        #expect(outcome.errors == "1 test, 1 failed\n")
    }

    @Test(
        "An answer is read as a live one: by its status, its type and its shape",
        arguments: [
            ("status: 404, body: {}", "not_found", 65), ("status: 503, body: {}", "unavailable", 0),
            ("status: 401, body: {}", "auth", 65), ("text: '<html>'", "unavailable", 0),
            ("text: '{\"results\": '", "malformed", 0), ("text: ''", "malformed", 0), ("body: {}", "malformed", 0),
            ("status: 429, body: {}", "rate_limited", 0), ("response: none.json", "malformed", 65),
        ]
    )
    func failures(_ answer: String, _ kind: String, _ code: Int32) async throws {
        let (outcome, _) = try await run(
            "      - { name: it fails, operation: search, \(answer), expect: { error: \(kind) } }"
        )
        #expect(outcome.status == .exited(code), "\(outcome.outputText)")
    }

    @Test("JSON for programs")
    func json() async throws {
        let (outcome, file) = try await run(
            "      - { name: a film, operation: search, body: { results: [] }, expect: { count: 1 } }",
            ["--format", "json"]
        )
        #expect(outcome.status == .exited(65))
        let expected =
            #"{"tests":[{"provider":"films","name":"a film","operation":"search","location":"\#(file):12:9","#
            + #""holds":false,"differences":[{"expected":"1 items","came":"0"}]}],"count":1,"failed":1}"#
        #expect(outcome.outputText == expected + "\n")
    }

    @Test("A built-in definition goes by its name, and its tests by who extends it")
    func builtIn() async throws {
        let outcome = try await Program.run(["test", "omdb"])
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText.hasPrefix("ok   omdb: "))
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/mine.yaml"
            try ProjectFiles.write("version: 1\nproviders: [{ id: mine, extends: omdb }]\n", to: file)
            let outcome = try await Program.run(["test", file])
            #expect(outcome.status == .exited(0))
            #expect(outcome.outputText.hasPrefix("ok   mine: "))
            let one = try await Program.run(["test", file, "--provider", "yours"])
            #expect(one.status == .exited(64))
            #expect(one.errors == "error: there is no provider 'yours'; the file has mine\n")
        }
    }

    @Test("What is in force is tested where nothing is named")
    func inForce() async throws {
        let outcome = try await Program.run(["test"])
        #expect(outcome.status == .exited(0), "\(outcome.outputText)")
        for id in ["kofic", "tmdb", "omdb", "yts", "tvmaze", "itunes"] {
            #expect(outcome.outputText.contains("ok   \(id): "))
        }
    }

    @Test("A file with errors, or none, ends as `marquee check` ends")
    func unusable() async throws {
        let (outcome, file) = try await run("      - { name: a film, operation: serch, body: {}, expect: {} }")
        #expect(outcome.status == .exited(78))
        #expect(outcome.errors.contains("\(file):12:"))
        #expect(try await Program.run(["test", "/nonexistent.yaml"]).status == .exited(78))
    }
}
