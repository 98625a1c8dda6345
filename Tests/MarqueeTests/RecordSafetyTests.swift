import MarqueeTestKit
import Testing

@Suite("Files that `marquee record` and `marquee new` write")
struct RecordSafetyTests {
    private static func shell(_ line: String, in folder: String) async throws {
        let plan = ProcessPlan("/bin/sh", ["-c", line], workingDirectory: folder)
        let outcome = try await ProcessOutcome.of(plan)
        #expect(outcome.status == .exited(0), "\(line): \(outcome.errors)")
    }

    /// Records the answer of a definition's only test into a file with this name.
    private static func record(
        into name: String,
        _ answer: ScriptedAnswer = .json(#"{"results":[{"name":"Well"}]}"#),
        _ options: String...,
        in folder: String
    ) async throws -> ProcessOutcome {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.on("*", answer)
        let text = """
            version: 1
            providers:
              - id: films
                base_url: \(server.origin)
                operations:
                  search: { get: /s, query: { q: "${input.query}" }, rows: results, item: { title: name } }
                tests:
                  - { name: n, operation: search, input: { query: a }, response: "\(name)", expect: {} }
            """
        try ProjectFiles.write(text, to: folder + "/films.yaml")
        return try await Program.run(["record", folder + "/films.yaml"] + options)
    }

    @Test(
        "Hidden files, links, folders, and existing files are not written to",
        arguments: [
            (".envrc", ".envrc is a hidden file"), ("tests/.a.json", "is a hidden file"),
            (".git/hooks/a", "is a hidden file"), (".\u{301}a.json", "is a hidden file"),
            ("..", "is not in the folder of the definition"),
            ("a/../../b.json", "is not in the folder of the definition"), ("tests//a.json", "is a hidden file"),
            ("link.json", "/link.json is a link; nothing is written through links"),
            ("dangling.json", "/dangling.json is a link; nothing is written through links"),
            ("out/a.json", "/out is a link; nothing is written through links"),
            ("folder", "folder is not a regular file"),
            ("kept.json", "kept.json exists; --force fetches it again"),
        ]
    )
    func places(_ name: String, _ reason: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try await Self.shell(
                """
                mkdir -p def/folder elsewhere && echo kept > elsewhere/target && echo kept > def/kept.json && \
                ln -s ../elsewhere/target def/link.json && ln -s ../elsewhere/none def/dangling.json && \
                ln -s ../elsewhere def/out
                """,
                in: folder
            )
            let outcome = try await Self.record(into: name, in: folder + "/def")
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(
                outcome.outputText.hasPrefix("-    n: ") && outcome.outputText.contains(reason),
                "\(outcome.outputText)"
            )
            try await Self.shell(
                """
                [ "$(cat elsewhere/target def/kept.json)" = "kept\nkept" ] && [ "$(ls elsewhere)" = target ] && \
                [ "$(ls -A def | sort | tr '\\n' ' ')" = "dangling.json films.yaml folder kept.json link.json out " ]
                """,
                in: folder
            )
        }
    }

    @Test("With --force an existing answer in a folder `tests` is replaced, but no other file, and no link is followed")
    func force() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try await Self.shell(
                "mkdir tests && echo kept > target && echo '{}' > tests/a.json && ln -s target link.json && "
                    + "echo '{\"name\":\"mine\"}' | tee package.json > tests.json && echo x > tests/a.py",
                in: folder
            )
            let answer = #"{"results":[]}"#
            for name in ["tests/a.json", "link.json", "package.json", "tests.json", "tests/a.py", "films.yaml"] {
                let outcome = try await Self.record(into: name, .json(answer), "--force", in: folder)
                #expect(outcome.status == .exited(0))
                #expect(outcome.outputText.hasPrefix("ok") == (name == "tests/a.json"), "\(outcome.outputText)")
            }
            #expect(try ProjectFiles.text(folder + "/tests/a.json") == answer)
            try await Self.shell(
                "[ \"$(cat target tests/a.py)\" = \"kept\nx\" ] && grep -q mine package.json && grep -q mine tests.json && "
                    + "grep -q version films.yaml",
                in: folder
            )
        }
    }

    @Test(
        "An answer that is not JSON is not written",
        arguments: ["<html>sign in</html>", "#!/bin/sh\nrm -rf ~", "", "{\"results\":["]
    )
    func unparsed(_ body: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let outcome = try await Self.record(into: "a.json", .reply(200, body: Array(body.utf8)), in: folder)
            #expect(outcome.status == .exited(69))
            #expect(outcome.outputText.hasPrefix("FAIL n: the answer (HTTP status 200) is not JSON"))
            #expect(!ProjectFiles.isReadable(folder + "/a.json"))
        }
    }

    @Test("A proposal replaces no existing file, unless --force is given")
    func proposal() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let (sample, output) = (folder + "/a.json", folder + "/films.yaml")
            try ProjectFiles.write(#"[{"id":1,"title":"Well"}]"#, to: sample)
            for content in ["", "mine"] {
                try ProjectFiles.write(content, to: output)
                let refused = try await Program.run(["new", sample, "-o", output])
                #expect(refused.status == .exited(74))
                #expect(refused.errors == "error: \(output) exists; --force overwrites it\n")
                #expect(try ProjectFiles.read(output) == Array(content.utf8))
            }
            #expect(try await Program.run(["new", sample, "-o", output, "--force"]).status == .exited(0))
            #expect(try ProjectFiles.read(output).starts(with: "# Proposed".utf8))
        }
    }

    @Test(
        "Keys in the query, a header, or the path appear in no file and no message",
        arguments: [
            ("/films?subscription-key=abc12345", [], "name: subscription-key, value: \"${env.SHELF_API_KEY}\""),
            ("/films?user_key=abc12345", [], "name: user_key, value: \"${env.SHELF_API_KEY}\""),
            ("/films?jwt=abc12345", [], "name: jwt, value: \"${env.SHELF_API_KEY}\""),
            ("/films?code=abc12345==", [], "name: code, value: \"${env.SHELF_API_KEY}\""),
            ("/films?key=first-key&user_key=abc12345", [], "user_key: \"${env.SHELF_USER_KEY}\""),
            (
                "/films", ["Ocp-Apim-Subscription-Key: abc12345"],
                "name: Ocp-Apim-Subscription-Key, value: \"${env.SHELF_"
            ),
            ("/films", ["X-Auth: abc12345"], "in: header, name: X-Auth, value: \"${env.SHELF_API_KEY}\""),
            (
                "/films", ["X-Client-Id: abc12345abc12345abc12345"],
                "in: header, name: X-Client-Id, value: \"${env.SHELF_API_KEY}\""
            ),
            ("/films", ["Accept: application/vnd.shelf.v3+json"], "Accept: \"application/vnd.shelf.v3+json\""),
            ("/films", ["jwt: abc12345"], "in: header, name: jwt, value: \"${env.SHELF_API_KEY}\""),
            ("/v3/abc12345abc12345def/films", [], "get: \"/v3/***/films\""),
            ("/key/abc12345/films", [], "get: \"/key/***/films\""),
            ("/films?code=KR", [], "code: KR"),
        ] as [(String, [String], String)]
    )
    func keys(_ path: String, _ headers: [String], _ line: String) async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("*", .json(#"{"asked":"\#(path)","films":[{"id":7,"title":"Well"},{"id":8,"title":"B"}]}"#))
            let output = folder + "/draft.yaml"
            let options = headers.flatMap { ["--header", $0] }
            let outcome = try await Program.run(["new", server.origin + path, "--id", "shelf", "-o", output] + options)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let text = try ProjectFiles.text(output)
            #expect(text.contains(line) || text.contains(line.replacing("\"", with: "")), "\(text)")
            #expect(
                path.contains("KR") || !(text + outcome.errors + outcome.outputText).contains("abc12345"),
                "\(text)\(outcome.errors)"
            )
            #expect(server.log.requests.contains { $0.path.hasPrefix(String(path.prefix { $0 != "?" })) })
            for command in ["check", "test"] {
                #expect(try await Program.run([command, output]).status == .exited(0))
            }
        }
    }
}
