import JSON
import MarqueeTestKit

/// Texts in which a sign that a reader obeys stands beside a scalar that makes one character of both.
enum HostileText {
    /// The signs of shells, tables, markup, and notes.
    private static let signs = [
        "'", "\"", "\\", "<", ">", "&", "|", ",", ";", "`", "$(id)", "=1+1", "+1", "-1", "@a", "#", "~", "*", "\t",
        "\n",
        "\r\n", "\r", "]]>", "<!--", "--", "{{x}}", "[[x]]",
    ]
    /// Marks, joiners, and selectors, which belong to the character before them.
    private static let marks = [
        "", "\u{301}", "\u{338}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{903}", "\u{E33}", "\u{1F3FB}", "\u{E0041}",
    ]
    /// Letters and numbers that belong to the character behind them.
    private static let prefixes = ["", "\u{D4E}", "\u{600}", "\u{11A3A}"]

    static let texts: [String] = signs.flatMap { sign in
        marks.map { "a\(sign)\($0)b" } + marks.map { "\(sign)\($0)" } + prefixes.map { "\($0)\(sign)c" }
    }

    /// Controls, and what is no character.
    static let strange = ["a\u{1B}[31mb", "a\u{9B}31mb", "a\u{85}b", "a\u{2028}b", "a\u{FFFE}b", "\u{7F}", "\u{202E}a"]

    /// Returns a library with a card for each of some titles, with the title as comment.
    static func library(_ titles: [String]) -> String {
        let cards = titles.enumerated().map { number, title in
            let film =
                #"{"id":"imdb:tt\#(9_000_000 + number)","title":\#(JSONValue.string(title).jsonText),"year":2001}"#
            let comment = JSONValue.string("said: \(title)").jsonText
            return #"{"movie":\#(film),"stars":4,"comment":\#(comment),"changedAt":"2026-01-01T00:00:00Z"}"#
        }
        return #"{"version":1,"cards":[\#(cards.joined(separator: ","))]}"#
    }
}

/// Readers that are not ours.
enum OutsideReader {
    static func isThere(_ command: String) async throws -> Bool {
        try await run("/bin/sh", ["-c", "command -v \(command)"]).status == .exited(0)
    }

    /// Whether Python has these modules.
    static func hasPython(_ modules: String = "csv") async throws -> Bool {
        try await run("/usr/bin/env", ["python3", "-c", "import \(modules)"]).status == .exited(0)
    }

    /// Runs a Python program, which writes a list of texts in JSON, and returns that.
    static func python(_ program: String, _ arguments: [String], input: String = "") async throws -> JSONElement {
        let outcome = try await run("/usr/bin/env", ["python3", "-c", program] + arguments, input: input)
        guard outcome.status == .exited(0) else { throw Refusal(description: outcome.errors) }
        return try JSONDocument(outcome.output).root
    }

    /// Returns the words that a shell makes of a command line with the command `marquee`.
    static func words(_ shell: String, _ line: String) async throws -> [String] {
        let script = "marquee() { for word; do printf '%s\\0' \"$word\"; done; }\n\(line)\n"
        let outcome = try await run("/usr/bin/env", [shell, "-s"], input: script)
        guard outcome.status == .exited(0), outcome.errors.isEmpty else { throw Refusal(description: outcome.errors) }
        return outcome.output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }

    static func run(_ program: String, _ arguments: [String], input: String = "") async throws -> ProcessOutcome {
        var plan = ProcessPlan(program, arguments)
        for name in ["PATH", "HOME"] { plan.environment[name] = ProjectFiles.environment(name) }
        plan.environment["LC_ALL"] = "C.UTF-8"
        return try await ProcessOutcome.of(plan, input: Array(input.utf8))
    }

    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }
}
