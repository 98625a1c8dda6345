import JSON
import MovieDomain
import MovieProviders
import ProviderLanguage
import Upstream

/// Fills the answers that a definition's tests name (`response: FILE`) with live ones.
struct AnswerRecording {
    /// What became of one test.
    enum Outcome {
        /// The file was written, and what the test says of it.
        case recorded(AnswerRecorder.Answer, ProviderTest.Outcome)
        /// There is nothing to record, with the reason.
        case passedOver(String)
        case failed(SourceFailure)
        case unwritable(TextFile.Failure)
    }

    let configuration: Configuration
    /// The file that the tests stand in: those that come from elsewhere by `extends` are not its own.
    let file: String
    let secrets: SecretSource
    let transport: any HTTPTransport
    let files: FileSystem
    /// Whether answers that are there already are fetched anew.
    let replacesAll: Bool

    /// Records one test.
    func record(_ test: ProviderTest, of provider: ProviderDefinition) async -> Outcome {
        if let reason = reasonToPassOver(test) { return .passedOver(reason) }
        do throws(SourceFailure) {
            let recorder = try AnswerRecorder(
                provider,
                transport: transport,
                secrets: secrets,
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
        do throws(TextFile.Failure) {
            try TextFile.write(answer.body, to: path)
        } catch {
            return .unwritable(error)
        }
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
