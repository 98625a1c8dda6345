import JSON
import MarqueeTestKit
import Testing

/// Characters that a terminal would obey or that change the order of text.
private enum Hostile {
    /// C0 and C1 controls, both forms of the escape sequence, every directional mark, and line separators.
    static let scalars: [Unicode.Scalar] = [
        "\u{7}", "\u{8}", "\t", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{90}", "\u{9B}", "\u{9C}", "\u{9D}",
        "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}",
        "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}",
        "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
    ]

    static let text = "begin" + scalars.map { "\($0)[31m" }.joined() + "end"

    /// The text as JSON with only the required escapes.
    static let json = "\"begin" + scalars.map { $0.value < 0x20 ? "\\u\(hex($0))[31m" : "\($0)[31m" }.joined() + "end\""

    /// The text with every control escaped, as valid YAML and JSON.
    static let escaped = "\"begin" + scalars.map { "\\u\(hex($0))[31m" }.joined() + "end\""

    static func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    static func expectNone(in text: String, _ place: String) {
        for scalar in text.unicodeScalars where scalar != "\n" {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalars.contains(scalar)
            #expect(!isControl, "\(place) holds U+\(hex(scalar)): \(text.debugDescription)")
            if isControl { return }
        }
    }
}

@Suite("Control characters from sources and clients on a terminal")
struct TerminalTests {
    private enum Place: String, CaseIterable, CustomTestStringConvertible {
        case output, errors

        var testDescription: String { rawValue }
    }

    private static let films = ScriptedAnswer.json(#"{"films":[{"id":"1","title":\#(Hostile.json),"year":2001}]}"#)

    /// Runs `body` with a plan of the program with one source that gives this answer.
    private func withPlan<Result>(
        _ arguments: [String],
        answer: ScriptedAnswer = films,
        _ body: (ProcessPlan) async throws -> Result
    ) async throws -> Result {
        try await ScriptedServer.withFolder { server, folder in
            server.on("*", answer)
            let scene = FaultScene(folder: folder, good: server)
            try scene.configure()
            return try await body(try Program.plan(arguments + scene.arguments, environment: FaultScene.environment))
        }
    }

    /// Returns what a terminal shows that is connected to one of the program's streams.
    private func screen(
        _ arguments: [String],
        _ place: Place,
        answer: ScriptedAnswer = films,
        input: String = ""
    ) async throws -> (text: String, status: MarqueeTestKit.ExitStatus) {
        try await withPlan(arguments, answer: answer) { plan in
            let terminal = try PseudoTerminal()
            var plan = plan
            if place == .output { plan.output = .file(terminal.path) } else { plan.errors = .file(terminal.path) }
            return try await terminal.screen(of: plan, input: input)
        }
    }

    @Test("A table and the source lines below it show no control characters")
    func table() async throws {
        let (text, status) = try await screen(["call", "movies/search", "query=x"], .output)
        #expect(status == .exited(0))
        #expect(text.contains("begin\u{FFFD}[31m"))
        #expect(text.contains("good: ok"))
        Hostile.expectNone(in: text, "the table")
    }

    @Test("JSON is escaped on a terminal and verbatim in a pipe, with the same meaning")
    func json() async throws {
        let arguments = ["call", "--format", "json", "movies/search", "query=x"]
        let shown = try await screen(arguments, .output)
        #expect(shown.status == .exited(0))
        Hostile.expectNone(in: shown.text, "JSON on a terminal")
        #expect(shown.text.contains(#"\u202e[31m"#))
        let title = try JSONDocument(shown.text).root["movies"]?[0]?["title"]?.string
        #expect(title == Hostile.text)
        let piped = try await withPlan(arguments) { try await ProcessOutcome.of($0) }
        #expect(piped.outputText.contains("\u{202E}[31m"))
        #expect(try JSONDocument(piped.output).root["movies"]?[0]?["title"]?.string == title)
    }

    @Test(
        "The failure of a call shows no control characters, in its message and in its JSON",
        arguments: Place.allCases
    )
    private func failure(_ place: Place) async throws {
        let answer = ScriptedAnswer.json(#"{"message":\#(Hostile.json)}"#, status: 401)
        let (text, status) = try await screen(
            ["call", "--format", "json", "movies/search", "query=x"],
            place,
            answer: answer
        )
        #expect(status == .exited(77))
        #expect(text.contains("begin"))
        Hostile.expectNone(in: text, "the failure")
    }

    @Test(
        "An unknown method or parameter of the command line is reported without control characters",
        arguments: Place.allCases
    )
    private func commands(_ place: Place) async throws {
        let method = try await screen(["call", "--format", "json", Hostile.text], place)
        #expect(method.status == .exited(64))
        Hostile.expectNone(in: method.text, "the failure")
        let parameter = try await screen(["call", "ping", Hostile.text], place)
        #expect(parameter.status == .exited(64))
        Hostile.expectNone(in: parameter.text, "the usage")
    }

    @Test("The problems of a file show no control characters, as lines and as JSON", arguments: ["text", "json"])
    func problems(_ format: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write("version: 1\nproviders: [{ id: a, \(Hostile.escaped): 1 }]\n", to: file)
            let terminal = try PseudoTerminal()
            var plan = try Program.plan(["check", "--format", format, file])
            plan.output = .file(terminal.path)
            let (text, status) = try await terminal.screen(of: plan)
            #expect(status == .exited(78))
            #expect(text.contains("begin"))
            Hostile.expectNone(in: text, "the problems")
        }
    }

    @Test("The log at level trace shows no control characters")
    func log() async throws {
        let request = #"{"jsonrpc":"2.0","id":1,"method":"movies/search","params":{"query":\#(Hostile.json)}}"#
        let other = #"{"jsonrpc":"2.0","id":2,"method":\#(Hostile.json)}"#
        let (text, status) = try await screen(
            ["serve", "--log-level", "trace"],
            .errors,
            input: request + "\n" + other + "\n"
        )
        #expect(status == .exited(0))
        #expect(text.contains("begin"))
        Hostile.expectNone(in: text, "the log")
    }

    @Test("A session's answers show no control characters")
    func session() async throws {
        let request = Talk.request(1, "movies/search", #"{"query":"x"}"#)
        let (text, status) = try await screen([], .output, input: request + "\n")
        #expect(status == .exited(0))
        #expect(text.contains(#""result":"#) && text.contains("begin"), "\(text)")
        Hostile.expectNone(in: text, "the session")
    }

    @Test("Messages of a provider process show no control characters")
    func program() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let words = folder + "/words"
            try ProjectFiles.write(Hostile.text + "\n", to: words)
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(
                """
                version: 1
                providers:
                  - { id: shelf, kind: process, command: [/bin/sh, -c, 'cat "\(words)" >&2'], operations: [search] }
                """,
                to: file
            )
            let terminal = try PseudoTerminal()
            let arguments = [
                "call", "--no-cache", "--config", file, "--trust", "--format", "json", "movies/search", "query=x",
            ]
            var plan = try Program.plan(arguments)
            plan.errors = .file(terminal.path)
            let (text, _) = try await terminal.screen(of: plan)
            #expect(text.contains("begin"), "\(text)")
            Hostile.expectNone(in: text, "the log")
        }
    }
}
