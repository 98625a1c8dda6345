/// The store of notes about matches: the user's are final, and the matcher's save further requests.
///
/// Reading for a call never throws and never waits long: without the store, calls proceed as if nothing were decided.
public protocol MatchStore: Sendable {
    var now: Timestamp { get }

    /// Returns the user's current corrections, including those made by other processes.
    func corrections() async -> Corrections

    /// Returns the notes that any of `ids` is the same film as another id, the surest first.
    func links(of ids: [MovieID]) async -> [MatchNote]

    /// Keeps notes of the matcher, some time after the call that found them; never replaces a note of the user.
    func remember(_ notes: [MatchNote])

    /// Returns the notes about an id, or all notes: the user's first, then the newest first.
    func notes(about id: MovieID?, limit: Int) async throws(LibraryError) -> [MatchNote]

    /// Keeps a note of the user, which replaces an earlier note on the same pair.
    func correct(_ note: MatchNote) async throws(LibraryError)

    /// Keeps the user's choice of a source for a field.
    func choose(_ choice: FieldChoice) async throws(LibraryError)

    /// Returns the user's choices for a film, or for all films.
    func choices(for id: MovieID?) async throws(LibraryError) -> [FieldChoice]

    /// Deletes the note about an id and another, the choice for a field, or, without either, everything about the id;
    /// returns the number of deleted notes and choices.
    func forget(_ id: MovieID, with other: MovieID?, field: MovieField?) async throws(LibraryError) -> Int
}
