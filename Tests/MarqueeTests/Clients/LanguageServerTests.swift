import JSON
import MarqueeTestKit
import Testing

@Suite("The language server for definitions, through the built program")
struct LanguageServerTests {
    private static let definition = """
        version: 1
        providers:
          - id: shelf
            base_url: https://films.example
            operations:
              search:
                get: /search
                query: { q: "${input.query}" }
                rows: films
                item: { ids: { shelf: id }, titel: name }
        """

    @Test("A session of an editor: problems while it types, an explanation, and an orderly end")
    func session() async throws {
        let plan = try Program.plan(["language-server", "--stdio"])
        try await RunningProcess.withProcess(plan) { process in
            process.write(Talk.framed(Talk.request(1, "textDocument/hover")))
            #expect(try await Self.message(process)["error"]?["code"]?.int == -32_002)
            process.write(Talk.framed(Talk.initialize()))
            let welcome = try await Self.message(process)
            #expect(welcome["result"]?["capabilities"]?["hoverProvider"]?.bool == true)

            let opened = JSONValue.string(Self.definition).jsonText
            let document = #"{"uri":"file:///none/providers.yaml","version":1,"text":\#(opened)}"#
            process.write(Talk.framed(Self.notification("didOpen", #"{"textDocument":\#(document)}"#)))
            var problems = try await Self.message(process)["params"]
            #expect(problems?["version"]?.int == 1)
            #expect(problems?["diagnostics"]?[0]?["message"]?.string?.hasSuffix("did you mean 'title'?") == true)

            let corrected = JSONValue.string(Self.definition.replacing("titel", with: "title")).jsonText
            let changed = #"{"uri":"file:///none/providers.yaml","version":2}"#
            let change = #"{"textDocument":\#(changed),"contentChanges":[{"text":\#(corrected)}]}"#
            process.write(Talk.framed(Self.notification("didChange", change)))
            problems = try await Self.message(process)["params"]
            #expect(problems?["version"]?.int == 2)
            #expect(problems?["diagnostics"]?.count == 0)

            let place = #"{"textDocument":\#(changed),"position":{"line":8,"character":9}}"#
            process.write(Talk.framed(Talk.request(2, "textDocument/hover", place)))
            let text = try await Self.message(process)["result"]?["contents"]?["value"]?.string
            #expect(text?.hasPrefix("**rows**") == true)
            process.write(Talk.framed(Talk.request(3, "textDocument/typeDefinition", place)))
            #expect(try await Self.message(process)["error"]?["code"]?.int == -32_601)

            process.write(Talk.framed(Talk.shutdown))
            #expect(try await Self.message(process)["id"]?.int == 8)
            process.write(Talk.framed(Talk.exit))
            #expect(try await process.waitForExit() == .exited(0))
        }
    }

    @Test("After a close that an open follows at once, the problems that are published last are those of the open text")
    func reopened() async throws {
        let plan = try Program.plan(["language-server", "--stdio"])
        try await RunningProcess.withProcess(plan) { process in
            process.write(Talk.framed(Talk.initialize()))
            _ = try await Self.message(process)
            let text = JSONValue.string(Self.definition).jsonText
            let rounds = 60
            for version in 1...rounds {
                let document = #"{"uri":"file:///none/providers.yaml","version":\#(version),"text":\#(text)}"#
                process.write(Talk.framed(Self.notification("didOpen", #"{"textDocument":\#(document)}"#)))
                guard version < rounds else { break }
                let closed = #"{"textDocument":{"uri":"file:///none/providers.yaml"}}"#
                process.write(Talk.framed(Self.notification("didClose", closed)))
            }
            // Requests are answered after the changes before them were taken over, and the check of the last text ends
            // last, so that nothing follows its problems.
            var last: JSONElement?
            while last?["version"]?.int != rounds {
                let message = try await Self.message(process)
                if message["method"]?.string == "textDocument/publishDiagnostics" { last = message["params"] }
            }
            process.write(Talk.framed(Talk.shutdown))
            process.write(Talk.framed(Talk.exit))
            let end = String(decoding: try await process.readToEnd(), as: UTF8.self)
            #expect(!end.contains("publishDiagnostics"), "\(end)")
            #expect(last?["diagnostics"]?.count == 1)
        }
    }

    @Test(
        "Neovim shows problems, corrects them, explains keys, and completes them",
        .enabled(if: ClientHost.neovim.isInstalled, "needs nvim, of Debian's package neovim")
    )
    func neovim() async throws {
        let binary = try #require(ProjectFiles.builtProduct())
        var host = ClientHost.neovim
        host.script = "language-server.lua"
        try await ProjectFiles.withTemporaryFolder { folder in
            try ProjectFiles.write(Self.definition, to: folder + "/providers.yaml")
            let seen = try await host.play("definition", command: [binary, "language-server"], in: folder)
            #expect(seen["problems"]?.first?.hasPrefix("10:37: ") == true, "\(seen)")
            #expect(seen["hover"] == ["**get**, of the operation 'search'"])
            #expect(seen["action"] == ["Replace with 'title'"])
            #expect(seen["corrected"] == ["item: { ids: { shelf: id }, title: name }"])
            #expect(seen["completion"] == ["paging"])
            #expect(seen["gave up"] == nil)
        }
    }

    private static func notification(_ method: String, _ params: String) -> String {
        #"{"jsonrpc":"2.0","method":"textDocument/\#(method)","params":\#(params)}"#
    }

    private static func message(_ process: RunningProcess) async throws -> JSONElement {
        try JSONDocument(try await process.readHeaderFrame()).root
    }
}
