import ArgumentParser
public import MovieDomain
import MovieService
import Platform

/// Runs the command that the arguments of this process name, and ends the process with its exit code.
///
/// The first thread sleeps meanwhile: an asynchronous `main` ends this thread by a call that loads libgcc_s, and aborts
/// if that is not installed. The task is detached because this thread is the main actor's, which runs nothing here.
///
/// - Parameter kinds: the kinds of providers, written in Swift, that `providers.yaml` may name.
public func main(kinds: [ProviderKind] = []) -> Never {
    CurrentProcess.denyInspection()
    CurrentProcess.keepExitStatuses()
    // Must come before the first other thread, which would get its own heap.
    CurrentProcess.giveFreedMemoryBack()
    if let problem = ProviderKind.problem(with: kinds) {
        CommandErrors.write("error: \(problem)")
        CurrentProcess.end(code: ExitCode.software.rawValue)
    }
    // Must come before the task below, because the pool of its threads hangs if the system refuses them.
    if let complaint = SystemLimits.complaint(.start) {
        CommandErrors.write("error: \(complaint)")
        CurrentProcess.end(code: ExitCode.unavailable.rawValue)
    }
    SystemLimits.raiseThreadStacks()
    guard !CurrentProcess.arguments.isEmpty else {
        // Without them the program would run a different command.
        CommandErrors.write("error: the system does not tell the arguments; mount /proc")
        CurrentProcess.end(code: ExitCode.unavailable.rawValue)
    }
    // The main thread only sleeps below, so the command needs a task of its own. The task ends the process.
    Task.detached {
        do {
            // ArgumentParser shows the help of the program for a command that does not exist.
            if let message = Marquee.meant(by: Array(CurrentProcess.arguments.dropFirst())).messageOfHelp {
                CommandErrors.write("error: \(message)")
                CurrentProcess.end(code: ExitCode.usage.rawValue)
            }
            var command = try Marquee.parseAsRoot(Array(CurrentProcess.arguments.dropFirst()))
            if let command = command as? any DefinitionCommand {
                try await command.run(kinds: kinds)
            } else if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            if let failure = error as? any CommandFailure {
                CommandErrors.write(failure.text)
                CurrentProcess.end(code: failure.exitCode.rawValue)
            }
            let isMistake = Marquee.exitCode(for: error) == .usage
            if isMistake, let message = Marquee.meant(by: Array(CurrentProcess.arguments.dropFirst())).message {
                CommandErrors.write("error: \(message)")
                CurrentProcess.end(code: ExitCode.usage.rawValue)
            }
            var text = Marquee.fullMessage(for: error)
            guard Marquee.exitCode(for: error) == .success, !text.isEmpty else {
                let mark = "Error: "
                // All other errors begin with a small letter.
                if text.hasPrefix(mark) { text = "error: " + text.dropFirst(mark.count) }
                if !text.isEmpty { CommandErrors.write(text) }
                CurrentProcess.end(code: Marquee.exitCode(for: error).rawValue)
            }
            let isBash = CurrentProcess.arguments.contains { $0.hasSuffix("bash") }
            if isBash, text.contains("complete -o filenames -F _marquee marquee") { text += Completions.bashAddition }
            // Help, the version, or completions, which ArgumentParser would print without looking at the outcome.
            CommandOutput.write(text)
        }
        CurrentProcess.end(code: CommandOutput.hasFailed ? ExitCode.inputOutput.rawValue : 0)
    }
    SystemThread.sleepForever()
}

/// The command line: `marquee` alone serves JSON-RPC on its standard streams.
struct Marquee: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "marquee",
        abstract: "Query film sources in parallel and merge their answers, over JSON-RPC 2.0 on stdin and stdout.",
        discussion: """
            Without a subcommand, marquee serves: it reads one JSON message per line, or messages with Content-Length \
            headers as editors send them. `marquee --demo` needs no key and no network. `marquee call METHOD` makes \
            one call and prints the answer. `marquee search`, `list`, `boxoffice`, and `movie` are shortcuts for the \
            usual calls.
            """,
        version: MarqueeVersion.current,
        subcommands: [
            ServeCommand.self, CallCommand.self, SearchCommand.self, FilmListCommand.self, PeopleCommand.self,
            BoxOfficeCommand.self, TrendCommand.self, MovieCommand.self, PosterCommand.self, BookmarksCommand.self,
            CardsCommand.self, ListsCommand.self, MatchesCommand.self, HistoryCommand.self, ExportCommand.self,
            ImportCommand.self,
            IdentifyCommand.self, LibraryCommand.self, ProvidersCommand.self, CheckCommand.self, TrustCommand.self,
            TestCommand.self,
            RecordCommand.self,
            NewCommand.self, SchemaCommand.self, MatchCommand.self, ReplayTraceCommand.self, OpenRPCCommand.self,
            MCPConfigCommand.self, LanguageServerCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )

    static func meant(by arguments: [String]) -> MeantCommand {
        let named = configuration.subcommands.map { ($0.configuration.commandName ?? "", $0.names) }
        return MeantCommand(
            arguments: arguments,
            commands: named.map(\.0) + ["help"],
            parts: Dictionary(named) { first, _ in first }
        )
    }
}

extension ParsableCommand {
    /// The names of its subcommands.
    fileprivate static var names: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }
}

/// An asynchronous command that needs the kinds of providers of this program.
protocol DefinitionCommand: AsyncParsableCommand {
    func run(kinds: [ProviderKind]) async throws
}

extension DefinitionCommand {
    func run() async throws { try await run(kinds: []) }
}

/// The command that the user probably meant by invalid arguments.
struct MeantCommand {
    /// The arguments without the name of the program.
    let arguments: [String]
    /// The names of the commands.
    let commands: [String]
    /// The names of the subcommands of each.
    let parts: [String: [String]]

    /// The mistake and a suggested command line; `nil` if the mistake is not about the command.
    var message: String? {
        guard let first = arguments.first else { return nil }
        if !first.hasPrefix("-") { return commands.contains(first) ? unknownPart(of: first) : unknown(first) }
        guard let place = arguments.firstIndex(where: commands.contains) else { return nil }
        let words = [arguments[place]] + arguments[..<place] + arguments[arguments.index(after: place)...]
        return "the command comes before its options; try: \(Self.line(words))"
    }

    /// The mistake in what help is wanted for; `nil` if that exists, or if no help is wanted.
    var messageOfHelp: String? {
        let rest = Array(arguments.dropFirst())
        guard arguments.first == "help", let name = rest.first, !name.hasPrefix("-") else { return nil }
        guard commands.contains(name) else {
            let meant = NearestName.nearest(to: name, among: commands) ?? Self.otherWords[name]?.first
            return "there is no command '\(name.prefix(64))'"
                + (meant.map { "; did you mean: \(Self.line(["help", $0]))" } ?? "") + Self.advice
        }
        return MeantCommand(arguments: rest, commands: commands, parts: parts).unknownPart(of: name, before: ["help"])
    }

    /// Returns the mistake in the word after a command with subcommands, if one of them is near, or if the word may be
    /// the name of a list.
    private func unknownPart(of command: String, before: [String] = []) -> String? {
        guard let names = parts[command], let word = arguments.dropFirst().first, !names.contains(word) else {
            return nil
        }
        var words = [command]
        if let meant = NearestName.nearest(to: word, among: names) {
            words += [meant] + arguments.dropFirst(2)
        } else if command == "lists", before.isEmpty, !word.hasPrefix("-") {
            let name = arguments.dropFirst().prefix { !$0.hasPrefix("-") }
            words += ["show", name.joined(separator: " ")] + arguments.dropFirst(1 + name.count)
        } else {
            return nil
        }
        let line = Self.line(before + words)
        return "there is no command '\(command) \(word.prefix(64))'; did you mean: \(line)"
    }

    private static let advice = "\n`marquee help` lists the commands."

    /// The words of other film apps for what has a command here.
    private static let otherWords = [
        "watchlist": ["bookmarks"], "diary": ["cards"], "rate": ["cards", "put"], "trending": ["list", "trending"],
        "popular": ["list", "popular"], "upcoming": ["list", "upcoming"],
        "completion": ["--generate-completion-script"], "version": ["--version"],
    ]

    private func unknown(_ word: String) -> String {
        let known = MethodDeclaration.all.map(\.name)
        let rest = Array(arguments.dropFirst())
        let meant: [String] =
            if let command = Self.otherWords[word] {
                command + rest
            } else if word == "similar" || word == "recommendations", let id = rest.first {
                ["movie", id, "--include", word] + rest.dropFirst()
            } else if let command = NearestName.nearest(to: word, among: commands) {
                [command] + rest
            } else if let method = NearestName.nearest(to: word, among: known) {
                ["call", method] + rest
            } else {
                ["search"] + arguments
            }
        return "there is no command '\(word.prefix(64))'; did you mean: \(Self.line(meant))" + Self.advice
    }

    /// Returns a command line, quoted for a shell.
    static func line(_ words: [String]) -> String {
        "marquee " + words.map(\.quotedForShell).joined(separator: " ")
    }
}

extension String {
    /// The text, quoted as one word for a shell.
    var quotedForShell: String {
        let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,@%+".contains($0) }
        return isPlain ? self : "'" + replacing("'", with: #"'\''"#) + "'"
    }
}
