import MarqueeTestKit
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("marquee record")
struct RecordCommandTests {
    static let key = "k3y-of-films"

    /// Runs `body` with a scripted server and a folder that has a definition with these tests, which must stay
    /// unchanged.
    private func with(_ tests: String, _ body: (ScriptedServer, _ folder: String) async throws -> Void) async throws {
        try await ScriptedServer.withFolder { server, folder in
            let text = """
                version: 1
                settings: { languages: [en] }
                providers:
                  - id: films # with a comment
                    base_url: \(server.origin)/v1
                    auth: { kind: api_key, in: query, name: key, value: "${env.FILMS_KEY}" }
                    locales: { en: en-GB, default: en-US }
                    operations:
                      search:
                        get: /search
                        query: { q: "${input.query}", lang: "${locale}" }
                        rows: results
                        item: { ids: { films: id }, title: { path: name, required: true }, year: year }
                      daily_box_office: { get: /day, query: { d: "${input.date}" }, rows: ., item: { rank: r } }
                    tests:
                \(tests)
                """
            try ProjectFiles.write(text, to: folder + "/films.yaml")
            try await body(server, folder)
            #expect(try ProjectFiles.text(folder + "/films.yaml") == text)
        }
    }

    private func record(
        _ folder: String,
        _ options: String...,
        environment: [String: String] = [:]
    ) async throws -> ProcessOutcome {
        let environment = environment.merging(["FILMS_KEY": Self.key]) { own, _ in own }
        return try await Program.run(["record", folder + "/films.yaml", "--trust"] + options, environment: environment)
    }

    @Test("The answer of a test whose file is missing is requested and kept, and the test then passes")
    func records() async throws {
        let test =
            "      - { name: a film, operation: search, input: { query: a well }, response: tests/well.json, expect: { count: 1 } }"
        try await with(test) { server, folder in
            server.on("/v1/search", .json(#"{"results":[{"id":1,"name":"Well"}]}"#), .json(#"{"results":[]}"#))
            let outcome = try await record(folder)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(
                outcome.outputText == """
                    ok   a film: \(folder)/tests/well.json (36 bytes)
                         GET \(server.origin)/v1/search?q=a%20well&lang=en-GB&key=***

                    """
            )
            #expect(server.log.requests.first?.query.last?.value == Self.key)
            let kept = try ProjectFiles.read(folder + "/tests/well.json")
            #expect(String(decoding: kept, as: UTF8.self) == #"{"results":[{"id":1,"name":"Well"}]}"#)
            #expect(try await Program.run(["test", folder + "/films.yaml"]).status == .exited(0))

            let again = try await record(folder)
            #expect(again.outputText.contains("exists; --force fetches it again"))
            let anew = try await record(folder, "--force")
            #expect(anew.outputText.contains("expected 1 item, found 0 (the answer has no rows)"))
            #expect(server.log.requests.count == 2)
        }
    }

    @Test("The answer to a test that expects an error is recorded if it is that error, whatever its format")
    func expectedError() async throws {
        let tests = """
                  - { name: denied, operation: search, input: { query: a }, response: tests/no.json, status: 401, expect: { error: auth } }
                  - { name: not denied, operation: search, input: { query: b }, response: tests/yes.json, expect: { error: auth } }
            """
        try await with(tests) { server, folder in
            server.on("/v1/search") { request, _ in
                request.query.contains { $0.value == "a" }
                    ? .json("<html>denied</html>", status: 401) : .json(#"{"results":[{"id":1,"name":"Well"}]}"#)
            }
            let outcome = try await record(folder)
            #expect(outcome.outputText.contains("ok   denied"), "\(outcome.outputText)")
            #expect(outcome.outputText.contains("FAIL not denied"), "\(outcome.outputText)")
            #expect(try ProjectFiles.text(folder + "/tests/no.json") == "<html>denied</html>")
            #expect(throws: (any Error).self) { try ProjectFiles.read(folder + "/tests/yes.json") }
        }
    }

    @Test("An answer that is an error does not replace a recorded one, and is a failure")
    func errorAnswers() async throws {
        let test =
            "      - { name: a film, operation: search, input: { query: a well }, response: tests/well.json, expect: { count: 1 } }"
        try await with(test) { server, folder in
            let good = #"{"results":[{"id":1,"name":"Well"}]}"#
            try #require(mkdir(folder + "/tests", 0o700) == 0)
            try ProjectFiles.write(good, to: folder + "/tests/well.json")
            server.on("/v1/search", .json(#"{"error":"slow down"}"#, status: 429))
            let outcome = try await record(folder, "--force")
            #expect(outcome.status == .exited(69), "\(outcome.errors)")
            let reason = "\(folder)/tests/well.json is kept, because the answer is an error: "
            #expect(outcome.outputText.hasPrefix("FAIL a film: \(reason)"), "\(outcome.outputText)")
            #expect(String(decoding: try ProjectFiles.read(folder + "/tests/well.json"), as: UTF8.self) == good)
        }
    }

    @Test("An answer that is an error is not recorded for a test that expects films, and is fetched the next time")
    func unexpectedError() async throws {
        let test =
            "      - { name: a film, operation: search, input: { query: a well }, response: well.json, expect: { count: 1 } }"
        try await with(test) { server, folder in
            server.on(
                "/v1/search",
                .json(#"{"error":"slow down"}"#, status: 429),
                .json(#"{"results":[{"id":1,"name":"Well"}]}"#)
            )
            let outcome = try await record(folder)
            #expect(outcome.status == .exited(69), "\(outcome.errors)")
            let reason = "\(folder)/well.json is not written, because the answer is an error: "
            #expect(outcome.outputText.hasPrefix("FAIL a film: \(reason)"), "\(outcome.outputText)")
            #expect(outcome.errors.contains("1 test, 0 recorded"))
            #expect(!ProjectFiles.isReadable(folder + "/well.json"))
            #expect(try await record(folder).status == .exited(0))
            #expect(ProjectFiles.isReadable(folder + "/well.json"))
        }
    }

    @Test("Secrets, tokens, and email addresses are removed from the recorded answer wherever they are")
    func secrets() async throws {
        let test = "      - { name: n, operation: search, input: { query: a }, response: a.json, expect: {} }"
        try await with(test) { server, folder in
            server.on(
                "/v1/search",
                .json(
                    #"{"results":[{"id":1,"name":"Well","mail":"write to kim.lee@films.example, please"}],"asked":"/v1/search?q=a&key=\#(Self.key)","next":"http://x.example/?api_key=other-key&page=2","access_token":"t0ken","user":{"Email":"kim@films.example"},"note":"k3y-of-fi\u006cms","jwt":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl","video":{"key":"abc"},"id":[4,5]}"#
                )
            )
            let outcome = try await record(folder)
            #expect(outcome.status == .exited(0))
            #expect(outcome.outputText.contains("/a.json ("))
            #expect(outcome.outputText.contains(" bytes, 7 removed)"))
            #expect(
                outcome.outputText.contains(#"write expect: {"count":1,"first":{"ids":{"films":"1"},"title":"Well"}}"#)
            )
            let kept = try ProjectFiles.text(folder + "/a.json")
            for secret in [Self.key, "kim", "other-key", "t0ken", "eyJ"] {
                #expect(!kept.contains(secret), "\(secret) in \(kept)")
                #expect(!outcome.outputText.contains(secret) && !outcome.errors.contains(secret))
            }
            for harmless in [#""key": "abc""#, "page=2", "write to ***, please", "\"name\": \"Well\""] {
                #expect(kept.contains(harmless), "\(harmless) not in \(kept)")
            }
        }
    }

    @Test("A status that differs from the test's is reported with the lines to write")
    func otherStatus() async throws {
        let test = "      - { name: n, operation: search, input: { query: a }, response: a.json, expect: {} }"
        try await with(test) { server, folder in
            server.on("/v1/search", .reply(404, body: Array(#"{"error":"none for kim@films.example"}"#.utf8)))
            let outcome = try await record(folder)
            #expect(outcome.outputText.contains("films.yaml:16:9: write status: 404"))
            #expect(outcome.outputText.contains("write expect: { error: unavailable }"))
            let kept = try ProjectFiles.text(folder + "/a.json")
            #expect(kept.contains(#""none for ***""#))
        }
    }

    @Test("Tests that cannot be recorded are reported and send no requests")
    func passedOver() async throws {
        let tests = """
                  - { name: by hand, operation: search, body: { results: [] }, expect: { count: 0 } }
                  - { name: elsewhere, operation: search, response: ../a.json, expect: { count: 0 } }
                  - { name: no day, operation: daily_box_office, response: day.json, expect: { count: 0 } }
            """
        try await with(tests) { server, folder in
            let outcome = try await record(folder)
            #expect(outcome.status == .exited(69))
            #expect(
                outcome.outputText == """
                    -    by hand: its answer is in the definition
                    -    elsewhere: ../a.json is not in the folder of the definition
                    FAIL no day: 'no day' names no day; give it an input such as { date: 2024-03-10 }

                    """
            )
            #expect(server.log.requests.isEmpty)
        }
    }

    @Test("An unreachable source exits with 69, a missing key with 78, and nothing is written")
    func failures() async throws {
        let test = "      - { name: n, operation: search, input: { query: a }, response: a.json, expect: {} }"
        try await with(test) { server, folder in
            let without = try await Program.run(["record", folder + "/films.yaml", "--trust"])
            #expect(without.status == .exited(78))
            #expect(without.outputText == "FAIL n: FILMS_KEY is not set\n")
            server.stop()
            #expect(try await record(folder).status == .exited(69))
            #expect(!ProjectFiles.isReadable(folder + "/a.json"))
        }
    }

    @Test("Recorded calls share the daily quota with sessions")
    func quota() async throws {
        let tests = """
                  - { name: one, operation: search, input: { query: a }, response: a.json, expect: { count: 0 } }
                  - { name: two, operation: search, input: { query: b }, response: b.json, expect: { count: 0 } }
                  - { name: three, operation: search, input: { query: c }, response: c.json, expect: { count: 0 } }
                limits: { quota: 3/day, quota_time_zone: UTC }
            """
        try await with(tests) { server, folder in
            server.on("/v1/search", .json(#"{"results":[]}"#))
            let cache = ["XDG_CACHE_HOME": folder + "/cache"]
            let session = try await Program.run(
                ["call", "--trust", "--config", folder + "/films.yaml", "movies/search", "query=x"],
                environment: cache.merging(["FILMS_KEY": Self.key]) { own, _ in own }
            )
            #expect(session.status == .exited(0), "\(session.errors)")
            let outcome = try await record(folder, environment: cache)
            #expect(outcome.status == .exited(69))
            #expect(outcome.outputText.contains("ok   one: "))
            #expect(outcome.outputText.contains("ok   two: "))
            #expect(outcome.outputText.contains("FAIL three: the 3 calls to films of "))
            #expect(server.log.requests.count == 3)
            let again = try await record(folder, "--cache-dir", folder + "/cache/marquee")
            #expect(again.outputText.contains("FAIL three: the 3 calls to films of "))
            #expect(try await record(folder, environment: ["XDG_CACHE_HOME": folder + "/other"]).status == .exited(0))
            #expect(server.log.requests.count == 4)
        }
    }
}
