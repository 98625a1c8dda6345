import Synchronization

/// A book that lasts as long as the process: for recordings, and where there is no folder for data.
package final class TransientMatchBook: MatchBook {
    private struct Pages {
        var decisions: [IDPair: NotedMatch] = [:]
        var choices: [FieldChoice] = []
    }

    private let pages = Mutex(Pages())
    private let clock: WallClock
    /// The most decisions of the matcher that are kept; then no further ones are.
    private let capacity: Int

    package init(clock: WallClock, capacity: Int = 10_000) {
        self.clock = clock
        self.capacity = capacity
    }

    package var now: Timestamp { clock.now() }

    package func corrections() async -> Corrections {
        pages.withLock { Self.corrections(in: &$0) }
    }

    package func links(of ids: [MovieID]) async -> [NotedMatch] {
        pages.withLock { pages in
            pages.decisions.values.filter { $0.verdict == .same && ids.contains(where: $0.pair.holds) }
        }.sorted(by: NotedMatch.isSurer)
    }

    package func remember(_ decisions: [NotedMatch]) {
        pages.withLock { pages in
            for decision in decisions where pages.decisions[decision.pair]?.author != .user {
                guard pages.decisions.count < capacity || pages.decisions[decision.pair] != nil else { continue }
                pages.decisions[decision.pair] = decision
            }
        }
    }

    package func decisions(about id: MovieID?, limit: Int) async throws(MatchBookFailure) -> [NotedMatch] {
        let found = pages.withLock { pages in
            pages.decisions.values.filter { decision in id.map(decision.pair.holds) ?? true }
        }
        return Array(found.sorted(by: NotedMatch.isListedBefore).prefix(limit))
    }

    package func correct(_ decision: NotedMatch) async throws(MatchBookFailure) {
        let result = pages.withLock { pages -> Result<Void, CorrectionConflict> in
            do throws(CorrectionConflict) {
                try Self.corrections(in: &pages).check(decision.pair, decision.verdict)
                pages.decisions[decision.pair] = decision
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
            let before = pages.decisions.count + pages.choices.count
            if field == nil {
                pages.decisions = pages.decisions.filter { pair, _ in
                    !pair.holds(id) || !(other.map(pair.holds) ?? true)
                }
            }
            if other == nil {
                pages.choices.removeAll { $0.id == id && (field == nil || $0.field == field) }
            }
            return before - pages.decisions.count - pages.choices.count
        }
    }

    private static func corrections(in pages: inout Pages) -> Corrections {
        let own = pages.decisions.values.filter { $0.author == .user }
        return Corrections(
            pinned: Set(own.filter { $0.verdict == .same }.map(\.pair)),
            split: Set(own.filter { $0.verdict == .different }.map(\.pair)),
            choices: pages.choices
        )
    }
}
