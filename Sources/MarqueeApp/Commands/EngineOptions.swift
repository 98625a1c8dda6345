import ArgumentParser
import DefinitionTools
import Logging
import MovieDomain
import MovieService
import Platform
import ProviderLanguage

/// The options of all commands that query sources.
struct EngineOptions: ParsableArguments {
    @Option(name: .customLong("config"), help: "The definitions to read.", completion: .file())
    var configurationFile: String?

    @Flag(help: "Let this file use the variables, files, programs, and addresses that it names (see marquee trust).")
    var trust = false

    @Option(help: "Answer from the recording in this folder instead of the network.", completion: .directory)
    var replay: String?

    @Flag(help: "Answer from the built-in recording. Needs no key, no network, and no file.")
    var demo = false

    @Option(
        name: .customLong("now"),
        help: "The time to use as the current time, such as 2026-11-20T09:00:00+09:00.",
        transform: EngineOptions.timestamp
    )
    var moment: Timestamp?

    @Option(help: "Where to cache answers between runs (default: $XDG_CACHE_HOME/marquee).", completion: .directory)
    var cacheDir: String?

    @Flag(
        help: """
            Write no files, and read no library: answers and quotas are kept in memory, and bookmarks that a client \
            of the server adds are lost at the end.
            """
    )
    var noCache = false

    @Option(
        help: "Where to store the library of history, bookmarks, cards, and lists (default: $XDG_DATA_HOME/marquee).",
        completion: .directory
    )
    var dataDir: String?

    @Option(help: "How much to log to stderr: trace, debug, info, notice, warning, error, or critical.")
    var logLevel = LogLevelOption()

    @Flag(name: .shortAndLong, help: "Log what is done: the same as --log-level info.")
    var verbose = false

    var settings: EngineSettings {
        EngineSettings(
            configurationFile: configurationFile,
            recording: demo ? .demo : replay.map(EngineSettings.RecordingChoice.folder),
            moment: moment,
            cacheFolder: cacheDir,
            dataFolder: dataDir,
            keepsAnswers: !noCache,
            trustsDefinitions: trust,
            logLevel: verbose ? min(logLevel.level, .info) : logLevel.level
        )
    }

    func validate() throws {
        if demo, replay != nil {
            throw ValidationError("--demo and --replay are different recordings: use only one of them.")
        }
        for (option, path) in [("--cache-dir", cacheDir), ("--data-dir", dataDir)] {
            guard let path, isFile(path) else { continue }
            throw ValidationError("\(option): expected a folder, found the file \(path)")
        }
    }

    private func isFile(_ path: String) -> Bool {
        guard case .failure(let failure) = FileSystem.local.read(path, 0) else { return true }
        return failure.reason == .tooLarge(limit: 0)
    }

    private static func timestamp(_ text: String) throws -> Timestamp {
        guard let moment = Timestamp(parsing: text) else {
            throw ValidationError("expected a date and time with an offset, such as 2026-11-20T09:00:00+09:00")
        }
        return moment
    }
}

extension EngineOptions {
    /// The options that were given, for a server that may be started in another folder: with absolute paths.
    var serverArguments: [String] {
        var arguments: [String] = []
        func add(_ option: String, _ path: String?) {
            if let path { arguments += [option, SystemEnvironment.absolute(path) ?? path] }
        }
        add("--config", configurationFile)
        if trust { arguments.append("--trust") }
        add("--replay", replay)
        if demo { arguments.append("--demo") }
        if let moment { arguments += ["--now", moment.description] }
        add("--cache-dir", cacheDir)
        if noCache { arguments.append("--no-cache") }
        add("--data-dir", dataDir)
        if logLevel.level != LogLevelOption().level { arguments += ["--log-level", logLevel.level.rawValue] }
        return arguments
    }
}

/// A level of swift-log.
struct LogLevelOption: ExpressibleByArgument {
    static let allValueStrings = Logger.Level.allCases.map(\.rawValue)
    static let defaultCompletionKind = CompletionKind.list(allValueStrings)

    var level = Logger.Level.notice

    init() {}

    init?(argument: String) {
        guard let level = Logger.Level(rawValue: argument) else { return nil }
        self.level = level
    }

    var defaultValueDescription: String { level.rawValue }
}

/// A time span with its unit, written as in `providers.yaml`: `600s`, `10m`.
struct TimeSpanOption: ExpressibleByArgument, CustomStringConvertible {
    let duration: Duration

    init(duration: Duration) { self.duration = duration }

    init?(argument: String) {
        guard let duration = UnitText.duration(argument), duration > .zero else { return nil }
        self.duration = duration
    }

    static func parsing(_ text: String) throws -> Self {
        guard let span = Self(argument: text) else {
            throw ValidationError("expected a time span with its unit, such as 600s or 10m, found '\(text.printable)'")
        }
        return span
    }

    var description: String {
        let seconds = "\(duration / .seconds(1))"
        return (seconds.hasSuffix(scalars: ".0") ? String(seconds.dropLast(2)) : seconds) + "s"
    }
    var defaultValueDescription: String { description }
}

/// The completions of arguments; the shell drops those that do not begin with the typed text.
enum Completions {
    static let methods = MethodDeclaration.all.map(\.name)

    /// The parameters of the method among the words: `NAME=`, or `NAME=VALUE` for each value of a choice or a Boolean.
    @Sendable
    static func parameters(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        guard let method = MethodDeclaration.all.first(where: { words.contains($0.name) }) else { return [] }
        return method.parameters.flatMap { parameter in
            switch parameter.schema.shape {
            case .choice(let values): values.map { "\(parameter.name)=\($0)" }
            case .boolean: ["\(parameter.name)=true", "\(parameter.name)=false"]
            default: ["\(parameter.name)="]
            }
        }
    }

    /// The providers of the definitions in force; none if these cannot be used.
    @Sendable
    static func providers(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let file = value(of: "--config", in: words)
        do throws(StartError) {
            return try RunContext(EngineSettings()).configuration(named: file).providers.map(\.id)
        } catch {
            return []
        }
    }

    /// Returns the value of an option among the words of a command.
    static func value(of option: String, in words: [String]) -> String? {
        let joined = words.first { $0.hasPrefix(scalars: option + "=") }.map { String($0.dropFirst(option.count + 1)) }
        return joined ?? words.drop { $0 != option }.dropFirst().first
    }

    /// The keys of `providers.yaml`.
    @Sendable
    static func keys(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        LanguageReference().allNames
    }
}
