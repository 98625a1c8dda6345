import ArgumentParser
import Testing

@testable import MarqueeApp

@Suite("Help")
struct HelpTests {
    /// The commands that have no subcommands, with their words.
    private static func commands(
        _ command: any ParsableCommand.Type = Marquee.self,
        _ words: [String] = []
    ) -> [(words: [String], command: any ParsableCommand.Type)] {
        let parts = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        guard !parts.isEmpty else { return [(words, command)] }
        return parts.flatMap { commands($0, words + [$0.configuration.commandName ?? ""]) }
    }

    @Test("Every command has two examples")
    func examples() {
        let commands = Self.commands()
        #expect(commands.count > 50)
        for (words, command) in commands {
            let examples = command.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }
            #expect(examples.count > 1, "\(words.joined(separator: " "))")
        }
    }

    @Test("Help shows no old words, which are understood")
    func oldWords() throws {
        let help = CommandHelp.shown(CardsCommand.helpMessage())
        #expect(help.contains("\n  add  ") && !help.contains("put") && help.contains("-h, --help"), "\(help)")
        for line in [
            ["cards", "put", "parasite", "--stars", "4"], ["matches", "pin", "a:1", "b:2"],
            ["matches", "forget", "a:1"],
            ["lists", "delete", "Best"], ["history", "clear"], ["matches", "show", "a:1"],
            ["providers", "show", "kofic"],
        ] {
            _ = try Marquee.parseAsRoot(line)
        }
    }

    @Test("Bookmarks, cards, and the films of a list have the same filters")
    func filters() {
        let commands: [any ParsableCommand.Type] = [
            ListBookmarksCommand.self, ListCardsCommand.self, ShowListCommand.self,
        ]
        for command in commands {
            let help = command.helpMessage()
            for option in [
                "sort", "direction", "query", "genre", "year", "minutes", "stars", "tag", "liked", "watched",
            ] {
                #expect(help.contains("--\(option)"), "\(option) of \(command)")
            }
        }
    }
}
