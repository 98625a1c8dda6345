import ArgumentParser
import Platform

/// What the help of commands says about their options.
enum CommandHelp {
    /// The options that almost every command has, with their help.
    static var ofCommonOptions: String {
        let help = EngineOptions.helpMessage()
        return "Options of every command that asks sources or the library:\n\n"
            + help[(help.firstRange(scalars: "  --config")?.lowerBound ?? help.startIndex)...]
    }

    /// Returns the help of a command as people see it, and every other text as it is.
    static func shown(_ text: String) -> String {
        text.hasPrefix(scalars: "OVERVIEW:") ? withoutCommonOptions(withoutOldWords(text)) : text
    }

    /// Returns help without the old words of subcommands, which the parser shows beside their names.
    private static func withoutOldWords(_ text: String) -> String {
        var (lines, label): ([Substring], Substring?) = ([], nil)
        for line in text.lines {
            if let begun = label {
                // The words made the label too long for its text, which is on the next line.
                label = nil
                lines.append(begun + line.dropFirst(begun.count))
                continue
            }
            guard let match = line.wholeMatch(of: /(  [a-z][a-z-]*)((?:, [a-z-]+)+)( \(default\))?(  .*)?/) else {
                lines.append(line)
                continue
            }
            let name = match.1 + (match.3 ?? "")
            if let text = match.4 {
                lines.append(name + String(repeating: " ", count: match.2.count) + text)
            } else {
                label = name[...]
            }
        }
        return (lines + [label].compactMap(\.self)).joined(separator: "\n")
    }

    /// Returns help with one line in place of the options that almost every command has.
    private static func withoutCommonOptions(_ text: String) -> String {
        guard text.contains(scalars: "--log-level") else { return text }
        let common = EngineOptions.helpMessage().lines.compactMap(option)
        var (lines, isLeftOut): ([Substring], Bool) = ([], false)
        for line in text.lines {
            if let option = option(in: line) {
                isLeftOut = common.contains(option)
                if option == "--version" {
                    lines.append("  --config, --demo, -v, and others, which every command has:")
                    lines.append("                          marquee help options")
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
        let command = command(arguments)
        return (command.configuration.defaultSubcommand ?? command).helpMessage().lines.compactMap(option)
    }

    /// Returns the first example in the help of the command that arguments begin with; `nil` if there is none.
    static func example(_ arguments: [String]) -> String? {
        let line = command(arguments).configuration.discussion.lines.first { $0.hasPrefix(scalars: "  marquee ") }
        guard let text = line?.drop(while: { $0 == " " }) else { return nil }
        // What stands behind an example tells what it does.
        return String(text[..<(text.firstRange(scalars: "  ")?.lowerBound ?? text.endIndex)])
    }

    private static func command(_ arguments: [String]) -> any ParsableCommand.Type {
        var command: any ParsableCommand.Type = Marquee.self
        for word in arguments.prefix(2) {
            guard let part = command.subcommand(word) else { break }
            command = part
        }
        return command
    }

    /// Returns the option that a line of help begins with; `nil` for other lines.
    private static func option(in line: Substring) -> String? {
        line.firstMatch(of: /^  (?:-[a-zA-Z], )?(--[a-z-]+)/).map { String($0.1) }
    }
}
