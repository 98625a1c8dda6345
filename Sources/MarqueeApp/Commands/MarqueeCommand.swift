import ArgumentParser
import JSON
public import MovieDomain
import MovieService
import Platform
import ProviderLanguage

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
    UserSettings.apply(.current)
    guard !CurrentProcess.arguments.isEmpty else {
        // Without them the program would run a different command.
        CommandErrors.write("error: the system does not pass on the arguments; mount /proc")
        CurrentProcess.end(code: ExitCode.unavailable.rawValue)
    }
    let given = Array(CurrentProcess.arguments.dropFirst())
    var arguments = given == ["-V"] || given == ["-v"] ? ["--version"] : given.withDays
    // `marquee --help search` would show the help of the command that needs no name.
    if arguments.count > 1, ["-h", "--help"].contains(arguments[0]), !arguments[1].hasPrefix(scalars: "-") {
        arguments[0] = "help"
    }
    if arguments == ["help", "options"] {
        CommandOutput.write(CommandHelp.ofCommonOptions)
        CurrentProcess.end(code: 0)
    }
    // These wait for tasks, which must go on meanwhile, on threads of their own.
    if arguments.first == "---completion" { complete(arguments) }
    // The main thread only sleeps below, so the command needs a task of its own. The task ends the process.
    Task.detached {
        do {
            // ArgumentParser shows the help of the program for a command that does not exist.
            if let message = Marquee.suggestion(for: arguments).messageOfHelp {
                CommandErrors.write("error: \(message)")
                CurrentProcess.end(code: ExitCode.usage.rawValue)
            }
            var command = try Marquee.parseAsRoot(arguments)
            if let command = command as? any DefinitionCommand {
                try await command.run(kinds: kinds)
            } else if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            if let failure = error as? any CommandFailure {
                let text = Marquee.suggestion(for: arguments).completed(failure.text)
                Marquee.writeJSON(
                    text,
                    code: failure.exitCode == .usage ? Marquee.invalidParams : nil,
                    arguments
                )
                CommandErrors.write(text)
                CurrentProcess.end(code: failure.exitCode.rawValue)
            }
            let isMistake = Marquee.exitCode(for: error) == .usage && !(error is ExitCode)
            let suggestion = Marquee.suggestion(for: arguments)
            var text = Marquee.fullMessage(for: error)
            if isMistake {
                // A page of usage would hide the mistake.
                let answer = suggestion.answer(to: Marquee.message(for: error))
                Marquee.writeJSON(answer, code: Marquee.invalidParams, arguments)
                CommandErrors.write("error: \(answer)")
                CurrentProcess.end(code: ExitCode.usage.rawValue)
            }
            guard Marquee.exitCode(for: error) == .success, !text.isEmpty else {
                let mark = "Error: "
                // All other errors begin with a small letter.
                if text.hasPrefix(scalars: mark) { text = "error: " + text.dropFirst(mark.count) }
                if !text.isEmpty { CommandErrors.write(text) }
                CurrentProcess.end(code: Marquee.exitCode(for: error).rawValue)
            }
            text = CompletionScripts.completed(CommandHelp.shown(text))
            // Help, the version, or completions, which ArgumentParser would print without looking at the outcome.
            CommandOutput.write(text)
        }
        CurrentProcess.end(code: CommandOutput.hasFailed ? ExitCode.inputOutput.rawValue : 0)
    }
    SystemThread.sleepForever()
}

/// Prints what a shell asks for while a command is typed, and ends the process.
private func complete(_ arguments: [String]) -> Never {
    do {
        _ = try Marquee.parseAsRoot(arguments)
    } catch {
        if Marquee.exitCode(for: error) == .success { CommandOutput.write(Marquee.fullMessage(for: error)) }
    }
    CurrentProcess.end(code: 0)
}

/// The command line: `marquee` alone serves JSON-RPC on its standard streams.
struct Marquee: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "marquee",
        abstract: "Films, box offices, and where to watch: from several sources, merged, beside your own diary.",
        discussion: """
              marquee boxoffice --demo
              marquee search parasite
              marquee where parasite --region KR
              marquee log parasite --stars 4.5

            Most commands take --demo, which needs no key and no network; --config FILE, the definitions to read; and \
            --format, which is table, json, csv, tsv, or ids. `marquee help COMMAND` shows all options of a command, \
            and `marquee man` the manual.

            An editor or an assistant starts marquee without a subcommand: then it serves JSON-RPC 2.0 on stdin and \
            stdout, one message per line, or with Content-Length headers.
            """,
        version: MarqueeVersion.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Film",
                subcommands: [
                    SearchCommand.self, FilmListCommand.self, BoxOfficeCommand.self, TrendCommand.self,
                    MovieCommand.self, WhereCommand.self, PosterCommand.self, CollectionCommand.self,
                    CreditsCommand.self, PeopleCommand.self, IdentifyCommand.self,
                ]
            ),
            CommandGroup(
                name: "Library",
                subcommands: [
                    BookmarksCommand.self, LogCommand.self, CardsCommand.self, ListsCommand.self,
                    HistoryCommand.self, MatchesCommand.self, ImportCommand.self, ExportCommand.self,
                    UndoCommand.self, LibraryCommand.self,
                ]
            ),
            CommandGroup(
                name: "Setup",
                subcommands: [
                    ConfigCommand.self, LoginCommand.self, LogoutCommand.self, ProvidersCommand.self,
                    CheckCommand.self, TrustCommand.self, NewCommand.self, RecordCommand.self, TestCommand.self,
                ]
            ),
            CommandGroup(
                name: "Server and script",
                subcommands: [
                    ServeCommand.self, CallCommand.self, MCPConfigCommand.self, LanguageServerCommand.self,
                    MatchCommand.self, ReplayTraceCommand.self, OpenRPCCommand.self, SchemaCommand.self,
                    CompletionsCommand.self, ManualCommand.self,
                ]
            ),
        ],
        defaultSubcommand: ServeCommand.self
    )

    static func completions(for shell: CompletionShell) -> String {
        CompletionScripts.completed(completionScript(for: shell))
    }

    /// The code of a wrong command line, which is that of wrong parameters.
    fileprivate static let invalidParams = -32602

    /// Prints an error as a failed call prints its own, if the command is to print JSON; only those of calls have codes.
    fileprivate static func writeJSON(_ message: String, code: Int?, _ arguments: [String]) {
        let isWanted = zip(arguments, arguments.dropFirst() + [""]).contains { word, next in
            word == "--format=json" || word == "--format" && next == "json"
        }
        guard isWanted else { return }
        let mark = "error: "
        let text = message.hasPrefix(scalars: mark) ? String(message.dropFirst(mark.count)) : message
        let members = [
            code.map { JSONValue.Member("code", .number(JSONNumber($0))) }, JSONValue.Member("message", .string(text)),
        ]
        CommandOutput.write((["error": .object(members.compactMap(\.self))] as JSONValue).jsonText)
    }

    /// What the arguments of this process may have meant.
    static var ofProcess: CommandSuggestion { suggestion(for: Array(CurrentProcess.arguments.dropFirst())) }

    static func suggestion(for arguments: [String]) -> CommandSuggestion {
        let named = configuration.subcommands.map { ($0.configuration.commandName ?? "", $0.names) }
        // An old word is not a slip.
        var arguments = arguments
        if arguments.count > 1, let part = subcommand(arguments[0])?.subcommand(arguments[1]) {
            arguments[1] = part.configuration.commandName ?? arguments[1]
        }
        return CommandSuggestion(
            arguments: arguments,
            commands: named.map(\.0) + ["help"],
            parts: Dictionary(named) { first, _ in first },
            options: CommandHelp.options,
            refusal: Self.refusal
        )
    }

    /// Why the arguments are not those of a command; `nil` if they are, or ask for a text that the parser itself writes.
    private static func refusal(_ arguments: [String]) -> String? {
        if let problem = suggestion(for: arguments).messageOfHelp { return problem }
        do {
            let command = try parseAsRoot(arguments)
            guard let call = command as? CallCommand, !call.isReadable else { return nil }
            return "these are not parameters"
        } catch {
            return exitCode(for: error) == .success ? nil : message(for: error)
        }
    }
}

extension [String] {
    private static let beforeDays: Set<String> = ["--on", "--from", "--to", "--date", "--watched", "--remove-day"]

    /// The arguments with a minus sign in days such as `-2`, two days ago, which would be options.
    fileprivate var withDays: [String] {
        indices.map { place in
            let before = place > startIndex ? self[place - 1] : ""
            let mayBeDay = !before.hasPrefix(scalars: "-") || Self.beforeDays.contains(before)
            let argument = self[place]
            guard mayBeDay, argument.hasPrefix(scalars: "-"), String(argument.dropFirst()).isDigits else {
                return argument
            }
            return "\u{2212}" + argument.dropFirst()
        }
    }
}

extension ParsableCommand {
    /// The names of its subcommands, without old words.
    fileprivate static var names: [String] {
        configuration.subcommands.compactMap { command in
            command.configuration.shouldDisplay ? command.configuration.commandName : nil
        }
    }

    /// Returns a subcommand by its name, or by an old word for it.
    static func subcommand(_ word: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first {
            $0.configuration.commandName == word || $0.configuration.aliases.contains(word)
        }
    }

    /// The name of the subcommand that runs if none is named.
    static var defaultName: String? { configuration.defaultSubcommand?.configuration.commandName }
}

/// An asynchronous command that needs the kinds of providers of this program.
protocol DefinitionCommand: AsyncParsableCommand {
    func run(kinds: [ProviderKind]) async throws
}

extension DefinitionCommand {
    func run() async throws { try await run(kinds: []) }
}
