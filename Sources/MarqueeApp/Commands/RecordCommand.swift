import ArgumentParser
import JSON
import Logging
import MovieDomain
import MovieProviders
import MovieStore
import Platform
import ProviderLanguage
import Upstream

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
            let source = DefinitionSource(environment: environment, kinds: Marquee.kinds)
            return try source.configuration(ofFile: file, provider: provider)
        }
        let live = CommandNetwork(environment: environment, counts: counts)
        let outcomes = try await live.withTransport(to: configuration) { transport in
            let recording = AnswerRecording(
                configuration: configuration,
                file: file,
                secrets: SecretSource(environment: environment.variable, files: environment.files),
                transport: transport,
                files: environment.files,
                clock: environment.wallClock,
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
        return settings.cacheFile(.current, Logger(marqueeLevel: settings.logLevel))
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

/// Fills the answers that a definition's tests name (`response: FILE`) with live ones.
struct AnswerRecording {
    /// What became of one test.
    enum Outcome {
        /// The file was written, and what the test says of it.
        case recorded(AnswerRecorder.Answer, ProviderTest.Outcome)
        /// There is nothing to record, with the reason.
        case passedOver(String)
        case failed(ProviderError)
        case unwritable(FileFailure)
    }

    let configuration: Configuration
    /// The file that the tests stand in: those that come from elsewhere by `extends` are not its own.
    let file: String
    let secrets: SecretSource
    let transport: any HTTPClient
    let files: FileSystem
    let clock: WallClock
    /// Whether answers that are there already are fetched anew.
    let replacesAll: Bool

    /// Records one test.
    func record(_ test: ProviderTest, of provider: ProviderDefinition) async -> Outcome {
        if let reason = reasonToPassOver(test) { return .passedOver(reason) }
        do throws(ProviderError) {
            let recorder = try AnswerRecorder(
                provider,
                transport: transport,
                secrets: secrets,
                clock: clock,
                languages: configuration.settings.languages
            )
            return write(try await recorder.answer(to: test), test, provider)
        } catch {
            return .failed(error)
        }
    }

    private func write(
        _ answer: AnswerRecorder.Answer,
        _ test: ProviderTest,
        _ provider: ProviderDefinition
    ) -> Outcome {
        guard let path = test.responsePath, let http = provider.http else { return .passedOver("it has no file") }
        if case .failure(let failure) = files.write(answer.body, path) { return .unwritable(failure) }
        var asRecorded = test
        asRecorded.status = answer.status
        let outcome = asRecorded.outcome(of: http, provider: ProviderID(provider.id), body: answer.body)
        return .recorded(answer, outcome)
    }

    private func reasonToPassOver(_ test: ProviderTest) -> String? {
        guard case .file(let name) = test.body else { return "its answer stands in the definition" }
        guard test.location.file == file, let path = test.responsePath else { return "it comes from elsewhere" }
        if name.hasPrefix("/") || name.split(separator: "/").contains("..") {
            return "\(name) does not lie beside the definition"
        }
        if test.expectation.error != nil { return "a failure is not asked for; write its answer by hand" }
        if !replacesAll, case .success = files.read(path, DefinitionTestRun.maximumBytes) {
            return "\(name) is there already; --all fetches it anew"
        }
        return nil
    }
}

/// What recording one test came to, in words.
struct RecordingLine {
    let test: ProviderTest
    let outcome: AnswerRecording.Outcome

    var isRecorded: Bool {
        if case .recorded = outcome { true } else { false }
    }

    /// What the program ends with because of it; `nil` where nothing is wrong.
    var exitCode: ExitCode? {
        switch outcome {
        case .recorded, .passedOver: nil
        case .failed(let failure): failure.kind == .disabled ? .configuration : .unavailable
        case .unwritable: .inputOutput
        }
    }

    /// A line on stdout, with what should be written into the definition beneath it.
    func show() {
        switch outcome {
        case .recorded(let answer, let result): show(answer, result)
        case .passedOver(let reason): StandardOutput.write("-    \(test.name): \(reason)")
        case .failed(let failure):
            StandardOutput.write("FAIL \(test.name): \(failure.message)\(failure.hint.map { " (\($0))" } ?? "")")
        case .unwritable(let failure): StandardOutput.write("FAIL \(failure)")
        }
    }

    private func show(_ answer: AnswerRecorder.Answer, _ result: ProviderTest.Outcome) {
        let removed = answer.redactionCount == 0 ? "" : ", \(answer.redactionCount) removed"
        StandardOutput.write("ok   \(test.name): \(test.responsePath ?? "") (\(answer.body.count) bytes\(removed))")
        StandardOutput.write("     \(answer.request)")
        if answer.status != test.status { advise("status: \(answer.status)") }
        let differences = test.differences(of: result)
        if test.expectation.isEmpty {
            advise("expect: \(Self.expectation(result))")
        } else {
            for difference in differences { StandardOutput.write("     \(difference)") }
        }
    }

    private func advise(_ text: String) {
        StandardOutput.write("     \(test.location): write \(text)")
    }

    /// What came, as an expectation in YAML's flow style.
    private static func expectation(_ outcome: ProviderTest.Outcome) -> String {
        switch outcome {
        case .items(let items, let dropped):
            var members = [JSONValue.Member("count", .number(JSONNumber(items.count)))]
            if dropped > 0 { members.append(.init("dropped", .number(JSONNumber(dropped)))) }
            if let first = items.first { members.append(.init("first", first.json)) }
            return JSONValue.object(members).description
        case .failure(let failure, _): return "{ error: \(failure.rawValue) }"
        case .unusable(let reason): return "{} # \(reason)"
        }
    }
}
