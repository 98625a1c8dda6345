package import Platform
import Synchronization

/// A match store that lasts as long as the process, for recordings and for runs without a data folder.
public final class TransientMatchStore: MatchStore {
    private struct Pages {
        /// The notes of the matcher, and those of the user; no pair is in both.
        var found: [IDPair: MatchNote] = [:]
        var corrected: [IDPair: MatchNote] = [:]
        var choices: [FieldChoice] = []

        var corrections: Corrections { Corrections(corrected.values, choices: choices) }
        var notes: [MatchNote] { Array(corrected.values) + found.values }
        var count: Int { corrected.count + found.count + choices.count }
    }

    private let pages = Mutex(Pages())
    private let clock: WallClock
    /// The number of the matcher's notes at which no further ones are kept; the user's are always kept.
    private let capacity: Int
    private let onChange: @Sendable () -> Void

    /// Creates an empty store that calls `onChange` after each correction by the user, which will be lost.
    package init(clock: WallClock, capacity: Int = 10_000, onChange: @escaping @Sendable () -> Void = {}) {
        self.clock = clock
        self.capacity = capacity
        self.onChange = onChange
    }

    public var now: Timestamp { clock.timestamp }

    public func corrections() async -> Corrections { pages.withLock(\.corrections) }

    public func links(of ids: [MovieID]) async -> [MatchNote] {
        pages.withLock { pages in
            pages.notes.filter { $0.verdict == .same && ids.contains(where: $0.pair.holds) }
        }.sorted(by: MatchNote.isSurer)
    }

    public func remember(_ notes: [MatchNote]) {
        pages.withLock { pages in
            for note in notes where pages.corrected[note.pair] == nil {
                guard pages.found.count < capacity || pages.found[note.pair] != nil else { continue }
                pages.found[note.pair] = note
            }
        }
    }

    public func notes(about id: MovieID?, limit: Int) async throws(LibraryError) -> [MatchNote] {
        let found = pages.withLock { pages in
            pages.notes.filter { note in id.map(note.pair.holds) ?? true }
        }
        return Array(found.sorted(by: MatchNote.isListedBefore).prefix(limit))
    }

    public func correct(_ note: MatchNote) async throws(LibraryError) {
        do throws(CorrectionConflict) {
            try pages.withLock { pages throws(CorrectionConflict) in
                try pages.corrections.check(note.pair, note.verdict)
                pages.found[note.pair] = nil
                pages.corrected[note.pair] = note
            }
        } catch {
            throw .conflict(error)
        }
        onChange()
    }

    public func choose(_ choice: FieldChoice) async throws(LibraryError) {
        pages.withLock { pages in
            pages.choices.removeAll { $0.id == choice.id && $0.field == choice.field }
            pages.choices.append(choice)
        }
        onChange()
    }

    public func choices(for id: MovieID?) async throws(LibraryError) -> [FieldChoice] {
        pages.withLock(\.choices).filter { id == nil || $0.id == id }
    }

    public func forget(_ id: MovieID, with other: MovieID?, field: MovieField?) async throws(LibraryError) -> Int {
        let removed = pages.withLock { pages in
            let before = pages.count
            if field == nil {
                func isKept(_ pair: IDPair, _: MatchNote) -> Bool {
                    !pair.holds(id) || !(other.map(pair.holds) ?? true)
                }
                pages.found = pages.found.filter(isKept)
                pages.corrected = pages.corrected.filter(isKept)
            }
            if other == nil {
                pages.choices.removeAll { $0.id == id && (field == nil || $0.field == field) }
            }
            return before - pages.count
        }
        if removed > 0 { onChange() }
        return removed
    }
}

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
