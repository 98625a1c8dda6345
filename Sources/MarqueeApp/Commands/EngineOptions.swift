import ArgumentParser
import Logging
import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage

/// What the commands have in common that ask sources: where definitions, answers and the time come from.
struct EngineOptions: ParsableArguments {
    @Option(name: .customLong("config"), help: "The providers.yaml to read.", completion: .file())
    var configurationFile: String?

    @Flag(help: "Let this file use the variables, files and programs that it names (see marquee trust).")
    var trust = false

    @Option(help: "Answer from the recording in this folder, never from the network.", completion: .directory)
    var replay: String?

    @Flag(help: "Answer from the small recording that is built in: no key, no network, no file.")
    var demo = false

    @Option(
        name: .customLong("now"),
        help:
            "The time to take for now, such as 2026-11-20T09:00:00+09:00 (standard: the clock's, or the recording's).",
        transform: EngineOptions.timestamp
    )
    var moment: Timestamp?

    @Option(
        help: "Where answers are kept between runs (standard: $XDG_CACHE_HOME/marquee).",
        completion: .directory
    )
    var cacheDir: String?

    @Flag(help: "Write no file: keep answers and matches in memory, and count quotas for this process alone.")
    var noCache = false

    @Option(
        help: "Where the library of matches and corrections is kept (standard: $XDG_DATA_HOME/marquee).",
        completion: .directory
    )
    var dataDir: String?

    @Option(help: "How much is logged to stderr: trace, debug, info, notice, warning, error, critical.")
    var logLevel: LogLevelOption = .notice

    /// The options as plain values.
    var settings: EngineSettings {
        EngineSettings(
            configurationFile: configurationFile,
            recording: demo ? .demo : replay.map(EngineSettings.RecordingChoice.folder),
            moment: moment,
            cacheFolder: cacheDir,
            dataFolder: dataDir,
            trustsDefinitions: trust,
            keepsAnswers: !noCache,
            logLevel: logLevel.level
        )
    }

    func validate() throws {
        if demo, replay != nil {
            throw ValidationError("--demo is a recording of its own: leave out --replay or --demo.")
        }
        for (option, path) in [("--cache-dir", cacheDir), ("--data-dir", dataDir)] {
            guard let path, isFile(path) else { continue }
            throw ValidationError("\(option): expected a folder, but \(path) is a file")
        }
    }

    /// Whether a regular file stands where a folder is meant.
    private func isFile(_ path: String) -> Bool {
        switch FileSystem.local.read(path, 0) {
        case .success: true
        case .failure(let failure): failure.reason == .tooLarge(limit: 0)
        }
    }

    private static func timestamp(_ text: String) throws -> Timestamp {
        guard let moment = Timestamp(parsing: text) else {
            throw ValidationError("expected a date and time with its offset, such as 2026-11-20T09:00:00+09:00")
        }
        return moment
    }
}

/// swift-log's levels as a command-line word.
enum LogLevelOption: String, ExpressibleByArgument, CaseIterable {
    case trace, debug, info, notice, warning, error, critical

    var level: Logger.Level {
        switch self {
        case .trace: .trace
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        case .critical: .critical
        }
    }
}

/// A time span with its unit, written as in `providers.yaml`: `600s`, `10m`.
struct TimeSpanOption: ExpressibleByArgument, CustomStringConvertible {
    let duration: Duration

    init(duration: Duration) { self.duration = duration }

    init?(argument: String) {
        guard let duration = UnitText.duration(argument), duration > .zero else { return nil }
        self.duration = duration
    }

    var description: String { "\(duration / .seconds(1))".replacing(/\.0$/, with: "") + "s" }
    var defaultValueDescription: String { description }
}
