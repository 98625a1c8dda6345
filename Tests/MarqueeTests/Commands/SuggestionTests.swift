import ArgumentParser
import JSON
import MarqueeTestKit
import Platform
import Testing

@testable import MarqueeApp

@Suite("The commands that messages suggest")
struct SuggestionTests {
    /// Slips, and the lines that are suggested; `-` if none is.
    private static let slips: [(String, String)] = {
        do {
            let text = try ProjectFiles.text(ProjectFiles.root + "/Tests/Fixtures/commands/slips.tsv")
            return text.split(separator: "\n").compactMap { line in
                let parts = line.split(separator: "\t").map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            }
        } catch {
            return []
        }
    }()

    private static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    private static func mistake(in arguments: [String]) -> String? {
        do {
            _ = try Marquee.parseAsRoot(arguments)
            return nil
        } catch {
            return Marquee.suggestion(for: arguments).answer(to: Marquee.message(for: error))
        }
    }

    @Test("There are slips")
    func fixture() { #expect(Self.slips.count > 100) }

    @Test("A slip gets one line, with a command that runs, or with the place to read on", arguments: slips)
    func suggested(_ slip: String, _ line: String) async throws {
        let arguments = Self.words(slip)
        let text = try #require(
            Marquee.suggestion(for: arguments).messageOfHelp ?? Self.mistake(in: arguments),
            "\(slip)"
        )
        #expect(!text.contains("\n"), "\(text)")
        let command = try #require(text.split(separator: ": marquee ").last.map { "marquee " + $0 }, "\(text)")
        if line == "-" {
            #expect(command.hasPrefix("marquee help"), "\(text)")
        } else {
            #expect(command == "marquee " + line, "\(text)")
        }
        let words = try await OutsideReader.words("sh", command)
        #expect(try Self.refusal(of: words) == nil, "\(command)")
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
        #expect(outcome.errors == "error: unknown option '--zson'; see: marquee help search\n", "\(outcome.errors)")
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
