/// A decision about two ids: whether they are one film, who decided, and why.
public struct MatchNote: Hashable, Sendable {
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        case same
        case different
    }

    public enum Author: String, Hashable, Sendable, CaseIterable {
        /// The user, whose decision is final.
        case user
        /// The matcher, which decides again whenever it has both films.
        case matcher
    }

    public var pair: IDPair
    public var verdict: Verdict
    public var author: Author
    /// From 0 to 1; 1 is an equal id, or the user's decision.
    public var confidence: Double
    /// The reasons in words, strongest first, as in ``MatchExplanation``.
    public var reasons: [String]
    public var decidedAt: Timestamp
    /// What the films of both ids are called in earlier answers; not stored.
    public var titles: [MovieID: String] = [:]

    public init(
        _ pair: IDPair,
        _ verdict: Verdict,
        by author: Author,
        confidence: Double = 1,
        reasons: [String] = [],
        at decidedAt: Timestamp
    ) {
        self.pair = pair
        self.verdict = verdict
        self.author = author
        self.confidence = confidence
        self.reasons = reasons
        self.decidedAt = decidedAt
    }
}

extension MatchNote {
    /// Returns whether a note is shown before another: the user's notes first, then the newest, then by ids.
    public static func isListedBefore(_ left: MatchNote, _ right: MatchNote) -> Bool {
        if left.author != right.author { return left.author == .user }
        if left.decidedAt != right.decidedAt { return left.decidedAt > right.decidedAt }
        return (left.pair.first, left.pair.second) < (right.pair.first, right.pair.second)
    }

    /// Returns whether a note is applied before another: the user's notes first, then the surest, then by ids.
    public static func isSurer(_ left: MatchNote, _ right: MatchNote) -> Bool {
        if left.author != right.author { return left.author == .user }
        if left.confidence != right.confidence { return left.confidence > right.confidence }
        return (left.pair.first, left.pair.second) < (right.pair.first, right.pair.second)
    }
}

/// Two film ids, whose order doesn't matter.
public struct IDPair: Hashable, Sendable {
    public let first: MovieID
    public let second: MovieID

    public init(_ one: MovieID, _ other: MovieID) {
        first = min(one, other)
        second = max(one, other)
    }

    public func holds(_ id: MovieID) -> Bool { first == id || second == id }

    public func partner(of id: MovieID) -> MovieID? {
        if id == first { return second }
        return id == second ? first : nil
    }
}

/// The user's choice of a source for one field of one film, which overrides the merge rules.
public struct FieldChoice: Hashable, Sendable {
    public var id: MovieID
    public var field: MovieField
    public var provider: ProviderID
    /// `nil` for a choice of a time before this was noted.
    public var decidedAt: Timestamp?

    public init(id: MovieID, field: MovieField, provider: ProviderID, decidedAt: Timestamp? = nil) {
        self.id = id
        self.field = field
        self.provider = provider
        self.decidedAt = decidedAt
    }
}

/// The notes about one film, or about all films.
package struct MatchNotes: Hashable, Sendable {
    package var matches: [MatchNote]
    /// The user's choices of sources for fields.
    package var choices: [FieldChoice]

    package init(matches: [MatchNote], choices: [FieldChoice]) {
        self.matches = matches
        self.choices = choices
    }
}

/// The store of notes about matches: the user's are final, and the matcher's save further requests.
///
/// Reading for a call never throws and never waits long: without the store, calls proceed as if nothing were decided.
package protocol MatchStore: Sendable {
    var now: Timestamp { get }

    /// Returns the user's current corrections, including those made by other processes.
    func corrections() async -> Corrections

    /// Returns the notes that any of `ids` is the same film as another id, and the matcher's that it is not, the surest
    /// first.
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
