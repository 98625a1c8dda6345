import JSON

/// Plays a trace: sends what the client sent, and waits where the client may have waited.
struct TracePlayer {
    private let trace: Trace
    private let server: ChildServer
    private let isPaced: Bool
    private let patience: Duration
    private let start = ContinuousClock.now
    /// How many answers were there by id in the trace, up to the step that is played.
    private var due: [String: Int] = [:]

    /// The answers that came, by id, in their order.
    private(set) var answers: [String: [JSONElement]] = [:]
    /// Why the play was not to its end.
    private(set) var failure: String?

    init(trace: Trace, server: ChildServer, isPaced: Bool, patience: Duration) {
        self.trace = trace
        self.server = server
        self.isPaced = isPaced
        self.patience = patience
    }

    /// Plays it all, and ends the server.
    mutating func play() {
        for (seconds, step) in trace.steps {
            switch step {
            case .send(let bytes):
                if isPaced { exchange(until: start + .seconds(seconds)) { _ in false } }
                server.send(bytes)
            case .unsendable:
                // It was answered with an error to nobody.
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
        if !server.isOver { failure = "the server did not end after its input had ended" }
        server.end()
    }

    /// Lets bytes pass both ways until enough has come, the server says no more, or the time is up.
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
