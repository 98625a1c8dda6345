import Platform
import SQLite

/// The purpose of a connection; each purpose has its own, so that none waits for another in the same process.
enum ConnectionRole: String, Sendable, CaseIterable {
    /// Answers calls; never writes.
    case reads
    /// Answers calls for which it looks at all of the content; never writes.
    case scans
    /// Writes the results of calls in batches, and checkpoints the log.
    case writes
    /// Writes counts and leases, which calls wait for; leaves the checkpoints to the writer.
    case counts

    /// The settings that only this connection has.
    var pragmas: String {
        switch self {
        case .reads, .scans: "PRAGMA query_only = ON"
        case .writes: "PRAGMA journal_size_limit = 4194304"
        case .counts: "PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -200"
        }
    }
}

/// An open connection and the identity of its file.
struct StoreConnection {
    let database: SQLiteConnection
    /// The identity of the file when it was opened; another one at its path means that the file was moved or removed.
    ///
    /// `nil` for a database in memory.
    let identity: FileFacts.Identity?
    /// Whether the file may not be written.
    var isReadOnly = false

    /// Runs `work` on the connection, without a transaction.
    func use<Value>(_ work: (SQLiteConnection) throws(SQLiteError) -> Value) throws(StoreFault) -> Value {
        try Result { () throws(SQLiteError) in try work(database) }.mapError(StoreFault.init).get()
    }

    /// Checkpoints the log and truncates it.
    func moveLog() throws(StoreFault) {
        try use { database throws(SQLiteError) in try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}

/// The connection of a worker: opened when it is needed, and again if another file is at the path.
struct WorkerConnection {
    let file: StoreFile
    let role: ConnectionRole
    /// Grows while the connection does something, or waits for others who do.
    let progress: ProgressCount
    private var current: StoreConnection?

    private var contentVersion: Int?

    init(file: StoreFile, role: ConnectionRole, progress: ProgressCount) {
        self.file = file
        self.role = role
        self.progress = progress
    }

    /// Performs work, and repeats it if that may help; `isFull` says whether the disk was full before.
    mutating func use<Value>(afterFull isFull: Bool, _ work: DatabaseWork<Value>) throws(StoreFault) -> Value {
        defer { closeIfStuck() }
        let opened = try open()
        // Another process may have been updated while this one runs.
        if role == .writes || role == .counts { try refuseNewerSchema(of: opened) }
        // Checkpoint before the next write fills the disk again, while there is room for it.
        if isFull, role == .writes { try opened.moveLog() }
        do throws(StoreFault) {
            return try opened.use(work)
        } catch .full where role == .writes {
            closeIfStuck()
            // The space that the log takes may be enough.
            try open().moveLog()
            return try open().use(work)
        } catch .damaged {
            try refuseNewerSchema(of: opened)
            closeIfStuck()
            return try useAgain(work)
        }
    }

    /// Throws if a newer version of the program has updated the file; whatever else is wrong shows in the work.
    private func refuseNewerSchema(of connection: StoreConnection) throws(StoreFault) {
        do throws(StoreFault) {
            try file.checkVersion(of: connection)
        } catch {
            if case .newerSchema = error { throw error }
        }
    }

    mutating func close() {
        current?.database.close()
        (current, contentVersion) = (nil, nil)
    }

    /// Counts as progress what other connections have written since the last look, while this one waits for them.
    mutating func noteOthers() throws(StoreFault) {
        guard let current else { return }
        let version = try current.use { database throws(SQLiteError) in try database.contentVersion() }
        if let contentVersion, contentVersion != version { progress.add() }
        contentVersion = version
    }

    /// SQLite reports damage even after a single failed read, so only a file that fails twice is moved aside.
    private mutating func useAgain<Value>(_ work: DatabaseWork<Value>) throws(StoreFault) -> Value {
        let opened = try open()
        do throws(StoreFault) {
            return try opened.use(work)
        } catch .damaged {
            // Move the file before closing it: SQLite doesn't touch the log of a file that is no longer at its path.
            try file.moveAside(opened)
            close()
            return try open().use(work)
        }
    }

    private mutating func open() throws(StoreFault) -> StoreConnection {
        if let current {
            if file.isCurrent(current) { return current }
            close()
        }
        let opened = try file.open(role)
        opened.database.report(to: progress)
        current = opened
        try noteOthers()
        return opened
    }

    /// Closes a connection whose transaction is still open because the disk refused the rollback, too.
    private mutating func closeIfStuck() {
        if current?.database.isInTransaction ?? false { close() }
    }
}
