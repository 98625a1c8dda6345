import ArgumentParser
import Platform

/// What the help of commands says of their options.
enum CommandHelp {
    /// The options that almost every command has, with their help.
    static var ofCommonOptions: String {
        let help = EngineOptions.helpMessage()
        return "Options of every command that asks sources or the library:\n\n"
            + help[(help.firstRange(scalars: "  --config")?.lowerBound ?? help.startIndex)...]
    }

    /// Returns the help of a command with one line in place of the options that almost every command has.
    static func withoutCommonOptions(_ text: String) -> String {
        guard text.hasPrefix(scalars: "OVERVIEW:"), text.contains(scalars: "--log-level") else { return text }
        let common = EngineOptions.helpMessage().lines.compactMap(option)
        var (lines, isLeftOut): ([Substring], Bool) = ([], false)
        for line in text.lines {
            if let option = option(in: line) {
                isLeftOut = common.contains(option)
                if option == "--version" {
                    lines.append(
                        "  --config, --demo, --data-dir, -v, and other options of every command: marquee help options"
                    )
                }
            } else if !line.hasPrefix(scalars: "   ") {
                isLeftOut = false
            }
            if !isLeftOut { lines.append(line) }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the options of the command that arguments begin with: `--limit`.
    static func options(_ arguments: [String]) -> [String] {
        var command: any ParsableCommand.Type = Marquee.self
        for word in arguments.prefix(2) {
            let parts = command.configuration.subcommands
            guard let part = parts.first(where: { $0.configuration.commandName == word }) else { break }
            command = part
        }
        return (command.configuration.defaultSubcommand ?? command).helpMessage().lines.compactMap(option)
    }

    /// Returns the option that a line of help begins with; `nil` for other lines.
    private static func option(in line: Substring) -> String? {
        line.firstMatch(of: /^  (?:-[a-zA-Z], )?(--[a-z-]+)/).map { String($0.1) }
    }
}
