/// Where notes about matches are kept: the user's, which stand, and the matcher's, which save asking again.
///
/// Reading never throws and never waits long: without the book a call is answered as if nothing had been decided.
package protocol MatchBook: Sendable {
    /// The time that notes are made with.
    var now: Timestamp { get }

    /// The user's corrections as they are now, those of other processes too.
    func corrections() async -> Corrections

    /// What was found to be the same film as any of `ids`, the surest first.
    func links(of ids: [MovieID]) async -> [NotedMatch]

    /// Keeps what the matcher found out, some time after the call that found it; it never replaces the user's word.
    func remember(_ notes: [NotedMatch])

    /// What was decided about an id, or about all: the user's first, then the newest first.
    ///
    /// - Throws: ``MatchBookFailure`` where the book cannot be read.
    func notes(about id: MovieID?, limit: Int) async throws(MatchBookFailure) -> [NotedMatch]

    /// Keeps the user's word on a pair in the place of what stood there.
    ///
    /// - Throws: ``MatchBookFailure`` where it contradicts another correction, or was not written.
    func correct(_ note: NotedMatch) async throws(MatchBookFailure)

    /// Keeps the user's choice of a source for a field.
    ///
    /// - Throws: ``MatchBookFailure`` where it was not written.
    func choose(_ choice: FieldChoice) async throws(MatchBookFailure)

    /// The user's choices for a film, or for all.
    ///
    /// - Throws: ``MatchBookFailure`` where the book cannot be read.
    func choices(for id: MovieID?) async throws(MatchBookFailure) -> [FieldChoice]

    /// Takes back what is kept of an id: its note with another, the choice of a field, or with neither all of it;
    /// how much that was.
    ///
    /// - Throws: ``MatchBookFailure`` where it was not written.
    func forget(_ id: MovieID, with other: MovieID?, field: MovieField?) async throws(MatchBookFailure) -> Int
}
