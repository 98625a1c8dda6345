/// What one attempt came to, in the words of `providers/status`.
enum AttemptOutcome: Sendable, Hashable {
    case answered
    case cancelled
    case failed(kind: String, message: String)

    init(_ failure: TransportFailure) {
        self = failure.kind == .cancelled ? .cancelled : .failed(kind: failure.kind.rawValue, message: failure.message)
    }

    init(_ verdict: ResponseVerdict, status: Int) {
        switch verdict {
        case .good, .negative: self = .answered
        case .failure(let fault):
            self = .failed(kind: fault.kind.rawValue, message: "the source answered with HTTP status \(status)")
        }
    }
}
