import MarqueeTestKit
import Testing

@Suite("marquee test")
struct TestCommandTests {
    /// Runs `marquee test` on a definition with these tests, and with these files beside it.
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

    @Test("A passing test prints one line")
    func holds() async throws {
        let (outcome, _) = try await run(
            "      - { name: a film, operation: search, response: a.json, expect: { count: 1, first: { title: Well, year: 2024 } } }",
            files: ["a.json": #"{"results": [{"id": 1, "name": "Well", "year": "2024"}]}"#]
        )
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "ok   films: a film\n")
        #expect(outcome.errors == "1 test, 0 failed\n")
    }

    @Test("A failing test prints its position and each field's expected and found value")
    func fails() async throws {
        let (outcome, file) = try await run(
            "      - { name: a film, operation: search, body: { results: [{ name: Well, year: 2023 }] }, expect: { count: 2, first: { title: Wall, year: 2024, ids: { films: '1' } } } }"
        )
        #expect(outcome.status == .exited(65))
        #expect(
            outcome.outputText == """
                FAIL films: a film
                     \(file):12:9: search
                     expected 2 items, found 1
                     first.title: expected "Wall", found "Well"
                     first.year: expected 2024, found 2023
                     first.ids: expected {"films":"1"}, found nothing

                """
        )
        #expect(outcome.errors == "films: no sample has id\n1 test, 1 failed\n")
    }

    @Test(
        "A sample is classified like a live answer, by its status, type, and shape",
        arguments: [
            ("status: 404, body: {}", "not_found", 65), ("status: 503, body: {}", "unavailable", 0),
            ("status: 401, body: {}", "auth", 0), ("text: '<html>'", "unavailable", 0),
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

    @Test("`test --format json` prints the results as JSON")
    func json() async throws {
        let (outcome, file) = try await run(
            "      - { name: a film, operation: search, body: { results: [] }, expect: { count: 1 } }",
            ["--format", "json"]
        )
        #expect(outcome.status == .exited(65))
        let expected =
            #"{"tests":[{"provider":"films","name":"a film","operation":"search","location":"\#(file):12:9","#
            + #""holds":false,"differences":[{"expected":"1 item","came":"0 (the answer has no rows)"}]}],"count":1,"failed":1}"#
        #expect(outcome.outputText == expected + "\n")
    }

    @Test("Built-in definitions are tested by name, and a definition that extends one inherits its tests")
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
            #expect(one.status == .exited(66))
            #expect(one.errors == "error: there is no provider 'yours'; the file has mine\n")
        }
    }

    @Test("Without an argument, `test` tests the definitions in force")
    func inForce() async throws {
        let outcome = try await Program.run(["test"])
        #expect(outcome.status == .exited(0), "\(outcome.outputText)")
        for id in ["kofic", "tmdb", "omdb", "yts", "tvmaze", "itunes"] {
            #expect(outcome.outputText.contains("ok   \(id): "))
        }
    }

    @Test("`test` exits with 78 for an invalid or missing file, as `check` does")
    func unusable() async throws {
        let (outcome, file) = try await run("      - { name: a film, operation: serch, body: {}, expect: {} }")
        #expect(outcome.status == .exited(78))
        #expect(outcome.errors.contains("\(file):12:"))
        #expect(try await Program.run(["test", "/nonexistent.yaml"]).status == .exited(78))
    }
}

@Suite("Definitions in docs/providers")
struct PublishedDefinitionTests {
    private static let ids = ["ghibli", "itunes", "jellyfin", "kmdb", "plex", "swapi", "trakt", "wikidata"]

    private func path(_ id: String) -> String { "\(ProjectFiles.root)/docs/providers/\(id).yaml" }

    @Test("The folder contains exactly the expected definitions")
    func folder() throws {
        let names = try ProjectFiles.names(in: "\(ProjectFiles.root)/docs/providers")
        #expect(names.filter { $0.hasSuffix(".yaml") }.sorted() == Self.ids.map { "\($0).yaml" })
    }

    @Test("Each definition passes `marquee check` and begins with instructions for its use", arguments: ids)
    func check(_ id: String) async throws {
        let outcome = try await Program.run(["check", path(id)])
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText == "")
        let text = try ProjectFiles.text(path(id))
        #expect(text.hasPrefix("# "))
        #expect(text.contains("# To use it, "))
    }

    @Test("Each definition passes `marquee test`", arguments: ids)
    func test(_ id: String) async throws {
        let outcome = try await Program.run(["test", path(id)])
        #expect(outcome.status == .exited(0))
        let lines = outcome.outputText.split(separator: "\n")
        #expect(lines.count >= 2)
        #expect(lines.allSatisfy { $0.hasPrefix("ok   \(id): ") })
    }
}
