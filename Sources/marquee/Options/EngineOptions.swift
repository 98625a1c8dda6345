import ArgumentParser
import MovieDomain

/// What the commands have in common that ask sources: where definitions, answers and the time come from.
struct EngineOptions: ParsableArguments {
    @Option(name: .customLong("config"), help: "The providers.yaml to read.", completion: .file())
    var configurationFile: String?

    @Option(help: "Answer from the recording in this folder, never from the network.", completion: .directory)
    var replay: String?

    @Flag(help: "Answer from the small recording that is built in: no key, no network, no file.")
    var demo = false

    @Option(
        name: .customLong("now"),
        help: "The time to take for now, such as 2026-11-20T09:00:00+09:00 (standard: the clock's, or the recording's).",
        transform: EngineOptions.timestamp
    )
    var moment: Timestamp?

    @Option(help: "How much is logged to stderr: trace, debug, info, notice, warning, error, critical.")
    var logLevel: LogLevelOption = .notice

    func validate() throws {
        if demo, replay != nil {
            throw ValidationError("--demo is a recording of its own: leave out --replay or --demo.")
        }
    }

    private static func timestamp(_ text: String) throws -> Timestamp {
        guard let moment = Timestamp(parsing: text) else {
            throw ValidationError("expected a date and time with its offset, such as 2026-11-20T09:00:00+09:00")
        }
        return moment
    }
}
