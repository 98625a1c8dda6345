/// The book of who has none: nothing is read from it, and no correction is taken.
package struct ClosedMatchBook: MatchBook {
    package init() {}

    package var now: Timestamp { Timestamp(secondsSinceEpoch: 0) }

    package func corrections() async -> Corrections { .none }

    package func links(of ids: [MovieID]) async -> [NotedMatch] { [] }

    package func remember(_ notes: [NotedMatch]) {}

    package func notes(about id: MovieID?, limit: Int) async throws(MatchBookFailure) -> [NotedMatch] { [] }

    package func correct(_ note: NotedMatch) async throws(MatchBookFailure) { throw .unavailable }

    package func choose(_ choice: FieldChoice) async throws(MatchBookFailure) { throw .unavailable }

    package func choices(for id: MovieID?) async throws(MatchBookFailure) -> [FieldChoice] { [] }

    package func forget(
        _ id: MovieID,
        with other: MovieID?,
        field: MovieField?
    ) async throws(MatchBookFailure) -> Int { throw .unavailable }
}
