import Synchronization

/// A book that lasts as long as the process: for recordings, and where there is no folder for data.
package final class TransientMatchBook: MatchBook {
    private struct Pages {
        var notes: [IDPair: NotedMatch] = [:]
        var choices: [FieldChoice] = []

        var corrections: Corrections { Corrections(notes.values, choices: choices) }
    }

    private let pages = Mutex(Pages())
    private let clock: WallClock
    /// The most notes of the matcher that are kept; then no further ones are.
    private let capacity: Int

    package init(clock: WallClock, capacity: Int = 10_000) {
        self.clock = clock
        self.capacity = capacity
    }

    package var now: Timestamp { clock.now() }

    package func corrections() async -> Corrections {
        pages.withLock(\.corrections)
    }

    package func links(of ids: [MovieID]) async -> [NotedMatch] {
        pages.withLock { pages in
            pages.notes.values.filter { $0.verdict == .same && ids.contains(where: $0.pair.holds) }
        }.sorted(by: NotedMatch.isSurer)
    }

    package func remember(_ notes: [NotedMatch]) {
        pages.withLock { pages in
            for note in notes where pages.notes[note.pair]?.author != .user {
                guard pages.notes.count < capacity || pages.notes[note.pair] != nil else { continue }
                pages.notes[note.pair] = note
            }
        }
    }

    package func notes(about id: MovieID?, limit: Int) async throws(MatchBookFailure) -> [NotedMatch] {
        let found = pages.withLock { pages in
            pages.notes.values.filter { note in id.map(note.pair.holds) ?? true }
        }
        return Array(found.sorted(by: NotedMatch.isListedBefore).prefix(limit))
    }

    package func correct(_ note: NotedMatch) async throws(MatchBookFailure) {
        let result = pages.withLock { pages -> Result<Void, CorrectionConflict> in
            do throws(CorrectionConflict) {
                try pages.corrections.check(note.pair, note.verdict)
                pages.notes[note.pair] = note
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        if case .failure(let conflict) = result { throw .conflict(conflict) }
    }

    package func choose(_ choice: FieldChoice) async throws(MatchBookFailure) {
        pages.withLock { pages in
            pages.choices.removeAll { $0.id == choice.id && $0.field == choice.field }
            pages.choices.append(choice)
        }
    }

    package func choices(for id: MovieID?) async throws(MatchBookFailure) -> [FieldChoice] {
        pages.withLock(\.choices).filter { id == nil || $0.id == id }
    }

    package func forget(
        _ id: MovieID,
        with other: MovieID?,
        field: MovieField?
    ) async throws(MatchBookFailure) -> Int {
        pages.withLock { pages in
            let before = pages.notes.count + pages.choices.count
            if field == nil {
                pages.notes = pages.notes.filter { pair, _ in
                    !pair.holds(id) || !(other.map(pair.holds) ?? true)
                }
            }
            if other == nil {
                pages.choices.removeAll { $0.id == id && (field == nil || $0.field == field) }
            }
            return before - pages.notes.count - pages.choices.count
        }
    }
}
