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
