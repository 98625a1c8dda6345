import ArgumentParser
import JSON
import MarqueeTestKit
import Platform
import Testing

@testable import MarqueeApp

@Suite("The commands that messages suggest")
struct SuggestionTests {
    /// Slips, and the words that are suggested; `nil` if nothing is.
    private static let slips: [(String, String?)] = [
        ("rate imdb:tt6751668 4", "cards put imdb:tt6751668 --stars 4"),
        ("rate imdb:tt6751668", "help cards put"),
        ("review imdb:tt6751668 great", "cards put imdb:tt6751668 --comment great"),
        ("find Parasite", "search Parasite"), ("find", "help search"),
        ("film imdb:tt6751668", "movie imdb:tt6751668"), ("film Parasite", "search Parasite"),
        ("show imdb:tt6751668 --include credits", "movie imdb:tt6751668 --include credits"),
        ("cache clear", "call cache/clear"), ("cache", "call cache/stats"),
        ("status", "providers"), ("sources --demo", "providers --demo"),
        ("config", "check"), ("config edit", "check"), ("lint films.yaml", "check films.yaml"),
        ("completions bash", "--generate-completion-script bash"),
        ("completions", "--generate-completion-script bash"),
        ("completion elvish", "--generate-completion-script bash"),
        ("bookmark imdb:tt1", "bookmarks add imdb:tt1"), ("watchlist imdb:tt1", "bookmarks add imdb:tt1"),
        ("watchlist --genre drama", "bookmarks --genre drama"), ("bookmrks imdb:tt1", "bookmarks add imdb:tt1"),
        ("bookmarks imdb:tt1", "bookmarks add imdb:tt1"), ("bookmarks rm imdb:tt1", "bookmarks remove imdb:tt1"),
        ("card imdb:tt1 --stars 4", "cards put imdb:tt1 --stars 4"), ("cards imdb:tt1", nil),
        ("cards --stars 4 imdb:tt1", "cards put --stars 4 imdb:tt1"),
        ("diary imdb:tt1", "cards put imdb:tt1 --watched today"), ("diary", "cards"),
        ("lists create New", "lists add New ID"), ("lists new New imdb:tt1", "lists add New imdb:tt1"),
        ("lists Best", "lists show Best"), ("matches unpin imdb:tt1", "matches forget imdb:tt1"),
        ("person Bong", "people Bong"), ("boxofice 2026-11-19", "boxoffice 2026-11-19"),
        ("movies/serch query=x", "call movies/search query=x"), ("movies/serch x y", "search movies/serch x y"),
        ("parasite", "search parasite"), ("파라사이트", "search 파라사이트"), ("it's", "search it's"),
        ("search Parasite --json", "search Parasite --format json"),
        ("search Parasite --top", "search Parasite --limit 10"),
        ("search Parasite --top 5 --demo", "search Parasite --limit 5 --demo"),
        ("search --provider=kofic Parasite", "search --providers kofic Parasite"),
        ("search Parasite --yaer 2019", "search Parasite --year 2019"),
        ("export --json", "export"), ("export --json all.json", "export all.json"),
        ("search Parasite --zzz", nil), ("--demo search x", "search --demo x"), ("bookmarks --zzz", nil),
        ("--limit 5 search x", "search --limit 5 x"), ("version", "--version"),
        ("similar yts:1", "movie yts:1 --include similar"), ("similar", "search similar"),
    ]

    private static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    private static func mistake(in arguments: [String]) -> String? {
        do {
            _ = try Marquee.parseAsRoot(arguments)
            return nil
        } catch {
            let meant = Marquee.suggestion(for: arguments)
            return meant.messageOfOption(Marquee.fullMessage(for: error)) ?? meant.message
        }
    }

    @Test("A slip gets a command line that runs, or none", arguments: slips)
    func suggested(_ slip: String, _ line: String?) throws {
        let message = Self.mistake(in: Self.words(slip))
        guard let line else {
            #expect(message == nil)
            return
        }
        let words = Self.words(line)
        let text = try #require(message, "\(slip)")
        #expect((text + "\n").contains(": \(CommandSuggestion.line(words))\n"), "\(text)")
        #expect(try Self.refusal(of: words) == nil, "\(line)")
    }

    /// Returns why the parser refuses a command line.
    private static func refusal(of words: [String]) throws -> String? {
        do {
            _ = try Marquee.parseAsRoot(words)
            return nil
        } catch {
            return Marquee.exitCode(for: error) == .success ? nil : Marquee.fullMessage(for: error)
        }
    }

    /// Returns the command lines in the sources: those of help texts, and those that messages name.
    private static func printedLines() throws -> [(place: String, line: String)] {
        var lines: [(place: String, line: String)] = []
        for target in ["MarqueeApp", "MovieService", "MovieProviders", "ProviderLanguage", "MovieAggregation"] {
            for name in try swiftFiles(in: ProjectFiles.root + "/Sources/" + target) {
                let code = try ProjectFiles.text(name).split(separator: "\n")
                    .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
                var found = code.matches(of: /\n {8,}(marquee [^\n]*)/).map { String($0.1) }
                found += code.matches(of: /(?:try|run|title|same as): (marquee [^\n";]*)/).map { String($0.1) }
                found += code.matches(of: /`(marquee [^`\n]*)`/).map { String($0.1) }
                for line in found where !line.contains("\\") { lines.append((place: name, line: line)) }
            }
        }
        return lines
    }

    private static func swiftFiles(in folder: String) throws -> [String] {
        try ProjectFiles.names(in: folder).flatMap { name in
            let path = folder + "/" + name
            if name.contains(".") { return name.hasSuffix(".swift") ? [path] : [] }
            return try swiftFiles(in: path)
        }
    }

    @Test("Every command line in a message or a help text is one that the parser accepts")
    func printed() async throws {
        let lines = try Self.printedLines()
        #expect(lines.count > 40, "\(lines.map(\.line))")
        for (place, line) in lines {
            // What is no command: a sentence about the program, and its messages on standard input.
            if line.firstMatch(of: /^marquee (serves|waits|keeps)/) != nil { continue }
            var text = line.replacing("…", with: "x")
            for end in ["  ", " | ", " > ", " with "] + (line.contains("'") ? [] : [", "]) {
                if let range = text.firstRange(of: end) { text = String(text[..<range.lowerBound]) }
            }
            let words = try await OutsideReader.words("sh", text)
            // A name alone is that of a command, whose arguments are not said.
            let isName = words.count == 1 && Marquee.suggestion(for: []).commands.contains(words[0])
            #expect(try isName || Self.refusal(of: words) == nil, "\(place): \(line)")
        }
    }

    @Test("A refusal of an option names no other option that does not run")
    func options() async throws {
        let outcome = try await Program.run(["search", "Parasite", "--zson"], environment: ["HOME": "/nonexistent"])
        #expect(outcome.status == .exited(64))
        #expect(outcome.errors.hasPrefix("error: Unknown option '--zson'"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("Did you mean"), "\(outcome.errors)")
    }

    @Test("A file that no command can make trusted gets no such command")
    func trust() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/e.yaml"
            let definition = """
                version: 1
                providers:
                  - id: films
                    base_url: https://films.example
                    auth: { kind: bearer, value: "${env.FILMS_KEY}" }
                    operations: { search: { get: /s, rows: r, item: { ids: { films: id }, title: name } } }
                """
            try ProjectFiles.write(definition, to: file)
            let outcome = try await Program.run(["check", file], environment: ["PATH": "/usr/bin:/bin"])
            #expect(outcome.errors.contains("set HOME, or pass --data-dir or --trust"), "\(outcome.errors)")
            #expect(!outcome.errors.contains("run: "), "\(outcome.errors)")
        }
    }

    @Test(
        "Leaving out what a hint names makes the list that was refused",
        arguments: [(#"{"kind":"now_playing","region":"KR"}"#, "leave out region", #"{"kind":"now_playing"}"#)]
    )
    func hints(_ parameters: String, _ hint: String, _ better: String) async throws {
        let answers = try await Program.answers(
            ["--demo"],
            [Talk.request(1, "movies/list", parameters), Talk.request(2, "movies/list", better)]
        )
        #expect(answers[1]?["error"]?["data"]?["hint"]?.string?.contains(hint) == true, "\(answers)")
        #expect(answers[2]?["result"] != nil, "\(answers)")
    }
}
