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
    /// The options of the command that arguments begin with: `--limit`.
    let options: ([String]) -> [String]
    /// Why the parser refuses arguments; `nil` if it accepts them.
    let refusal: ([String]) -> String?

    /// The most options of one line that are replaced.
    private static let mostSlips = 4

    /// Returns one line about the mistake for the parser's reason, with the line that was meant, or where to read on.
    func answer(to reason: String) -> String {
        let isCommand = arguments.first.map { $0.hasPrefix(scalars: "-") || commands.contains($0) } ?? true
        // The command knows the option that follows it, and refuses a value.
        let isRefused =
            reason.unicodeScalars.first?.properties.isLowercase == true
            && arguments.dropFirst().first?.hasPrefix(scalars: "-") == true
        let message = isRefused ? nil : self.message
        if let message = isCommand ? messageOfOption(reason) ?? message ?? messageOfArguments(reason) : message {
            return message
        }
        if let message = messageOfMissing(reason) ?? messageOfValue(reason) { return message }
        // What the parser proposes may be far from what was meant, and has not been tried.
        let words = reason.replacing(#/ Did you mean '[^']*'\?/#, with: "").oneLine  // because it is English
        let mistake = words.hasSuffix(scalars: ".") ? words.dropLast() : words[...]
        let isAnswered = ["; did you mean: marquee ", "try: marquee "].contains { mistake.contains(scalars: $0) }
        return mistake.prefix(1).lowercased() + mistake.dropFirst() + (isAnswered ? "" : "; " + advice(mistake))
    }

    /// Where to read on; after what was expected and is missing, an example.
    private func advice(_ mistake: Substring) -> String {
        let isMissing = mistake.hasPrefix(scalars: "expected ") && !mistake.contains(scalars: ", found ")
        if isMissing, let example = CommandHelp.example(arguments) { return "try: " + example }
        return "see: " + Self.line(help)
    }

    /// The words that show the help of the command that was called.
    var help: [String] {
        guard let first = arguments.first, commands.contains(first) else { return ["help"] }
        let part = arguments.dropFirst().first { parts[first]?.contains($0) == true }
        return ["help", first] + [part].compactMap(\.self)
    }

    func parses(_ arguments: [String]) -> Bool { refusal(arguments) == nil }

    /// The example of the method that `marquee call` calls; `nil` for another command.
    var exampleOfCall: String? {
        guard arguments.first == "call", let method = arguments.dropFirst().first.flatMap(MethodDeclaration.named),
            !method.exampleWords.isEmpty
        else { return nil }
        return Self.line(["call", method.name] + method.exampleWords)
    }

    /// Returns the first line that the parser accepts, with other options in place of unknown ones.
    private func runnable(_ lines: [[String]], slips: Int = 0) -> [String]? {
        for line in lines {
            guard let reason = refusal(line) else { return line }
            guard slips < Self.mostSlips else { continue }
            // The parser may complain about what is missing before it looks at the options.
            let options = slips > 0 ? [] : line.indices.filter { ForeignOption.isKnown(line[$0]) }
            for place in unknownOption(in: line, reason).map({ [$0] }) ?? options {
                if let meant = runnable(replacements(of: place, in: line, reason), slips: slips + 1) { return meant }
            }
        }
        return nil
    }

    /// The mistake and a suggested command line; `nil` if the mistake is not about the command.
    private var message: String? {
        guard let first = arguments.first else { return nil }
        if !first.hasPrefix(scalars: "-") {
            return commands.contains(first) ? unknownPart(of: first) : unknown(first)
        }
        guard let place = arguments.firstIndex(where: commands.contains) else { return nil }
        let words = [arguments[place]] + arguments[..<place] + arguments[arguments.index(after: place)...]
        return runnable([words]).map { "the command comes before its options; try: \(Self.line($0))" }
    }

    /// The mistake in what help is wanted for; `nil` if that exists, or if no help is wanted.
    var messageOfHelp: String? {
        let rest = Array(arguments.dropFirst())
        guard arguments.first == "help", let name = rest.first, !name.hasPrefix(scalars: "-") else { return nil }
        if name == "options" {
            return rest.count == 1 ? nil : "too many words after 'help options'; did you mean: marquee help options"
        }
        guard commands.contains(name) else {
            let others = ForeignCommand.lines(name, []).compactMap(\.first).filter(commands.contains)
            let meant = NearestName.nearest(to: name, among: commands) ?? others.first
            return "there is no command '\(name.prefix(64))'; did you mean: "
                + Self.line(["help"] + [meant].compactMap(\.self))
        }
        guard let names = parts[name], let word = rest.dropFirst().first, !names.contains(word) else { return nil }
        let meant =
            NearestName.nearest(to: word, among: names) ?? ForeignCommand.parts(word).first(where: names.contains)
        let line = Self.line(["help", name] + [meant].compactMap(\.self))
        return "there is no command '\(name) \(word.prefix(64))'; did you mean: \(line)"
    }

    // MARK: Options and arguments

    /// The place of an option that the parser refuses, even if it first complained about what the option would give.
    private func unknownOption(in line: [String], _ reason: String) -> Int? {
        if let match = reason.firstMatch(of: /Unknown option '(--?[^']+)'/) {
            return line.firstIndex { Self.name(of: $0) == String(match.1) }
        }
        let known = options(line)
        return line.firstIndex { word in
            word.hasPrefix(scalars: "--") && word != "--" && !known.isEmpty && !known.contains(Self.name(of: word))
        }
    }

    private static func name(of option: String) -> String {
        option.split(scalar: "=").first.map(String.init) ?? option
    }

    /// Returns the lines with other options in place of an unknown one, the likeliest first.
    private func replacements(of place: Int, in line: [String], _ reason: String) -> [[String]] {
        let parts = line[place].split(scalar: "=", maxSplits: 1).map(String.init)
        let option = parts.first ?? ""
        let rest = parts.dropFirst() + line[(place + 1)...]
        let similar = reason.firstMatch(of: /Did you mean '(--[^']+)'/).map { String($0.1) }
        let known = ([similar].compactMap(\.self) + options(line) + (line.count == 1 ? ["--version"] : [])).filter {
            $0 != "--help" && $0 != option
        }
        let near = NearestName.nearest(to: option, among: known)
        let before = Array(line[..<place])
        var lines = line == arguments ? ForeignOption.commands(option, before, Array(rest)) : []
        lines += ForeignOption.lines(option, Array(rest)).map { before + $0 }
        if let near { lines.append(before + [near] + rest) }
        // `call movies/search --query parasite`
        if line.first == "call", before.count > 1, let value = rest.first {
            lines.append(before + [option.drop { $0 == "-" } + "=" + value] + rest.dropFirst())
        }
        // The name of a list, or of a command: `list --popular`, `--search parasite`.
        let word = String(option.drop { $0 == "-" })
        if before.isEmpty ? commands.contains(word) : line.first == "list" { lines.append(before + [word] + rest) }
        // A number with a sign is a value: `boxoffice -1`.
        if Int(option) != nil { lines.append(before + rest + ["--", option]) }
        return lines
    }

    /// Returns the mistake in an option, and a line with another one in its place, if the parser refused the option.
    private func messageOfOption(_ reason: String) -> String? {
        let place = unknownOption(in: arguments, reason)
        guard let line = runnable([arguments]),
            let slip = place.map({ arguments[$0] })
                ?? arguments.first(where: { $0.hasPrefix(scalars: "--") && !line.contains($0) }),
            let option = slip.split(scalar: "=").first
        else { return nil }
        return "there is no option '\(option.prefix(64))' here; did you mean: \(Self.line(line))"
    }

    /// Returns a line with the words of a command as one, or without those that are too many.
    private func messageOfArguments(_ reason: String) -> String? {
        guard let match = reason.firstMatch(of: /^(?:Error: )?(?:([0-9]+) unexpected arguments|Unexpected argument)/)
        else { return nil }
        let count = match.1.flatMap { Int($0) } ?? 1
        let names = parts[arguments.first ?? ""] ?? []
        let head = arguments.dropFirst().first.map(names.contains) == true ? 2 : 1
        let words = arguments.indices.dropFirst(head).filter { !arguments[$0].hasPrefix(scalars: "-") }
        guard let first = words.first, words.count >= count else { return nil }
        let texts = words.map { arguments[$0] }
        let others = arguments.indices.dropFirst(head).filter { !words.contains($0) }.map { arguments[$0] }
        let isDate = texts.allSatisfy { Int($0) != nil }
        let joined = arguments[..<first] + [texts.joined(separator: isDate ? "-" : " ")] + others
        let fewer = arguments[..<first] + texts.dropLast(count) + others
        // What other commands take of several words, they take without being asked.
        var lines = [Array(fewer)]
        switch arguments.first {
        case "boxoffice": lines = Self.boxOffice(texts, Array(joined), others)
        // What was searched for is the only word.
        case "history":
            let isVerb = ["search", "find", "list", "show"].contains(texts[0])
            lines = [["history"] + texts.dropFirst() + others, ["search"] + texts.dropFirst()]
            if !isVerb { lines.reverse() }
        case "library": lines = ForeignCommand.library(texts) + lines
        default: break
        }
        // `cards stats 2026`, and `library export`
        if words.count == 1, Int(texts[0]) != nil {
            lines.insert(arguments[..<first] + ["--year"] + texts + others, at: 0)
        }
        if head == 1, words.count == count, !names.isEmpty, commands.contains(texts[0]) {
            lines.insert(texts + others, at: 0)
        }
        // `config region KR`
        if head == 1, names.contains("set") { lines.insert([arguments[0], "set"] + arguments.dropFirst(), at: 0) }
        guard let line = lines.first(where: parses) else { return nil }
        return
            "too many words after '\(arguments.prefix(head).joined(separator: " "))'; did you mean: \(Self.line(line))"
    }

    /// Returns what several words after `boxoffice` may mean, the likeliest first.
    private static func boxOffice(_ words: [String], _ joined: [String], _ others: [String]) -> [[String]] {
        let text = words.joined(separator: " ")
        if let period = ForeignCommand.period(text) { return [["boxoffice"] + period + others] }
        if DayText.isMonth(text) { return [["trend", "--from", text] + others] }
        if words.count == 2, words.allSatisfy(DayText.isDay) {
            return [["trend", "--from", words[0], "--to", words[1]]]
        }
        if words.count == 2, words[0] == "top", Int(words[1]) != nil {
            return [["boxoffice", "--limit", words[1]] + others]
        }
        let days = words.filter(DayText.isDay).prefix(1)
        // `nov 19`, `2026 11 19`
        return (joined.count > 1 && DayText.mayBeDay(joined[1]) ? [joined] : []) + [["boxoffice"] + days + others]
    }

    // MARK: Commands

    /// Returns the mistake in the words after a command with subcommands, if one of them is meant.
    private func unknownPart(of command: String) -> String? {
        guard let names = parts[command], let word = arguments.dropFirst().first, !names.contains(word) else {
            return nil
        }
        let rest = Array(arguments.dropFirst(2))
        var lines: [[String]] = []
        // The words in another order: `bookmarks parasite add`.
        if let place = rest.firstIndex(where: names.contains) {
            lines.append([command, rest[place], word] + rest[..<place] + rest[(place + 1)...])
        }
        // A word of another program is no slip for one that is written alike: `move` is not `remove`.
        let foreign = ForeignCommand.parts(word).filter(names.contains)
        lines += foreign.map { [command, $0] + rest }
        if command == "lists" { lines = ForeignCommand.lists(word, rest) + lines }
        if ForeignCommand.parts(word).isEmpty, let meant = NearestName.nearest(to: word, among: names) {
            lines.append([command, meant] + rest)
        }
        if command == "list", parts["lists"]?.contains(word) == true { lines.append(["lists", word] + rest) }
        // Subcommands that are options elsewhere: `history --clear`.
        let plain = word.hasPrefix(scalars: "--") ? String(word.dropFirst(2)) : word
        for meant in [plain] + ForeignCommand.parts(plain) where plain != word && names.contains(meant) {
            lines.append([command, meant] + rest)
        }
        if names.contains("remove"), ForeignCommand.parts(plain).contains("remove") {
            // What other programs delete or clear is a whole.
            let isWhole = command == "lists" ? rest.count == 1 : rest.isEmpty && ["clear", "reset"].contains(plain)
            if isWhole { lines.insert([command, "remove"] + rest + ["--all"], at: 0) }
            if command == "lists", rest.isEmpty { lines.insert(["lists", "remove", "LIST", "--all"], at: 0) }
        }
        if command == "lists", rest.isEmpty, ForeignCommand.parts(word).contains("add") {
            lines.append(["lists", "add", "NAME", "FILM"])
        }
        if command == "config", word != plain { lines.append(["config", "set", plain] + rest) }
        if command == "config", let equals = word.firstIndex(scalar: "=") {
            lines.append(["config", "set", String(word[..<equals]), String(word[word.index(after: equals)...])])
        }
        // The list is the state of each.
        if command == "providers", ["status", "all", "health", "state", "quota"].contains(word) {
            lines.insert([command] + rest, at: 0)
        }
        if command == "providers", !rest.isEmpty {
            if word == "disable" { lines.append(["providers", "remove"] + rest) }
            if word == "enable" { lines = [["help", "providers"]] }
        }
        if command == "bookmarks" || command == "cards", let genre = Genre(name: word) {
            lines.insert([command, "--genre", genre.rawValue] + rest, at: 0)
        }
        if word == "show", let film = rest.first { lines.append(["movie", film]) }
        if command == "lists", lines.isEmpty, !word.hasPrefix(scalars: "-") {
            let name = arguments.dropFirst().prefix { !$0.hasPrefix(scalars: "-") }
            lines.append(["lists", "show", name.joined(separator: " ")] + arguments.dropFirst(1 + name.count))
        }
        // A film, or a query, may be the only thing that is missing.
        let object = command == "history" ? "QUERY" : "FILM"
        lines += lines.filter { !$0.contains { $0.hasPrefix(scalars: "-") } }.map { $0 + [object] }
        lines += self.lines(of: command, Array(arguments.dropFirst()))
        // What was typed is not a slip if it parses: then the command itself refused its values.
        guard let line = runnable(lines), line != arguments else { return nil }
        let shown = word.prefix(64)
        let isOption = word.hasPrefix(scalars: "-")
        let mistake = isOption ? "'\(command)' alone takes no \(shown)" : "there is no command '\(command) \(shown)'"
        return "\(mistake); did you mean: \(Self.line(line))"
    }

    /// Returns the lines of a command, or of its subcommands that remove nothing, with these words.
    private func lines(of command: String, _ rest: [String]) -> [[String]] {
        let names = parts[command] ?? []
        if let part = rest.first, names.contains(part) { return [[command] + rest, ["help", command, part]] }
        let adding = ["add", "show"].filter(names.contains)
        return [[command] + rest] + adding.map { [command, $0] + rest }
    }

    private func unknown(_ word: String) -> String {
        let rest = Array(arguments.dropFirst())
        var candidates = ForeignCommand.lines(word, rest)
        if let command = NearestName.nearest(to: word, among: commands) { candidates += lines(of: command, rest) }
        if let method = NearestName.nearest(to: word, among: MethodDeclaration.all.map(\.name)) {
            candidates.append(["call", method] + rest)
        }
        // The title before the command: `parasite where`.
        if let last = rest.last, commands.contains(last) { candidates.append([last] + arguments.dropLast()) }
        candidates += [["search"] + arguments, ["help"]]
        let meant = runnable(candidates) ?? ["help"]
        return "there is no command '\(word.prefix(64))'; did you mean: \(Self.line(meant))"
    }

    /// Returns a command line, quoted for a shell.
    static func line(_ words: [String]) -> String {
        "marquee " + words.map(\.quotedForShell).joined(separator: " ")
    }
}
