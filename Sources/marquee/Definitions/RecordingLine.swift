import ArgumentParser
import JSON
import MovieDomain
import MovieProviders
import ProviderLanguage

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
        case .unwritable(let failure): StandardOutput.write("FAIL \(failure.path): \(failure.reason)")
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
