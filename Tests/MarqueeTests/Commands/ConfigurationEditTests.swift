import JSON
import MarqueeTestKit
import Platform
import Testing

@testable import MarqueeApp

@Suite("Edits of another program's JSON")
struct EditedJSONTests {
    @Test(
        "A new member goes behind the last one, and everything else stays as it is",
        arguments: [
            ("", "{\n  \"servers\": {\n    \"marquee\": 1\n  }\n}\n"),
            ("{}", "{\n  \"servers\": {\n    \"marquee\": 1\n  }\n}"),
            ("{\n\t\"a\": [1, 2]\n}\n", "{\n\t\"a\": [1, 2],\n\t\"servers\": {\n\t  \"marquee\": 1\n\t}\n}\n"),
            (
                "// mine\n{\n  \"a\": 1, // one\n  \"servers\": {\n    \"b\": {} // last\n  } /* end */\n}",
                "// mine\n{\n  \"a\": 1, // one\n  \"servers\": {\n    \"b\": {}, // last\n    \"marquee\": 1\n  } /* end */\n}"
            ),
            (
                "{\n  \"servers\": {\n    \"b\": 2,\n  },\n}\n",
                "{\n  \"servers\": {\n    \"b\": 2,\n    \"marquee\": 1\n  },\n}\n"
            ),
            (#"{"servers": {"b": "}"}}"#, #"{"servers": {"b": "}", "marquee": 1}}"#),
            (
                "{\r\n  \"a\": true\r\n}\r\n",
                "{\r\n  \"a\": true,\r\n  \"servers\": {\r\n    \"marquee\": 1\r\n  }\r\n}\r\n"
            ),
            (
                "{\n  \"servers\": {\n    \"marquee\": 0 // old\n  }\n}",
                "{\n  \"servers\": {\n    \"marquee\": 1 // old\n  }\n}"
            ),
            ("\u{FEFF}{\"servers\":{}}", "\u{FEFF}{\"servers\":{\n  \"marquee\": 1\n}}"),
        ]
    )
    func members(_ before: String, _ after: String) throws {
        var file = try EditedJSON(Array(before.utf8))
        try file.set(["servers", "marquee"], to: 1)
        #expect(String(decoding: file.bytes, as: UTF8.self) == after)
        #expect(try EditedJSON(file.bytes).value(at: ["servers", "marquee"]) == 1)
    }

    @Test("A value is read without comments, and a list is appended to")
    func lists() throws {
        var file = try EditedJSON(Array("{\"inputs\": [\n  {\"id\": \"A\", /* key */},\n]}".utf8))
        #expect(try file.value(at: ["inputs"]) == [["id": "A"]])
        try file.append(["id": "B"], to: ["inputs"])
        #expect(try file.value(at: ["inputs"]) == [["id": "A"], ["id": "B"]])
        try file.append(1, to: ["more"])
        #expect(try file.value(at: ["more"]) == [1])
    }

    @Test(
        "What is no JSON is refused with its line",
        arguments: [
            ("{\n  \"a\": 1\n  \"b\": 2\n}", 3, "a comma is missing"), ("{\n", 1, "a bracket is not closed"),
            ("{} {}", 1, "something follows the object"), ("{\"a\" 1}", 1, "a colon is missing"),
            ("{\"a\": \"b}", 1, "a text does not end"), ("{\n/* a", 2, "a comment does not end"),
            ("{\"a\": }", 1, "a value is missing"), ("[1]", 1, "there is something other than an object"),
            ("{\"servers\": 1}", 1, "there is something other than an object"),
            (String(repeating: "[", count: 300), 1, "it is nested too deeply"),
        ]
    )
    func refusals(_ text: String, _ line: Int, _ problem: String) {
        #expect(throws: EditedJSON.Failure(line: line, problem: problem)) {
            var file = try EditedJSON(Array(text.utf8))
            try file.set(["servers", "marquee"], to: 1)
        }
    }
}

@Suite("Edits of another program's TOML")
struct EditedTOMLTests {
    private static let values = [(key: "command", line: "command = \"/m\""), (key: "args", line: "args = []")]

    @Test(
        "A table gets its values, and everything else stays as it is",
        arguments: [
            ("", "[a.m]\ncommand = \"/m\"\nargs = []\n"),
            ("x = 1 # a\n", "x = 1 # a\n\n[a.m]\ncommand = \"/m\"\nargs = []\n"),
            (
                "[a.m]\nargs = [\n  \"]\", # one\n  \"b\",\n]\nenabled = true\ncommand = \"/old\"\n\n"
                    + "[a.m.env]\nK = \"v\"\n",
                "[a.m]\ncommand = \"/m\"\nargs = []\nenabled = true\n\n[a.m.env]\nK = \"v\"\n"
            ),
            ("[p.\"/home/m\"]\nm2 = 1\n", "[p.\"/home/m\"]\nm2 = 1\n\n[a.m]\ncommand = \"/m\"\nargs = []\n"),
        ]
    )
    func tables(_ before: String, _ after: String) throws {
        var file = EditedTOML(Array(before.utf8))
        try file.set(Self.values, inTable: "a.m")
        #expect(String(decoding: file.bytes, as: UTF8.self) == after)
    }

    @Test(
        "The same table in another form is refused, for it must not be there twice",
        arguments: [
            "[a]\nm = { command = \"/old\" }", "a.m.command = \"/old\"", "a = {}", "[a.\"m\"]\ncommand = \"/old\"",
        ]
    )
    func otherForms(_ text: String) {
        var file = EditedTOML(Array(text.utf8))
        #expect(throws: EditedTOML.Failure.self) { try file.set(Self.values, inTable: "a.m") }
    }
}

@Suite("marquee mcp-config --write")
struct ConfigurationWritingTests {
    /// A home folder with a host's file in it.
    private struct Home {
        let folder: String
        var environment: [String: String] { ["HOME": folder, "PATH": "/usr/bin:/bin", "KOFIC_API_KEY": "a-secret"] }
        var file: String { folder + "/.cursor/mcp.json" }

        /// Writes the host's file, in its folder.
        func put(_ text: String) throws { try FileSystem.local.write(Array(text.utf8), file).get() }

        func write(_ arguments: String...) async throws -> ProcessOutcome {
            try await Program.run(["mcp-config", "--write"] + arguments, environment: environment)
        }

        static func with(_ body: (Home) async throws -> Void) async throws {
            try await ProjectFiles.withTemporaryFolder { try await body(Home(folder: $0)) }
        }
    }

    @Test("A missing file is made, a second time changes nothing, and no key is in it")
    func new() async throws {
        try await Home.with { home in
            let first = try await home.write("cursor", "--yes")
            #expect(first.status == .exited(0), "\(first.errors)")
            #expect(first.outputText.contains("+       \"command\": \"/"))
            let text = try ProjectFiles.text(home.file)
            let entry = try #require(try JSONDocument(Array(text.utf8)).root["mcpServers"]?["marquee"])
            #expect(entry["env"]?["KOFIC_API_KEY"]?.string == "${env:KOFIC_API_KEY}")
            #expect(!(text + first.outputText + first.errors).contains("a-secret"))
            let second = try await home.write("cursor", "--yes")
            #expect(second.errors.contains("already has this entry") && second.outputText.isEmpty)
            #expect(try ProjectFiles.names(in: home.folder + "/.cursor") == ["mcp.json"])
        }
    }

    @Test("Another server and what the user typed in stay, and are not shown; the old file is kept for its owner")
    func update() async throws {
        try await Home.with { home in
            let old = """
                {
                  // Mine
                  "mcpServers": {
                    "other": { "command": "other", "env": { "TOKEN": "not-shown" } },
                    "marquee": {
                      "command": "/old/marquee", "args": ["--demo"], "env": { "KOFIC_API_KEY": "typed-in" },
                      "disabled": true
                    }
                  }
                }
                """
            try home.put(old)
            let outcome = try await home.write("cursor", "--yes")
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(outcome.outputText.contains("-       \"command\": \"/old/marquee\""))
            #expect(!outcome.outputText.contains("not-shown") && !outcome.outputText.contains("typed-in"))
            let text = try ProjectFiles.text(home.file)
            #expect(text.contains("// Mine") && text.contains(#"{ "TOKEN": "not-shown" }"#))
            let entry = try EditedJSON(Array(text.utf8)).value(at: ["mcpServers", "marquee"])
            #expect(entry?.jsonText.contains(#""KOFIC_API_KEY":"typed-in""#) == true)
            #expect(entry?.jsonText.contains(#""disabled":true"#) == true)
            let backup = home.file + ".before-marquee"
            #expect(try ProjectFiles.text(backup) == old)
            let mode = try await ProcessOutcome.of(ProcessPlan("/bin/ls", ["-l", backup]))
            #expect(mode.outputText.hasPrefix("-rw-------"))
        }
    }

    @Test("Without a terminal, --yes is needed, and nothing is written without it or into a file that is no JSON")
    func refusals() async throws {
        try await Home.with { home in
            let unasked = try await home.write("cursor")
            #expect(unasked.status == .exited(64) && unasked.errors.contains("--yes"))
            #expect(!ProjectFiles.isReadable(home.file))
            try home.put("{\n  oops\n}")
            let broken = try await home.write("cursor", "--yes")
            #expect(broken.status == .exited(65) && broken.errors.contains("line 2: a quotation mark is missing"))
            #expect(try ProjectFiles.text(home.file) == "{\n  oops\n}")
            #expect(try await Program.run(["mcp-config", "cursor", "--yes"]).status == .exited(64))
        }
    }

    @Test("On a terminal, it asks", arguments: [("y", true), ("n", false)])
    func question(_ answer: String, _ isWritten: Bool) async throws {
        try await Home.with { home in
            let terminal = try PseudoTerminal()
            var plan = try Program.plan(["mcp-config", "codex", "--write", "--demo"], environment: home.environment)
            plan.input = .file(terminal.path)
            try await RunningProcess.withProcess(plan) { program in
                try await program.waitForErrors(containing: "Write this? [y/N] ")
                terminal.write(answer + "\n")
                try await program.expectExit(.exited(isWritten ? 0 : 77))
            }
            let file = home.folder + "/.codex/config.toml"
            #expect(ProjectFiles.isReadable(file) == isWritten)
            if isWritten { #expect(try ProjectFiles.text(file).contains(#"args = ["--demo"]"#)) }
        }
    }

    @Test("The path is the one by which the program was called, which stays when an upgrade replaces the file")
    func link() async throws {
        try await Home.with { home in
            let link = home.folder + "/bin/marquee"
            let program = try Program.plan([]).executable
            let made = try await ProcessOutcome.of(
                ProcessPlan("/bin/sh", ["-c", #"mkdir "$1/bin" && ln -s "$0" "$1/bin/marquee""#, program, home.folder])
            )
            #expect(made.status == .exited(0))
            let plan = ProcessPlan(link, ["mcp-config", "cursor", "--demo"], environment: home.environment)
            let outcome = try await ProcessOutcome.of(plan)
            let entry = try JSONDocument(outcome.output).root["mcpServers"]?["marquee"]
            #expect(entry?["command"]?.string == link)
            // By its name alone, it is looked up as the shell does it.
            let named = ProcessPlan(
                "/bin/sh",
                ["-c", #"PATH="$0:$PATH"; exec marquee mcp-config cursor --demo"#, home.folder + "/bin"],
                environment: home.environment
            )
            let second = try await ProcessOutcome.of(named)
            let found = try JSONDocument(second.output).root["mcpServers"]?["marquee"]?["command"]?.string
            #expect(found == link)
        }
    }
}
