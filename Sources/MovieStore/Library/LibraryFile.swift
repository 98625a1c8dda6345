import MovieDomain
import SQLite
import Synchronization

/// The user's library on disk, shared by all processes of that user: so far, what was decided about matches.
///
/// Nothing is opened before the first use. What the matcher found out is written behind the calls; what the user says is
/// written before it is answered.
package final class LibraryFile: Sendable {
    /// The matcher's notes that are kept; the oldest go first.
    package static let mostRemembered = 100_000

    /// What was read of the user's corrections, and which state of the file it was.
    struct Snapshot: Sendable {
        var opening: Int
        var version: Int
        var corrections: Corrections
    }

    let settings: StoreFileSettings
    let file: StoreFile
    let reads: DatabaseWorker
    let writes: DatabaseWorker
    let snapshot = Mutex<Snapshot?>(nil)
    let waiting = Mutex(WaitingNotes())

    package init(_ settings: StoreFileSettings) {
        self.settings = settings
        file = StoreFile(.library, settings)
        reads = DatabaseWorker(file, .reads)
        writes = DatabaseWorker(file, .writes)
    }

    /// Writes what waits and closes the file, each step within `limit` milliseconds; whether all was written.
    package func close(within limit: Int = 1_000) async -> Bool {
        let isWritten = waiting.withLock(\.isEmpty) ? true : await writes.done(within: limit) { self.writeNow() }
        for worker in [reads, writes] {
            guard await worker.done(within: limit, { worker.close() }) else { return false }
        }
        return isWritten && waiting.withLock(\.isEmpty)
    }

    /// Writes what the matcher found out; only on the thread of the worker for writes.
    func writeNow() {
        let notes = waiting.withLock { $0.take() }
        guard !notes.isEmpty else { return }
        _ = writes.attempt { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in
                for note in notes { try database.put(note) }
                try database.shrinkNotes(to: Self.mostRemembered)
            }
        }
    }
}

// MARK: - What waits

/// What the matcher found out and is not written yet, with the memory of what was: a film that is seen again costs no write.
struct WaitingNotes: Sendable {
    static let most = 4_096

    private var waiting: [IDPair: MatchNote] = [:]
    private var written: [IDPair: Double] = [:]

    var isEmpty: Bool { waiting.isEmpty }

    /// Takes notes in; whether a writer has to be started.
    mutating func add(_ notes: [MatchNote]) -> Bool {
        let wasEmpty = waiting.isEmpty
        for note in notes where written[note.pair] != note.confidence {
            guard waiting.count < Self.most else { break }
            waiting[note.pair] = note
        }
        return wasEmpty && !waiting.isEmpty
    }

    /// Takes everything out, to be written; what then cannot be is found out again by another process.
    mutating func take() -> [MatchNote] {
        if written.count > Self.most { written = [:] }
        for note in waiting.values { written[note.pair] = note.confidence }
        defer { waiting = [:] }
        return Array(waiting.values)
    }

    /// The user took something back.
    mutating func forgetWritten() { written = [:] }
}

// MARK: - The schema

extension StoreFileKind {
    /// The file of what the user said, and of what was found out beside it: it may not be lost, so a damaged one is left
    /// as it is.
    static let library = StoreFileKind(
        name: "library.sqlite",
        applicationID: 0x4D51_4C49,
        migrations: [StoreMigration(sql: decisionSchema), StoreMigration(sql: noteSchema)],
        damage: .leave
    )

    /// Notes about pairs of ids, the smaller id first, and choices of sources; times are seconds since 1970.
    private static let decisionSchema = """
        CREATE TABLE decisions (
            first TEXT NOT NULL,
            second TEXT NOT NULL,
            verdict TEXT NOT NULL CHECK (verdict IN ('same', 'different')),
            author TEXT NOT NULL CHECK (author IN ('user', 'matcher')),
            confidence REAL NOT NULL,
            reasons TEXT NOT NULL,
            decided_at INTEGER NOT NULL,
            PRIMARY KEY (first, second)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX decisions_by_second ON decisions (second);
        CREATE INDEX decisions_in_order ON decisions (author DESC, decided_at DESC);

        CREATE TABLE choices (
            id TEXT NOT NULL,
            field TEXT NOT NULL,
            provider TEXT NOT NULL,
            PRIMARY KEY (id, field)
        ) STRICT, WITHOUT ROWID;
        """

    /// What the matcher found out is no decision of the user's: the table is one of notes.
    private static let noteSchema = """
        ALTER TABLE decisions RENAME TO noted_matches;
        DROP INDEX decisions_by_second;
        DROP INDEX decisions_in_order;
        CREATE INDEX noted_matches_by_second ON noted_matches (second);
        CREATE INDEX noted_matches_in_order ON noted_matches (author DESC, decided_at DESC);
        """
}
