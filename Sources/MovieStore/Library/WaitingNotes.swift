import MovieDomain

/// What the matcher found out and is not written yet, with the memory of what was: a film that is seen again costs no write.
struct WaitingNotes: Sendable {
    static let most = 4_096

    private var waiting: [IDPair: NotedMatch] = [:]
    private var written: [IDPair: Double] = [:]

    var isEmpty: Bool { waiting.isEmpty }

    /// Takes notes in; whether a writer has to be started.
    mutating func add(_ notes: [NotedMatch]) -> Bool {
        let wasEmpty = waiting.isEmpty
        for note in notes where written[note.pair] != note.confidence {
            guard waiting.count < Self.most else { break }
            waiting[note.pair] = note
        }
        return wasEmpty && !waiting.isEmpty
    }

    /// Takes everything out, to be written; what then cannot be is found out again by another process.
    mutating func take() -> [NotedMatch] {
        if written.count > Self.most { written = [:] }
        for note in waiting.values { written[note.pair] = note.confidence }
        defer { waiting = [:] }
        return Array(waiting.values)
    }

    /// Forgets what was written: somebody took it back.
    mutating func forget() {
        written = [:]
    }
}
