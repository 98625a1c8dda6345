package import Platform
import Synchronization

/// A book that lasts as long as the process: for recordings, and where there is no folder for data.
public final class TransientMatchStore: MatchStore {
    private struct Pages {
        var notes: [IDPair: MatchNote] = [:]
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

    public var now: Timestamp { clock.timestamp }

    public func corrections() async -> Corrections { pages.withLock(\.corrections) }

    public func links(of ids: [MovieID]) async -> [MatchNote] {
        pages.withLock { pages in
            pages.notes.values.filter { $0.verdict == .same && ids.contains(where: $0.pair.holds) }
        }.sorted(by: MatchNote.isSurer)
    }

    public func remember(_ notes: [MatchNote]) {
        pages.withLock { pages in
            for note in notes where pages.notes[note.pair]?.author != .user {
                guard pages.notes.count < capacity || pages.notes[note.pair] != nil else { continue }
                pages.notes[note.pair] = note
            }
        }
    }

    public func notes(about id: MovieID?, limit: Int) async throws(LibraryError) -> [MatchNote] {
        let found = pages.withLock { pages in
            pages.notes.values.filter { note in id.map(note.pair.holds) ?? true }
        }
        return Array(found.sorted(by: MatchNote.isListedBefore).prefix(limit))
    }

    public func correct(_ note: MatchNote) async throws(LibraryError) {
        do throws(CorrectionConflict) {
            try pages.withLock { pages throws(CorrectionConflict) in
                try pages.corrections.check(note.pair, note.verdict)
                pages.notes[note.pair] = note
            }
        } catch {
            throw .conflict(error)
        }
    }

    public func choose(_ choice: FieldChoice) async throws(LibraryError) {
        pages.withLock { pages in
            pages.choices.removeAll { $0.id == choice.id && $0.field == choice.field }
            pages.choices.append(choice)
        }
    }

    public func choices(for id: MovieID?) async throws(LibraryError) -> [FieldChoice] {
        pages.withLock(\.choices).filter { id == nil || $0.id == id }
    }

    public func forget(_ id: MovieID, with other: MovieID?, field: MovieField?) async throws(LibraryError) -> Int {
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

/// Where notes about matches are kept: the user's, which stand, and the matcher's, which save asking again.
///
/// Reading never throws and never waits long: without the book a call is answered as if nothing had been decided.
public protocol MatchStore: Sendable {
    var now: Timestamp { get }

    /// The user's corrections as they are now, those of other processes too.
    func corrections() async -> Corrections

    /// What was found to be the same film as any of `ids`, the surest first.
    func links(of ids: [MovieID]) async -> [MatchNote]

    /// Keeps what the matcher found out, some time after the call that found it; it never replaces the user's word.
    func remember(_ notes: [MatchNote])

    /// What was decided about an id, or about all: the user's first, then the newest first.
    func notes(about id: MovieID?, limit: Int) async throws(LibraryError) -> [MatchNote]

    /// Keeps the user's word on a pair in the place of what stood there.
    func correct(_ note: MatchNote) async throws(LibraryError)

    /// Keeps the user's choice of a source for a field.
    func choose(_ choice: FieldChoice) async throws(LibraryError)

    /// The user's choices for a film, or for all.
    func choices(for id: MovieID?) async throws(LibraryError) -> [FieldChoice]

    /// Takes back what is kept of an id: its note with another, the choice of a field, or with neither all of it;
    /// how much that was.
    func forget(_ id: MovieID, with other: MovieID?, field: MovieField?) async throws(LibraryError) -> Int
}
