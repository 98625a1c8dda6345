import ArgumentParser
import MovieDomain
import MovieService
import Platform

/// The command line that the user probably meant by invalid arguments.
///
/// Only lines that the parser of the commands accepts are suggested.
struct CommandSuggestion {
    /// The arguments without the name of the program.
    let arguments: [String]
    /// The names of the commands.
    let commands: [String]
    /// The names of the subcommands of each.
    let parts: [String: [String]]
    /// Whether the parser accepts these arguments.
    let parses: ([String]) -> Bool

    private static let advice = "\n`marquee help` lists the commands."

    /// The mistake and a suggested command line; `nil` if the mistake is not about the command.
    var message: String? {
        guard let first = arguments.first else { return nil }
        if !first.hasPrefix(scalars: "-") {
            return commands.contains(first) ? unknownPart(of: first) : unknown(first)
        }
        guard let place = arguments.firstIndex(where: commands.contains) else { return nil }
        let words = [arguments[place]] + arguments[..<place] + arguments[arguments.index(after: place)...]
        return parses(words) ? "the command comes before its options; try: \(Self.line(words))" : nil
    }

    /// The mistake in what help is wanted for; `nil` if that exists, or if no help is wanted.
    var messageOfHelp: String? {
        let rest = Array(arguments.dropFirst())
        guard arguments.first == "help", let name = rest.first, !name.hasPrefix(scalars: "-") else { return nil }
        guard commands.contains(name) else {
            let others = Self.otherWords(name, []).compactMap(\.first).filter(commands.contains)
            let meant = NearestName.nearest(to: name, among: commands) ?? others.first
            return "there is no command '\(name.prefix(64))'"
                + (meant.map { "; did you mean: \(Self.line(["help", $0]))" } ?? "") + Self.advice
        }
        guard let names = parts[name], let word = rest.dropFirst().first, !names.contains(word) else { return nil }
        return NearestName.nearest(to: word, among: names).map { meant in
            let line = Self.line(["help", name, meant] + rest.dropFirst(2))
            return "there is no command '\(name) \(word.prefix(64))'; did you mean: \(line)"
        }
    }

    /// Returns the mistake in an option, and a line with another one in its place, if the parser refused the option.
    ///
    /// `refusal` is the message of the parser, which may name an option of a similar name.
    func messageOfOption(_ refusal: String) -> String? {
        guard let match = refusal.firstMatch(of: /Unknown option '(--?[^']+)'/),
            let place = arguments.firstIndex(where: { $0.split(scalar: "=").first.map(String.init) == String(match.1) })
        else { return nil }
        let (option, rest) = (String(match.1), Array(arguments[arguments.index(after: place)...]))
        let similar = refusal.firstMatch(of: /Did you mean '(--[^']+)'/).map { String($0.1) }
        let near = NearestName.nearest(to: option, among: [similar].compactMap(\.self))
        let value = arguments[place].split(scalar: "=", maxSplits: 1).dropFirst().first.map { [String($0)] } ?? []
        let known = Self.otherOptions(option, value + rest) + [near.map { [$0] + value + rest }].compactMap(\.self)
        guard let line = known.map({ Array(arguments[..<place]) + $0 }).first(where: parses) else { return nil }
        return "there is no option '\(option.prefix(64))' here; did you mean: \(Self.line(line))"
    }

    /// Returns the mistake in the words after a command with subcommands, if one of them is meant.
    private func unknownPart(of command: String) -> String? {
        guard let names = parts[command], let word = arguments.dropFirst().first, !names.contains(word) else {
            return nil
        }
        let rest = Array(arguments.dropFirst(2))
        var lines: [[String]] = []
        if let meant = NearestName.nearest(to: word, among: names) { lines.append([command, meant] + rest) }
        for meant in Self.otherParts[word] ?? [] where names.contains(meant) { lines.append([command, meant] + rest) }
        if command == "lists", lines.isEmpty, !word.hasPrefix(scalars: "-") {
            let name = arguments.dropFirst().prefix { !$0.hasPrefix(scalars: "-") }
            lines.append(["lists", "show", name.joined(separator: " ")] + arguments.dropFirst(1 + name.count))
        }
        // A film may be the only thing that is missing.
        lines += lines.filter { !$0.contains { $0.hasPrefix(scalars: "-") } }.map { $0 + ["ID"] }
        let isOption = word.hasPrefix(scalars: "-")
        if isOption || MovieID(parsing: word) != nil {
            lines += self.lines(of: command, Array(arguments.dropFirst()))
        }
        // What was typed is no slip if it parses: then the command itself refused its values.
        guard let line = lines.first(where: parses), line != arguments else { return nil }
        let shown = word.prefix(64)
        let mistake = isOption ? "'\(command)' alone takes no \(shown)" : "there is no command '\(command) \(shown)'"
        return "\(mistake); did you mean: \(Self.line(line))"
    }

    /// Returns the lines of a command, or of its subcommands that remove nothing, with these words.
    private func lines(of command: String, _ rest: [String]) -> [[String]] {
        let adding = ["add", "put", "show"].filter { parts[command]?.contains($0) == true }
        return [[command] + rest] + adding.map { [command, $0] + rest }
    }

    private func unknown(_ word: String) -> String {
        let known = MethodDeclaration.all.map(\.name)
        let rest = Array(arguments.dropFirst())
        var candidates = Self.otherWords(word, rest)
        if let command = NearestName.nearest(to: word, among: commands) { candidates += lines(of: command, rest) }
        if let method = NearestName.nearest(to: word, among: known) { candidates.append(["call", method] + rest) }
        candidates += [["search"] + arguments, ["help"]]
        let meant = candidates.first(where: parses) ?? ["help"]
        return "there is no command '\(word.prefix(64))'; did you mean: \(Self.line(meant))" + Self.advice
    }

    /// Returns a command line, quoted for a shell.
    static func line(_ words: [String]) -> String {
        "marquee " + words.map(\.quotedForShell).joined(separator: " ")
    }
}

// MARK: The words of other programs

extension CommandSuggestion {
    /// Returns what the words of other film apps and programs mean here, the likeliest first.
    private static func otherWords(_ word: String, _ rest: [String]) -> [[String]] {
        let isOfFilm = rest.first.map { MovieID(parsing: $0) != nil } ?? false
        switch word {
        case "watchlist", "bookmark", "favorites", "favourites":
            return isOfFilm ? [["bookmarks", "add"] + rest] : [["bookmarks"] + rest]
        case "diary", "log", "journal", "watched", "seen":
            return isOfFilm ? [["cards", "put"] + rest + ["--watched", "today"]] : [["cards"] + rest]
        case "rate", "rating", "review":
            let option = word == "review" ? "--comment" : "--stars"
            return (rest.count > 1 ? [["cards", "put", rest[0], option] + rest.dropFirst()] : [])
                + [["cards", "put"] + rest, ["help", "cards", "put"]]
        case "trending", "popular", "upcoming", "top-rated", "now-playing": return [["list", word] + rest]
        case "similar", "recommendations":
            return rest.first.map { [["movie", $0, "--include", word] + rest.dropFirst()] } ?? []
        case "find", "lookup", "query", "title": return [["search"] + rest, ["help", "search"]]
        case "film", "show", "info", "get", "details", "view":
            return (isOfFilm ? [["movie"] + rest] : []) + [["search"] + rest, ["help", "movie"]]
        case "person", "actor", "director": return [["people"] + rest, ["help", "people"]]
        case "cache": return [["call", rest.first == "clear" ? "cache/clear" : "cache/stats"]]
        case "status", "sources", "health": return [["providers"] + rest]
        case "config", "configuration", "validate", "lint":
            return [["check"] + rest.filter { $0.contains(scalars: ".") || $0.hasPrefix(scalars: "-") }, ["check"]]
        case "backup", "save": return [["export"] + rest]
        case "restore": return [["import"] + rest, ["help", "import"]]
        case "completion", "completions":
            return [rest.first ?? "bash", "bash"].map { ["--generate-completion-script", $0] }
        case "version": return [["--version"]]
        default: return []
        }
    }

    /// What other programs call the subcommands.
    private static let otherParts = [
        "create": ["add"], "new": ["add"], "set": ["put"], "edit": ["put"], "write": ["put"], "rate": ["put"],
        "rm": ["remove"], "del": ["remove"], "delete": ["remove"], "unpin": ["forget"], "unsplit": ["forget"],
        "ls": ["list"], "all": ["list"], "link": ["pin"], "unlink": ["split"], "where": ["watch"],
    ]

    /// Returns what the options of other programs are here, with the words behind them.
    private static func otherOptions(_ option: String, _ rest: [String]) -> [[String]] {
        let count = rest.first.flatMap { Int($0) }
        switch option {
        // What writes files has no format, and what it writes on its own is JSON.
        case "--json": return [["--format", "json"] + rest, rest]
        case "--table", "--text", "--plain": return [["--format", "table"] + rest, ["--format", "text"] + rest, rest]
        case "--top", "--count", "--max", "--number", "-n":
            return [["--limit", "\(count ?? 10)"] + rest.dropFirst(count == nil ? 0 : 1)]
        case "--source", "--sources", "--provider": return [["--providers"] + rest]
        case "--lang", "--language", "--locale": return [["--languages"] + rest]
        case "--country": return [["--region"] + rest]
        case "--overwrite", "-f": return [["--force"] + rest]
        case "--out", "-o": return [["--output"] + rest, rest]
        case "-h": return [["--help"]]
        default: return []
        }
    }
}
