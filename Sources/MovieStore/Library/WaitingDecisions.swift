import MovieDomain

/// What the matcher found out and is not written yet, with the memory of what was: a film that is seen again costs no write.
struct WaitingDecisions: Sendable {
    static let most = 4_096

    private var waiting: [IDPair: NotedMatch] = [:]
    private var written: [IDPair: Double] = [:]

    var isEmpty: Bool { waiting.isEmpty }

    /// Takes decisions in; whether a writer has to be started.
    mutating func add(_ decisions: [NotedMatch]) -> Bool {
        let wasEmpty = waiting.isEmpty
        for decision in decisions where written[decision.pair] != decision.confidence {
            guard waiting.count < Self.most else { break }
            waiting[decision.pair] = decision
        }
        return wasEmpty && !waiting.isEmpty
    }

    /// Takes everything out, to be written.
    mutating func take() -> [NotedMatch] {
        if written.count > Self.most { written = [:] }
        for decision in waiting.values { written[decision.pair] = decision.confidence }
        defer { waiting = [:] }
        return Array(waiting.values)
    }

    /// Forgets what was written: somebody took it back.
    mutating func forget() {
        written = [:]
    }
}
