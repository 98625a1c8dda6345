import Platform
import SQLite

/// What a connection is for; each has one of its own, so that none waits for another in its process.
enum ConnectionRole: String, Sendable, CaseIterable {
    /// Answers calls; never writes.
    case reads
    /// Writes what calls leave behind, in batches, and moves the log into the file.
    case writes
    /// Counts and leases, which calls wait for; it leaves the moving of the log to the writer.
    case counts

    /// The settings that the connection has besides those of all.
    var pragmas: String {
        switch self {
        case .reads: "PRAGMA query_only = ON"
        case .writes: "PRAGMA journal_size_limit = 4194304"
        case .counts: "PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -200"
        }
    }
}

/// An open connection, and which file it is open on.
struct StoreConnection {
    let database: SQLiteConnection
    /// The file had this identity when it was opened; another one at its path means that it was moved or removed.
    let identity: FileFacts.Identity

    /// Runs `work` on the connection, without a transaction around it.
    func use<Value>(_ work: (SQLiteConnection) throws(SQLiteError) -> Value) throws(StoreFault) -> Value {
        try Result { () throws(SQLiteError) in try work(database) }.mapError(StoreFault.init).get()
    }

    /// Moves the log into the file, and gives its room back.
    func moveLog() throws(StoreFault) {
        try use { database throws(SQLiteError) in try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}

/// The connection of a worker: opened when it is needed, and again where the file is another one.
struct WorkerConnection {
    let file: StoreFile
    let role: ConnectionRole
    private var current: StoreConnection?

    init(file: StoreFile, role: ConnectionRole) {
        self.file = file
        self.role = role
    }

    /// Does a piece of work, once more where that may help; `isFull` where no space was left for the work before.
    mutating func use<Value>(afterFull isFull: Bool, _ work: DatabaseWork<Value>) throws(StoreFault) -> Value {
        defer { closeIfStuck() }
        let opened = try open()
        // Before the write that fills the disk once more, so that there is room to move the log into the file.
        if isFull, role == .writes { try opened.moveLog() }
        do throws(StoreFault) {
            return try opened.use(work)
        } catch .full where role == .writes {
            closeIfStuck()
            // What the log takes may be room enough.
            try open().moveLog()
            return try open().use(work)
        } catch .damaged {
            closeIfStuck()
            return try useAgain(work)
        }
    }

    mutating func close() {
        current?.database.close()
        current = nil
    }

    /// SQLite calls a file damaged of which a single read failed, too: only what is so twice is moved aside.
    private mutating func useAgain<Value>(_ work: DatabaseWork<Value>) throws(StoreFault) -> Value {
        let opened = try open()
        do throws(StoreFault) {
            return try opened.use(work)
        } catch .damaged {
            // Moved first and closed then: SQLite does not touch the log of a file that is no longer at its path.
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
        current = opened
        return opened
    }

    /// Closes a connection whose transaction is still open, because the disk refused to take it back, too.
    private mutating func closeIfStuck() {
        if current?.database.isInTransaction ?? false { close() }
    }
}
