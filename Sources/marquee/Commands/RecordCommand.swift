import ArgumentParser
import MovieDomain
import MovieProviders
import MovieStore
import ProviderLanguage

/// `marquee record`: fills the tests of definitions with live answers.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Fill the tests of definitions with live answers, secrets removed.",
        discussion: """
            Each test with `response: tests/NAME.json` whose file is missing is asked for, and the answer is written \
            beside the definition, without keys, tokens and e-mail addresses. The definition itself is not touched: \
            what should be written into it is said.
            """
    )

    @Option(help: "Only the tests of this provider.")
    var provider: String?

    @Flag(name: .customLong("all"), help: "Fetch answers anew that are there already.")
    var replacesAll = false

    @Option(
        help: "Where calls are counted that have a quota (standard: $XDG_CACHE_HOME/marquee).",
        completion: .directory
    )
    var cacheDir: String?

    @Argument(help: "The file.", completion: .file())
    var file: String

    func run() async throws {
        let environment = SystemEnvironment.current
        let configuration = try await reportingFailures {
            try DefinitionSource(environment: environment).configuration(ofFile: file, provider: provider)
        }
        let live = LiveSources(environment: environment, counts: counts)
        let outcomes = try await live.withTransport(to: configuration) { transport in
            let recording = AnswerRecording(
                configuration: configuration,
                file: file,
                secrets: SecretSource(environment: environment.variable, files: environment.files),
                transport: transport,
                files: environment.files,
                replacesAll: replacesAll
            )
            return await record(configuration.providers, by: recording)
        }
        try end(outcomes)
    }

    /// The file in which the service counts, too.
    private var counts: CacheFile? {
        var settings = EngineSettings()
        settings.cacheFolder = cacheDir
        return Composition(settings).cacheFile
    }

    private func record(_ providers: [ProviderDefinition], by recording: AnswerRecording) async -> [RecordingLine] {
        var lines: [RecordingLine] = []
        for provider in providers {
            for test in provider.tests {
                let line = RecordingLine(test: test, outcome: await recording.record(test, of: provider))
                line.show()
                lines.append(line)
            }
        }
        return lines
    }

    private func end(_ lines: [RecordingLine]) throws {
        let recorded = lines.count(where: \.isRecorded)
        StandardError.write("\(lines.count) \(lines.count == 1 ? "test" : "tests"), \(recorded) recorded")
        if let code = lines.lazy.compactMap(\.exitCode).first { throw code }
    }
}
