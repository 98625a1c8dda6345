import MovieDomain
import Platform
import ProviderLanguage
import Upstream

/// Why a child process gave no answer or has ended.
enum ChildFailure: Error, Hashable, Sendable {
    /// The child could not be started, for the reason that the system gives.
    case notStarted(String)
    case exited(Int32)
    case signalled(Int32)
    /// The child wrote a line of more than this number of bytes.
    case lineTooLong(Int)
    /// The child wrote too many lines in a row that are not answers, of which this is the first.
    case babbled(String)
    /// The child wrote a line, shown here, that was meant as an answer and is none, and why.
    case noAnswer(line: String, problem: String)
    case closedOutput
    case notReading
    case hung
    /// The child is ended because it is no longer needed.
    case stopped
    case timedOut
    case cancelled
    /// The child failed recently and is left alone for this long, after this number of starts.
    case resting(Duration, after: Int)
    case tooManyCalls
    /// The child answered with an error.
    case refused(ProviderError)

    /// Returns one sentence for users that says what happened.
    func message(of program: ChildProgram) -> String {
        let name = program.name
        return switch self {
        case .notStarted(let words): "\(name) cannot be started: \(words)"
        case .exited(let code): "\(name) ended with exit code \(code)"
        case .signalled(let signal): "\(name) was ended by signal \(signal)"
        case .lineTooLong(let bytes): "\(name) wrote a line of more than \(bytes) bytes, and was ended"
        case .babbled(let line):
            "\(name) kept writing lines that are not answers, and was ended; the first was '\(line)'"
        case .noAnswer(let line, let problem): "\(name) wrote a line that is not an answer: \(problem), in '\(line)'"
        case .closedOutput: "\(name) closed its output"
        case .notReading: "\(name) does not read its requests"
        case .hung: "\(name) did not respond, and was ended"
        case .stopped: "\(name) is no longer needed, and was ended"
        case .timedOut: "\(name) did not answer within \(program.timeout.shortText)"
        case .cancelled: "the call was cancelled"
        case .resting(_, let starts): "\(name) failed, and is started again after a pause (\(starts) starts so far)"
        case .tooManyCalls: "\(name) has \(program.limits.openCalls) calls waiting for an answer"
        case .refused(let error): error.message
        }
    }

    static func noAnswer(_ line: [UInt8], _ problem: String) -> ChildFailure {
        .noAnswer(line: String(decoding: line.prefix(80), as: UTF8.self), problem: problem)
    }

    var isNoAnswer: Bool { if case .noAnswer = self { true } else { false } }

    /// Returns the failure for the domain, with the last line that the child wrote to stderr.
    func providerError(_ provider: ProviderID, _ program: ChildProgram, lastWords: String) -> ProviderError {
        if case .refused(let error) = self { return error.of(provider) }
        var failure = ProviderError(meaning.kind, provider: provider, message: message(of: program))
        failure.stage = meaning.stage
        switch self {
        case .lineTooLong, .babbled, .noAnswer: failure.hint = "only answers belong on its standard output, one a line"
        case .refused, .cancelled, .tooManyCalls, .stopped: break
        default: failure.hint = lastWords.isEmpty ? nil : "its last output: \(lastWords)"
        }
        if case .resting(let pause, _) = self { failure.retryAfterSeconds = max(1, pause.secondsRoundedUp) }
        return failure
    }

    /// What it is to the domain, and to the layers above, which take a program for a network.
    private var meaning: (kind: ProviderError.Kind, stage: ProviderError.Stage) {
        switch self {
        case .timedOut: (.timeout, .timeout)
        case .cancelled: (.unavailable, .cancelled)
        case .resting: (.circuitOpen, .circuitOpen)
        case .tooManyCalls: (.rateLimited, .overloaded)
        case .lineTooLong, .babbled, .noAnswer: (.malformed, .answer)
        case .refused(let error): (error.kind, .answer)
        case .notStarted, .exited, .signalled, .closedOutput, .notReading, .hung, .stopped: (.unavailable, .answer)
        }
    }
}
