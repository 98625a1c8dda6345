import JSON

/// Sends the client's messages again, and waits whenever the client may have waited for answers.
struct TracePlayer {
    private let trace: Trace
    private let server: ChildServer
    private let isPaced: Bool
    private let patience: Duration
    private let start = ContinuousClock.now
    /// The number of answers that the trace has for each id up to the current step.
    private var due: [String: Int] = [:]

    /// The answers by id, in the order of arrival.
    private(set) var answers: [String: [JSONElement]] = [:]
    /// The reason why the trace could not be played to its end.
    private(set) var failure: String?

    init(trace: Trace, server: ChildServer, isPaced: Bool, patience: Duration) {
        self.trace = trace
        self.server = server
        self.isPaced = isPaced
        self.patience = patience
    }

    /// Plays the trace, and ends the server.
    mutating func play() {
        for (seconds, step) in trace.steps {
            switch step {
            case .send(let bytes):
                if isPaced { exchange(until: start + .seconds(seconds)) { _ in false } }
                server.send(bytes)
            case .unsendable:
                // The server answered the original message with an error without an id.
                due["null", default: 0] -= 1
            case .receive(let expected):
                for answer in expected { due[answer.id, default: 0] += 1 }
                let wanted = expected.map { ($0.id, due[$0.id] ?? 0) }
                exchange(until: .now + patience) { answers in
                    wanted.allSatisfy { (answers[$0.0]?.count ?? 0) >= $0.1 }
                }
            }
        }
        server.closeAfterSending()
        exchange(until: .now + patience) { _ in false }
        if !server.isOver { failure = "the server did not exit at the end of its input" }
        server.end()
    }

    /// Exchanges bytes until there are enough answers, the server closes its output, or the time is up.
    private mutating func exchange(
        until deadline: ContinuousClock.Instant,
        _ isEnough: ([String: [JSONElement]]) -> Bool
    ) {
        while !isEnough(answers), !server.isOver, server.exchange(until: deadline) {
            while let message = server.nextMessage() {
                for answer in TracedAnswer.all(in: message) { answers[answer.id, default: []].append(answer.content) }
            }
        }
    }
}
