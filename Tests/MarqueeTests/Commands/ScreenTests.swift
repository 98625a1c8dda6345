import MarqueeTestKit
import Testing

@testable import MarqueeApp

/// What a terminal shows of common commands, with the demo.
@Suite("Screens of common commands")
struct ScreenTests {
    private static let folder = ProjectFiles.root + "/Tests/Fixtures/screens"
    private static let widths = [60, 80, 120]

    private func screen(
        _ words: [String],
        _ columns: Int
    ) async throws -> (text: String, status: MarqueeTestKit.ExitStatus) {
        let terminal = try PseudoTerminal(columns: columns)
        // Without a type of terminal, nothing is highlighted, and no line is replaced.
        var plan = try Program.plan(words, environment: ["HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "PAGER": "cat"])
        (plan.input, plan.output, plan.errors) = (.file(terminal.path), .file(terminal.path), .file(terminal.path))
        return try await terminal.screen(of: plan)
    }

    /// Commands, and what must be seen of their answers at any width.
    private static let commands: [(words: [String], seen: [String])] = [
        (["boxoffice", "-n", "5"], ["존 윅 4", "113,983"]),
        (["boxoffice", "--enrich", "-n", "5"], ["존 윅 4", "113,983"]),
        (["boxoffice", "--span", "weekend", "2011-12-30"], ["미션"]), (["trend", "-n", "3"], ["모래시계 탐정", "04-17"]),
        (["search", "john", "wick"], ["존 윅"]), (["list", "popular", "-n", "5"], ["("]),
        (["movie", "parasite"], ["기생충", "imdb:tt6751668", "봉준호"]), (["where", "demo:1"], ["Paper Stream"]),
        (["where", "parasite"], ["Paper Stream", "made up"]),
        (["people", "봉준호"], ["봉준호"]), (["credits", "demo:1"], ["demo:"]), (["collection", "demo:1"], ["Letters"]),
        (["identify", "Parasite.2019.1080p.mkv"], ["found", "기생충"]),
        (["bookmarks", "add", "parasite"], ["♥", "imdb:tt6751668"]), (["log", "parasite", "--stars", "4"], ["★★★★"]),
        (["cards", "add", "parasite", "--tags", "cinema"], ["imdb:tt6751668"]),
        (["lists", "add", "Best", "parasite"], ["Best"]), (["bookmarks"], ["no bookmarks"]), (["history"], []),
        (["matches"], ["no matches"]), (["providers"], ["kofic"]),
    ]

    @Test("Every line fits, and what matters is seen", arguments: widths)
    func commands(columns: Int) async throws {
        for (words, seen) in Self.commands {
            let (text, status) = try await screen(words + ["--demo"], columns)
            #expect(status == .exited(0), "\(words): \(text)")
            for part in seen { #expect(text.contains(part), "\(part) of \(words) at \(columns) columns:\n\(text)") }
            for line in text.split(separator: "\n") where line.terminalColumns > columns {
                Issue.record("\(words): \(line.terminalColumns) of \(columns) columns: \(line)")
            }
        }
    }

    /// What is only words, by the names of files; `MARQUEE_UPDATE_SCREENS=1` writes these again.
    private static let texts: [(name: String, words: [String])] = [
        ("help", ["help"]), ("help-bookmarks", ["help", "bookmarks"]), ("help-log", ["help", "log"]),
        ("standing", ["--demo"]), ("slip", ["bookmrks"]), ("no-such-id", ["movie", "foo:1", "--demo"]),
        ("not-in-demo", ["log", "zzqq", "zzqw", "--demo"]), ("no-key", ["boxoffice", "--no-cache"]),
        ("no-list", ["lists", "show", "Nope", "--demo"]), ("two-readings", ["boxoffice", "03/04/2026", "--demo"]),
    ]

    @Test("A text is as it was", arguments: widths)
    func texts(columns: Int) async throws {
        for (name, words) in Self.texts {
            let (text, status) = try await screen(words, columns)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                String(line.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
            }
            let shown = lines.joined(separator: "\n") + "=> \(status)\n"
            let file = "\(Self.folder)/\(name)-\(columns).txt"
            if ProjectFiles.environment("MARQUEE_UPDATE_SCREENS") == "1" { try ProjectFiles.write(shown, to: file) }
            #expect(try ProjectFiles.text(file) == shown, "\(name) at \(columns) columns")
        }
    }
}
