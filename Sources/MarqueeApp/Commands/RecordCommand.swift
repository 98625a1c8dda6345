import ArgumentParser
import DefinitionTools
import JSON
import MovieDomain
import MovieProviders
import MovieStore
import Platform
import ProviderLanguage
import Upstream

struct RecordCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Fetch the responses that tests in definitions name, and save them without secrets.",
        discussion: """
              marquee record films.yaml
              marquee record films.yaml --provider lantern --force

            For each test with `response: tests/NAME.json` whose file is missing, the response is fetched and written \
            next to the definition, without keys, tokens, and e-mail addresses. Nothing is written through a link or \
            to a hidden file, and only JSON is written, or XML if the definition uses it. --force replaces recorded \
            responses in folders named `tests`, and no other file. An error response never replaces a file, and is \
            not written for a test that expects films. The definition itself is not changed: the command prints what \
            to write into it.
            """
    )

    @Option(help: "Record the tests of this provider only.", completion: .custom(Completions.providers))
    var provider: String?

    @Flag(
        name: [.customLong("force"), .customLong("all")],
        help: "Fetch all responses, including those already saved."
    )
    var replacesAll = false

    @Option(help: "Where calls are counted against quotas (default: $XDG_CACHE_HOME/marquee).", completion: .directory)
    var cacheDir: String?

    @Flag(help: "Let the file use the variables and files that it names (see marquee trust).")
    var trust = false

    @Argument(help: "The file.", completion: .file())
    var file: String

    func run(kinds: [ProviderKind]) async throws {
        var settings = EngineSettings()
        // Sessions count their requests in the same folder.
        (settings.cacheFolder, settings.trustsDefinitions) = (cacheDir, self.trust)
        settings.configurationFile = file
        let context = RunContext(settings, kinds: kinds)
        let read = try LoadedConfiguration(at: .file(file), context)
        let configuration = try context.secrets.located(read.configuration).limited(to: provider)
        let trust = DefinitionTrust(in: read.configuration, read.bytes, at: .file(file), context)
        let live = CommandNetwork(environment: context.environment, counts: context.cacheFile(of: read.bytes))
        let outcomes = try await live.withTransport(to: configuration) { transport in
            let recording = AnswerRecording(
                configuration: configuration,
                file: file,
                context: context,
                transport: transport,
                replacesAll: replacesAll,
                refusal: trust.refusal
            )
            return await record(configuration.providers, by: recording)
        }
        try end(outcomes)
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
        CommandErrors.write("\(lines.count) \(lines.count == 1 ? "test" : "tests"), \(recorded) recorded")
        if let code = lines.lazy.compactMap(\.exitCode).first { throw code }
    }
}

/// Saves live answers in the files that a definition's tests name (`response: FILE`).
struct AnswerRecording {
    enum Outcome {
        /// The file has been written; the second value is the outcome of the test with this answer.
        case recorded(AnswerRecorder.Answer, ProviderTest.Outcome)
        /// Nothing was recorded, for the given reason.
        case passedOver(String)
        case failed(ProviderError)
        case unwritable(FileFailure)
    }

    let configuration: Configuration
    /// The definition file; tests that another file contributes by `extends` are not recorded.
    let file: String
    let context: RunContext
    let transport: any HTTPClient
    let replacesAll: Bool
    /// Returns the reason why a provider may not use the variables and files that it names; `nil` if it may.
    let refusal: (ProviderDefinition) -> String?

    func record(_ test: ProviderTest, of provider: ProviderDefinition) async -> Outcome {
        if let reason = reasonToPassOver(test, of: provider) { return .passedOver(reason) }
        if let reason = refusal(provider) {
            return .failed(ProviderError(.disabled, provider: ProviderID(provider.id), message: reason))
        }
        do throws(ProviderError) {
            let recorder = try AnswerRecorder(
                provider,
                transport: transport,
                secrets: context.secrets,
                clock: context.environment.wallClock,
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
        guard let path = test.responsePath, let http = provider.http else { return .passedOver("it names no file") }
        var asRecorded = test
        asRecorded.status = answer.status
        let outcome = asRecorded.outcome(of: http, provider: ProviderID(provider.id), body: answer.body)
        if let expected = test.expectation.error, case .items = outcome {
            let message =
                "\(path) is not written, because the test expects \(expected.rawValue), and the answer is not an error"
            return .failed(ProviderError(.upstream, provider: ProviderID(provider.id), message: message))
        }
        if case .failure(let kind, let message) = outcome, kind != test.expectation.error {
            let isThere = context.files.permissions(path) != nil
            // A malformed answer may be right, and the definition wrong; a test that expects nothing is to learn it.
            if isThere || kind != .malformed && !test.expectation.isEmpty {
                let consequence = "\(path) is \(isThere ? "kept" : "not written")"
                let message = "\(consequence), because the answer is an error: \(message)"
                return .failed(ProviderError(kind, provider: ProviderID(provider.id), message: message))
            }
        }
        if case .failure(let failure) = context.files.write(answer.body, path) { return .unwritable(failure) }
        return .recorded(answer, outcome)
    }

    private func reasonToPassOver(_ test: ProviderTest, of provider: ProviderDefinition) -> String? {
        guard case .file(let name) = test.body else { return "its answer is in the definition" }
        guard test.location.file == file, let path = test.responsePath else { return "another file defines it" }
        let parts = name.split(scalar: "/", omittingEmptySubsequences: false)
        if !FileSystem.staysInFolder(name) { return "\(name) is not in the folder of the definition" }
        if parts.contains(where: { $0.isEmpty || $0.hasPrefix(scalars: ".") }) { return "\(name) is a hidden file" }
        if let link = firstLink(on: path, parts.count) { return "\(link) is a link; nothing is written through links" }
        switch context.files.read(path, DefinitionTestRun.maximumBytes) {
        case .failure(let failure) where failure.reason == .missing: return nil
        case .failure(FileFailure(path: path, reason: .notRegular)): return "\(name) is not a regular file"
        case let content where replacesAll: return reasonToKeep(content, test, provider, parts.dropLast())
        default: return "\(name) exists; --force fetches it again"
        }
    }

    /// Returns why a file is not replaced, which the definition chooses, not its user: it is not a recorded answer.
    private func reasonToKeep(
        _ content: Result<[UInt8], FileFailure>,
        _ test: ProviderTest,
        _ provider: ProviderDefinition,
        _ folders: ArraySlice<Substring>
    ) -> String? {
        if folders.contains("tests"), case .success(let bytes) = content, let http = provider.http,
            test.isDocument(bytes, of: http)
        {
            return nil
        }
        return "its file is not a recorded answer in a folder 'tests'; to fetch it again, remove the file"
    }

    /// Returns the first link among the last `count` components of a path, which the definition chooses, not its user.
    private func firstLink(on path: String, _ count: Int) -> String? {
        var names = path.split(scalar: "/", omittingEmptySubsequences: false)[...]
        var links: [String] = []
        for _ in 0..<count {
            let place = names.joined(separator: "/")
            if FileSystem.isLink(place) { links.append(place) }
            names.removeLast()
        }
        return links.last
    }
}

/// The report on recording one test.
struct RecordingLine {
    let test: ProviderTest
    let outcome: AnswerRecording.Outcome

    var isRecorded: Bool {
        if case .recorded = outcome { true } else { false }
    }

    /// `nil` if nothing failed.
    var exitCode: ExitCode? {
        switch outcome {
        case .recorded, .passedOver: nil
        case .failed(let failure): failure.kind == .disabled ? .configuration : .unavailable
        case .unwritable: .inputOutput
        }
    }

    /// Prints the result, and below it the keys to write into the definition.
    func show() {
        switch outcome {
        case .recorded(let answer, let result): show(answer, result)
        case .passedOver(let reason): CommandOutput.write("-    \(test.name): \(reason)")
        case .failed(let failure):
            CommandOutput.write("FAIL \(test.name): \(failure.message)\(failure.hint.map { " (\($0))" } ?? "")")
        case .unwritable(let failure): CommandOutput.write("FAIL \(failure)")
        }
    }

    private func show(_ answer: AnswerRecorder.Answer, _ result: ProviderTest.Outcome) {
        let removed = answer.redactionCount == 0 ? "" : ", \(answer.redactionCount) removed"
        CommandOutput.write("ok   \(test.name): \(test.responsePath ?? "") (\(answer.body.count) bytes\(removed))")
        CommandOutput.write("     \(answer.request)")
        if answer.status != test.status { advise("status: \(answer.status)") }
        // No need to mask this: the answer was masked before it was mapped.
        if case .items(_, let report) = result {
            for message in report.leftOutMessages { CommandErrors.write("\(test.location): warning: \(message)") }
            for failure in report.failures {
                CommandErrors.write("\(failure.location ?? test.location): warning: \(failure.finding)")
            }
        }
        let differences = test.differences(of: result)
        if test.expectation.isEmpty {
            advise("expect: \(Self.expectation(result))")
        } else {
            for difference in differences { CommandOutput.write("     \(difference)") }
        }
    }

    private func advise(_ text: String) {
        CommandOutput.write("     \(test.location): write \(text)")
    }

    /// The outcome as an expectation in YAML's flow style.
    private static func expectation(_ outcome: ProviderTest.Outcome) -> String {
        switch outcome {
        case .items(let items, let report):
            var members = [JSONValue.Member("count", .number(JSONNumber(items.count)))]
            if report.dropped > 0 { members.append(.init("dropped", .number(JSONNumber(report.dropped)))) }
            if let first = items.first { members.append(.init("first", first.json)) }
            return JSONValue.object(members).description
        case .failure(let failure, _): return "{ error: \(failure.rawValue) }"
        case .unusable(let reason): return "{} # \(reason)"
        }
    }
}
