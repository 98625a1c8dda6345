import MovieDomain
package import Platform
import SQLite
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The user's library on disk, shared by all processes of the user: history, bookmarks, cards, lists, and decisions
/// about matches.
///
/// For recordings, and for runs that may not write anything, it is in memory and lasts as long as the process.
///
/// Nothing is opened before the first use. The program's own notes are written after the call; the user's changes are
/// written before they are answered.
package final class LibraryFile: Sendable {
    /// A state of the file; another one may have other content.
    struct Version: Hashable, Sendable {
        var opening: Int
        var changes: Int
    }

    /// The data that every call needs, and the state of the file that it was read from.
    struct Snapshot: Sendable {
        var version: Version
        var corrections = Corrections.none
        var ids = LibraryIDs()
    }

    let settings: StoreFileSettings
    private let keepsAnswers = Atomic(true)
    let file: StoreFile
    let reads: DatabaseWorker
    /// For what looks at all films, so that no short read waits behind it.
    let scans: DatabaseWorker
    let writes: DatabaseWorker
    private let snapshot = Mutex<Snapshot?>(nil)
    /// Every film, for what looks at all of them at each keystroke.
    let films = Mutex<(version: Version, films: [LibraryFilm])?>(nil)
    let waiting = Mutex(WaitingNotes())
    /// The revision of the content up to which changes by other processes are known; `nil` before the first look at it.
    let knownRevision = Mutex<Int?>(nil)
    /// The number of changes of ours that are under way.
    let ownChanges = Atomic(0)
    /// Marks the changes of this process.
    let author = Int.random(in: 1 ... .max)
    /// Marks changes that nobody asked for, which are news for all processes.
    static let nobody = 0
    /// Whether the facts of films from before are being stored, which needs to be begun only once.
    let addsFacts = Atomic(false)
    /// The number of the matcher's notes that are kept, of which the oldest are removed first; none are written if it is 0.
    let mostRemembered: Int
    private let onChange: @Sendable () -> Void

    package convenience init(_ settings: StoreFileSettings, mostRemembered: Int = 100_000) {
        self.init(settings, mostRemembered: mostRemembered) {}
    }

    /// Creates an empty library in memory that calls `onChange` after each change by the user, which will be lost.
    package convenience init(
        inMemory clock: WallClock,
        mostRemembered: Int = 10_000,
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.init(StoreFileSettings(inMemory: clock), mostRemembered: mostRemembered, onChange: onChange)
    }

    private init(
        _ settings: StoreFileSettings,
        mostRemembered: Int,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.settings = settings
        self.mostRemembered = mostRemembered
        self.onChange = onChange
        file = StoreFile(.library, settings)
        writes = DatabaseWorker(file, .writes)
        // Each connection to memory has content of its own.
        reads = settings.folder == nil ? writes : DatabaseWorker(file, .reads)
        scans = settings.folder == nil ? writes : DatabaseWorker(file, .scans)
    }

    /// Whether what sources say may change kept films and matches: definitions that are not trusted may not.
    package var learns: Bool {
        get { keepsAnswers.load(ordering: .relaxed) }
        set { keepsAnswers.store(newValue, ordering: .relaxed) }
    }

    /// Returns the current content; the last known content if the file cannot be read in time.
    ///
    /// What was read too late for this call is there for the next one.
    func current() async -> Snapshot? {
        let known = snapshot.withLock(\.self)
        let current = await reads.run(within: settings.busyTimeout) { [self] database throws(SQLiteError) -> Snapshot in
            let version = try version(of: database)
            if let known = snapshot.withLock(\.self), known.version == version { return known }
            try noteRevision(of: database)
            let current = Snapshot(
                version: version,
                corrections: try database.corrections(),
                ids: try database.libraryIDs()
            )
            snapshot.withLock { $0 = current }
            return current
        }
        return current ?? known
    }

    func version(of database: SQLiteConnection) throws(SQLiteError) -> Version {
        Version(
            // A new connection counts from the beginning again.
            opening: file.openings.load(ordering: .relaxed),
            // Changes with every commit of another connection, whichever process it belongs to. The only connection to
            // memory counts its own changes.
            changes: try database.contentVersion() &+ (try database.changeCount())
        )
    }

    /// Reads from the file after writing what is pending, so that a call reads what earlier ones wrote.
    ///
    /// It gives up when nothing has moved until the deadline of the call.
    func reading<Value: Sendable>(_ work: @escaping DatabaseWork<Value>) async throws(LibraryError) -> Value {
        try await reading(by: reads, within: patience, work)
    }

    /// Reads as ``reading(_:)`` does what grows with the number of films.
    func scanning<Value: Sendable>(_ work: @escaping DatabaseWork<Value>) async throws(LibraryError) -> Value {
        // No source has used up the time of the call: only other scans come before it.
        let limit = Deadline.ofCall?.limit.wholeMilliseconds ?? 0
        return try await reading(by: scans, within: max(patience, limit), work)
    }

    /// Reads as ``reading(_:)`` does what an answer may lack, which does not wait long for a file that another process
    /// holds.
    func glancing<Value: Sendable>(_ work: @escaping DatabaseWork<Value>) async throws(LibraryError) -> Value {
        try await reading(by: reads, within: 4 * settings.busyTimeout, work)
    }

    private func reading<Value: Sendable>(
        by worker: DatabaseWorker,
        within limit: Int,
        _ work: @escaping DatabaseWork<Value>
    ) async throws(LibraryError) -> Value {
        await writeWaiting()
        let value = await worker.run(within: limit, whileMoving: true) { [self] database throws(SQLiteError) in
            try noteRevision(of: database)
            return try work(database)
        }
        guard let value else { throw failure(of: worker) }
        return value
    }

    /// Milliseconds to wait for a file in which nothing moves: the rest of the call's time, and at least a second, because
    /// sources may have used it up.
    private var patience: Int {
        let usual = 20 * settings.busyTimeout
        return max(4 * settings.busyTimeout, Deadline.ofCall?.remaining.wholeMilliseconds ?? usual)
    }

    /// Changes the file in one transaction, and waits until the change is on the disk.
    ///
    /// It waits for its turn as long as something moves, or else until the deadline of the call.
    func changing<Value: Sendable>(_ work: @escaping DatabaseWork<Value>) async throws(LibraryError) -> Value {
        ownChanges.add(1, ordering: .sequentiallyConsistent)
        defer { ownChanges.subtract(1, ordering: .sequentiallyConsistent) }
        let (action, moment) = (LibraryAction.current, now)
        let outcome = await writes.change(within: patience) { [self] database throws(SQLiteError) in
            let before = try database.changeCount()
            let noted = try database.noting(author: author) { () throws(SQLiteError) -> (value: Value, change: Int?) in
                guard let action else { return (try work(database), nil) }
                return try database.recording(action, at: moment, work)
            }
            return (noted, isChanged: try database.changeCount() > before)
        }
        if case .done((let noted, let isChanged)) = outcome {
            noteOwn(from: noted.before, to: noted.after)
            if let change = noted.value.change { action?.note(change) }
            if isChanged {
                tellWatchers()
                onChange()
            }
            return noted.value.value
        }
        if case .refused = outcome { throw failure(of: writes) }
        throw .unconfirmed
    }

    /// Makes the folder report a change that can now be read.
    ///
    /// The folder reports what SQLite writes to its log before that. The change becomes visible through memory, sooner
    /// than a slow disk has it, and no folder reports that.
    private func tellWatchers() {
        if settings.folder != nil { _ = unsafe utimensat(AT_FDCWD, path, nil, 0) }
    }

    /// Makes changes that are not kept, and returns what they would lead to.
    func trying<Value: Sendable>(_ work: @escaping DatabaseWork<Value>) async throws(LibraryError) -> Value {
        let value = await writes.run(within: patience, whileMoving: true) { database throws(SQLiteError) in
            try database.trial { () throws(SQLiteError) in try work(database) }
        }
        guard let value else { throw failure(of: writes) }
        return value
    }

    /// Returns the error of a call that a worker did nothing for.
    private func failure(of worker: DatabaseWorker) -> LibraryError {
        guard let fault = worker.fault, fault != .slow else { return .unavailable }
        return .unusable(
            reason: StoreProblem(path: path, fault: fault).description,
            advice: fault.advice,
            isLasting: !fault.mayPass
        )
    }

    /// Whether the file was read without success, so that its bookmarks and corrections are not known.
    package var isUnread: Bool { reads.fault != nil }

    /// The path of the file.
    package var path: String { file.path }

    /// Writes pending data and closes the file, each step within `limit` milliseconds; returns whether all was written.
    package func close(within limit: Int = 1_000) async -> Bool {
        let isWritten = waiting.withLock(\.isEmpty) ? true : await writes.done(within: limit) { self.writeNow() }
        for worker in [reads, scans, writes] {
            guard await worker.done(within: limit, { worker.close() }) else { return false }
        }
        return isWritten && waiting.withLock(\.isEmpty)
    }

    /// Adds to the pending data; `add` returns whether a writer has to be started.
    func writeLater(_ add: (inout WaitingNotes) -> Bool) {
        guard writes.mayTry, waiting.withLock({ add(&$0) }) else { return }
        writes.schedule(after: settings.folder == nil ? 0 : 50) { [self] in writeNow() }
    }

    /// Writes the pending data; only call it on the thread of the worker for writes.
    func writeNow() {
        let (notes, queries, films) = waiting.withLock { $0.take() }
        guard !notes.isEmpty || !queries.isEmpty || !films.isEmpty else { return }
        ownChanges.add(1, ordering: .sequentiallyConsistent)
        defer {
            waiting.withLock { $0.leave() }
            ownChanges.subtract(1, ordering: .sequentiallyConsistent)
        }
        let noted = writes.attempt { [self] database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in
                let corrections = films.isEmpty ? .none : try database.corrections()
                let noted = try database.noting(author: author) { () throws(SQLiteError) in
                    for note in notes { try database.put(note) }
                    if !notes.isEmpty { try database.shrinkNotes(to: mostRemembered) }
                    for query in queries { try database.put(query) }
                    if !queries.isEmpty { try database.shrinkHistory() }
                    for (film, _) in films.filter({ !$0.inBackground }) {
                        try database.refresh(film, apartFrom: corrections)
                    }
                }
                _ = try database.noting(author: Self.nobody) { () throws(SQLiteError) in
                    for (film, _) in films.filter(\.inBackground) {
                        try database.refresh(film, apartFrom: corrections)
                    }
                }
                return noted
            }
        }
        if let noted { noteOwn(from: noted.before, to: noted.after) }
    }
}

extension SQLiteConnection {
    /// The number of rows that were changed through this connection.
    fileprivate func changeCount() throws(SQLiteError) -> Int { try integer("SELECT total_changes()") ?? 0 }
}

// MARK: - Pending writes

/// Data to be written after the calls: matches, queries, and films that were fetched anew.
///
/// It remembers the matches that were written, so that seeing a film again costs no write.
struct WaitingNotes: Sendable {
    static let most = 4_096
    static let mostFilms = 256

    private var waiting: [IDPair: MatchNote] = [:]
    /// Those that are being written.
    private var leaving: [IDPair: MatchNote] = [:]
    private var written: [IDPair: (verdict: MatchNote.Verdict, confidence: Double)] = [:]
    /// Queries by ``HistoryEntry/key(of:)``, and the place of each in the order of the searches.
    private var queries: [String: (place: Int, entry: HistoryEntry)] = [:]
    private var searches = 0
    private var films: [(film: LibraryFilm, inBackground: Bool)] = []

    var isEmpty: Bool { waiting.isEmpty && queries.isEmpty && films.isEmpty }

    /// Adds notes; returns whether a writer has to be started.
    mutating func add(_ notes: [MatchNote]) -> Bool {
        let wasEmpty = isEmpty
        for note in notes {
            if let last = written[note.pair], last == (note.verdict, note.confidence), waiting[note.pair] == nil {
                continue
            }
            guard waiting.count < Self.most else { break }
            waiting[note.pair] = note
        }
        return wasEmpty && !isEmpty
    }

    /// Returns the notes that contain one of the ids.
    func notes(about ids: [MovieID]) -> [MatchNote] {
        if waiting.isEmpty, leaving.isEmpty { return [] }
        let notes = leaving.merging(waiting) { _, newer in newer }
        return notes.values.filter { note in ids.contains(where: note.pair.holds) }
    }

    /// Forgets what was being written, because it is in the file now, or lost.
    mutating func leave() { leaving = [:] }

    /// Drops the note about a pair, because the user has decided about it.
    mutating func remove(_ pair: IDPair) { (waiting[pair], leaving[pair]) = (nil, nil) }

    /// Adds a query; returns whether a writer has to be started.
    mutating func add(_ query: HistoryEntry) -> Bool {
        let wasEmpty = isEmpty
        let key = HistoryEntry.key(of: query.query)
        guard queries[key] != nil || queries.count < Self.most else { return wasEmpty }
        var query = query
        query.count += queries[key]?.entry.count ?? 0
        searches += 1
        queries[key] = (searches, query)
        return wasEmpty
    }

    /// Adds a film; returns whether a writer has to be started.
    mutating func add(_ film: LibraryFilm, inBackground: Bool) -> Bool {
        let wasEmpty = isEmpty
        // Details take the place of earlier ones, and ids alone do not.
        films.removeAll { $0.film.ids == film.ids && ($0.film.document.isEmpty || !film.document.isEmpty) }
        if films.count < Self.mostFilms { films.append((film, inBackground)) }
        return wasEmpty
    }

    /// Removes and returns everything to be written; another process finds out again what cannot be written.
    mutating func take() -> (
        matches: [MatchNote], queries: [HistoryEntry], films: [(film: LibraryFilm, inBackground: Bool)]
    ) {
        if written.count > Self.most { written = [:] }
        for note in waiting.values { written[note.pair] = (note.verdict, note.confidence) }
        leaving = waiting
        defer { (waiting, queries, films) = ([:], [:], []) }
        return (Array(waiting.values), queries.values.sorted { $0.place < $1.place }.map(\.entry), films)
    }

    /// Forgets which matches were written, because the user removed some.
    mutating func forgetWritten() { written = [:] }
}

// MARK: - The schema

extension StoreFileKind {
    /// The file of the user's own data and the matcher's notes: it must not be lost, so a damaged one is left as it is.
    static let library = StoreFileKind(
        name: "library.sqlite",
        applicationID: 0x4D51_4C49,
        migrations: [
            decisionSchema, noteSchema, filmSchema, daySchema, listSchema, placeSchema, SQLiteConnection.factSchema,
            SQLiteConnection.fetchSchema, SQLiteConnection.revisionSchema, changeSchema,
            SQLiteConnection.markSchema,
        ],
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

    /// Renames the table, because the matcher's findings are not decisions of the user.
    private static let noteSchema = """
        ALTER TABLE decisions RENAME TO noted_matches;
        DROP INDEX decisions_by_second;
        DROP INDEX decisions_in_order;
        CREATE INDEX noted_matches_by_second ON noted_matches (second);
        CREATE INDEX noted_matches_in_order ON noted_matches (author DESC, decided_at DESC);
        """
    /// The films of bookmarks and cards, each with all its ids, and the queries that found something.
    private static let filmSchema = """
        CREATE TABLE films (
            film INTEGER PRIMARY KEY,
            title TEXT NOT NULL,
            titles TEXT NOT NULL,
            year INTEGER,
            document BLOB NOT NULL
        ) STRICT;
        CREATE TABLE film_ids (
            id TEXT NOT NULL PRIMARY KEY,
            film INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX film_ids_by_film ON film_ids (film);
        CREATE TABLE bookmarks (
            film INTEGER PRIMARY KEY,
            added_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE cards (
            film INTEGER PRIMARY KEY,
            half_stars INTEGER CHECK (half_stars BETWEEN 0 AND 10),
            comment TEXT,
            watched_on TEXT,
            changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE history (
            key TEXT NOT NULL PRIMARY KEY,
            query TEXT NOT NULL,
            searched_at INTEGER NOT NULL,
            count INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Every day on which a film was watched, in place of the last one.
    private static let daySchema = """
        CREATE TABLE watched_days (
            film INTEGER NOT NULL,
            day TEXT NOT NULL,
            PRIMARY KEY (film, day)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO watched_days SELECT film, watched_on FROM cards WHERE watched_on IS NOT NULL;
        ALTER TABLE cards DROP COLUMN watched_on;
        """

    /// The lists that the user made; `key` is the name without case and whitespace.
    private static let listSchema = """
        CREATE TABLE lists (
            list INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE list_films (
            list INTEGER NOT NULL,
            film INTEGER NOT NULL,
            place INTEGER NOT NULL,
            PRIMARY KEY (list, film)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX list_films_by_film ON list_films (film);
        """

    /// Places in the order of insertion, because times are whole seconds.
    private static let placeSchema = """
        CREATE TABLE placed_bookmarks (
            place INTEGER PRIMARY KEY,
            film INTEGER NOT NULL UNIQUE,
            added_at INTEGER NOT NULL
        ) STRICT;
        INSERT INTO placed_bookmarks (film, added_at) SELECT film, added_at FROM bookmarks ORDER BY added_at, film;
        DROP TABLE bookmarks;
        ALTER TABLE placed_bookmarks RENAME TO bookmarks;
        CREATE TABLE placed_history (
            place INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            query TEXT NOT NULL,
            searched_at INTEGER NOT NULL,
            count INTEGER NOT NULL
        ) STRICT;
        INSERT INTO placed_history (key, query, searched_at, count)
            SELECT key, query, searched_at, count FROM history ORDER BY searched_at, key DESC;
        DROP TABLE history;
        ALTER TABLE placed_history RENAME TO history;
        """
}
