import JSON
import MarqueeTestKit
import MovieService
import Platform
import Testing

@testable import MarqueeApp

@Suite("marquee matches fix")
struct MatchDialogueTests {
    @Test(
        "The number of a record parts it from the others, an id joins its film, and nothing changes nothing",
        arguments: [
            (
                "2",
                ["yts:990000009 is another film than kofic:20183782", "marquee undo takes it back"],
                "different"
            ),
            ("tmdb:496243", ["are one film", "marquee undo takes it back"], "same"),
            ("", ["nothing was changed"], nil),
        ] as [(String, [String], String?)]
    )
    func dialogue(_ reply: String, _ lines: [String], _ verdict: String?) async throws {
        try await Program.withHome { folder, environment in
            let options = ["--demo", "--data-dir", folder + "/library"]
            let terminal = try PseudoTerminal()
            var plan = try Program.plan(["matches", "fix", "imdb:tt6751668"] + options, environment: environment)
            (plan.input, plan.errors) = (.file(terminal.path), .file(terminal.path))
            let (text, status) = try await terminal.screen(of: plan, reply: ("for none]", reply + "\n"))
            #expect(status == .exited(0), "\(text)")
            #expect(text.contains("1  kofic  기생충 (2019)  Parasite  봉준호  131 min  kofic:20183782"), "\(text)")
            for line in lines { #expect(text.contains(line), "\(text)") }
            let noted = try await Program.run(["matches"] + options, environment: environment)
            let verdicts = try JSONDocument(noted.output).root["matches"].list.filter { $0["by"].words == "user" }
            // A record that is parted from two others has two verdicts.
            let words = Set(verdicts.map { $0["verdict"].words })
            #expect(words == Set([verdict].compactMap(\.self)), "\(noted.outputText)")
        }
    }

    @Test("Without a terminal, the records and the commands that do the same are named")
    func pipe() async throws {
        try await Program.withHome { folder, environment in
            let options = ["--demo", "--data-dir", folder + "/library"]
            let outcome = try await Program.run(
                ["matches", "fix", "imdb:tt6751668"] + options,
                environment: environment
            )
            #expect(outcome.status == .exited(64))
            let command = "marquee matches split imdb:tt6751668 kofic:20183782"
            #expect(outcome.errors.contains("2  yts") && outcome.errors.contains(command), "\(outcome.errors)")
            let split = try await Program.run(
                command.split(separator: " ").dropFirst().map(String.init) + options,
                environment: environment
            )
            #expect(split.status == .exited(0), "\(split.errors)")
        }
    }
}

@Suite("The pager")
struct PagerTests {
    @Test(
        "A text that is longer than the screen has one, unless $PAGER says otherwise",
        arguments: [
            (24, 24, nil, true), (23, 24, nil, false), (99, 24, "", false), (99, 24, "cat", false),
            (99, 24, "more -s", true),
        ] as [(Int, Int, String?, Bool)]
    )
    func choice(_ lines: Int, _ rows: Int, _ wanted: String?, _ isThere: Bool) {
        #expect((Pager(lines: lines, rows: rows) { $0 == "PAGER" ? wanted : nil } != nil) == isThere)
    }
}

@Suite("What is known completes commands")
struct KnownCompletionTests {
    @Test(
        "Titles of known films complete in each shell, and bash takes them for text",
        arguments: [
            ("fish", "parasi", "Parasite\n"), ("zsh", "'Para", "Parasite\n"), ("bash", "pARA", "pARAsite\n"),
            ("fish", "John\\ W", "John Wick: Chapter 4"), ("bash", "John", "John\\ Wick\\:\\ Chapter\\ 4"),
            ("zsh", "John", "John Wick\\: Chapter 4"), ("fish", "--", ""), ("fish", "", ""),
        ]
    )
    func films(_ shell: String, _ typed: String, _ expected: String) async throws {
        try await Program.withHome { _, environment in
            let words = ["marquee", "movie", "--demo", typed]
            let arguments = ["---completion", "movie", "--", "positional@0", "3", "\(typed.count)"] + words
            let outcome = try await Program.run(
                arguments,
                environment: environment.merging(["SAP_SHELL": shell]) { $1 }
            )
            #expect(outcome.status == .exited(0) && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(expected.isEmpty ? outcome.outputText == "\n" : outcome.outputText.contains(expected), "\(outcome)")
        }
    }
}
