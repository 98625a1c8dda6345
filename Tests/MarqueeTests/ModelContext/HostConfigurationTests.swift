import JSON
import MarqueeTestKit
import Testing

@Suite("marquee mcp-config")
struct HostConfigurationTests {
    private static let definition = """
        version: 1
        providers:
          - id: one
            base_url: https://one.example
            auth: { kind: api_key, in: query, name: key, value: "${env.ONE_KEY}" }
            operations: { search: { get: /s, rows: f, item: { ids: { one: id }, title: t } } }
          - id: two
            enabled: false
            base_url: https://two.example
            auth: { kind: bearer, value: "${env.TWO_KEY}" }
            operations: { search: { get: /s, rows: f, item: { ids: { two: id }, title: t } } }
        """

    /// Returns the output for a host, with a definition whose enabled provider reads one variable.
    private static func text(_ host: String) async throws -> String {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(definition, to: file)
            let environment = ["ONE_KEY": "a-secret", "PATH": "/usr/bin:/bin"]
            let outcome = try await Program.run(["mcp-config", host, "--config", file], environment: environment)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.contains("ONE_KEY") && !outcome.errors.contains("TWO_KEY"))
            #expect(!outcome.outputText.contains("a-secret") && !outcome.outputText.contains("TWO_KEY"))
            return outcome.outputText.replacing(folder, with: "FOLDER")
        }
    }

    @Test(
        "Each host gets its own form with the program's path and the enabled providers' variables",
        arguments: [
            ("claude-desktop", "mcpServers", ""), ("claude-code", "mcpServers", "${ONE_KEY}"),
            ("cursor", "mcpServers", "${env:ONE_KEY}"), ("windsurf", "mcpServers", "${env:ONE_KEY}"),
            ("gemini-cli", "mcpServers", "$ONE_KEY"), ("vscode", "servers", "${input:ONE_KEY}"),
            ("zed", "context_servers", ""),
        ]
    )
    func forms(_ host: String, _ table: String, _ variable: String) async throws {
        let entry = try #require(try JSONDocument(try await Self.text(host)).root[table]?["marquee"])
        #expect(entry["command"]?.string?.hasPrefix("/") == true)
        #expect(entry["args"]?.elements.compactMap(\.string) == ["--config", "FOLDER/providers.yaml"])
        #expect(entry["env"]?["ONE_KEY"]?.string == variable)
        #expect(entry["env"]?.count == 1)
    }

    @Test("The file that $MARQUEE_CONFIG names is passed on, because a host has another environment")
    func variable() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/mine.yaml"
            try ProjectFiles.write(Self.definition, to: file)
            let environment = ["MARQUEE_CONFIG": file, "PATH": "/usr/bin:/bin"]
            let outcome = try await Program.run(["mcp-config", "zed"], environment: environment)
            let entry = try JSONDocument(outcome.output).root["context_servers"]?["marquee"]
            #expect(entry?["args"]?.elements.compactMap(\.string) == ["--config", file])
        }
    }

    @Test("VS Code asks for the key as a password")
    func inputs() async throws {
        let inputs = try #require(try JSONDocument(try await Self.text("vscode")).root["inputs"])
        #expect(inputs[0]?["id"]?.string == "ONE_KEY")
        #expect(inputs[0]?["password"]?.bool == true)
    }

    @Test("Codex gets TOML that passes variables on")
    func toml() async throws {
        let lines = try await Self.text("codex").split(separator: "\n")
        #expect(lines.first == "[mcp_servers.marquee]")
        #expect(lines.contains(#"args = ["--config", "FOLDER/providers.yaml"]"#))
        #expect(lines.contains(#"env_vars = ["ONE_KEY"]"#))
    }

    @Test("The entry has every option that is given")
    func options() async throws {
        let given = ["--demo", "--now", "2023-04-24T12:00:00Z", "--no-cache", "--log-level", "debug"]
        let outcome = try await Program.run(["mcp-config", "claude-code"] + given)
        let arguments = try JSONDocument(outcome.output).root["mcpServers"]?["marquee"]?["args"]
        #expect(Set(arguments?.elements.compactMap(\.string) ?? []) == Set(given), "\(outcome.outputText)")
    }

    @Test("The printed command starts a working server")
    func works() async throws {
        let outcome = try await Program.run(["mcp-config", "claude-code", "--demo"])
        let entry = try #require(try JSONDocument(outcome.output).root["mcpServers"]?["marquee"])
        let arguments = entry["args"]?.elements.compactMap(\.string) ?? []
        let talk = try ProtocolTalk("2025-11-25")
        let lines = talk.handshake + [talk.request(1, "tools/list")]
        let plan = ProcessPlan(try #require(entry["command"]?.string), arguments)
        let answer = try await ProcessOutcome.of(plan, input: Array(lines.map { $0 + "\n" }.joined().utf8))
        #expect(answer.outputText.contains("movies_search"))
    }

    @Test("An unknown host gets the list of known ones, and a missing definition is reported")
    func mistakes() async throws {
        let unknown = try await Program.run(["mcp-config", "emacs"])
        #expect(unknown.status == .exited(64))
        #expect(unknown.errors.contains("claude-code") && unknown.errors.contains("zed"))
        let missing = try await Program.run(["mcp-config", "zed", "--config", "/nonexistent.yaml"])
        #expect(missing.status == .exited(78))
    }
}
