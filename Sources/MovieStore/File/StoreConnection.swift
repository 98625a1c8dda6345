import GRDB

/// An open connection, and which file it is open on.
struct StoreConnection: Sendable {
    let database: DatabaseQueue
    /// The file had this identity when it was opened; another one at its path means that it was moved or removed.
    let identity: FileFacts.Identity

    /// Runs `body` on the connection, without a transaction around it.
    func use<Value>(_ body: (Database) throws -> Value) throws(StoreFault) -> Value {
        do {
            return try database.unsafeRead(body)
        } catch {
            throw StoreFault(error)
        }
    }

    /// Moves the log into the file, and gives its room back.
    func moveLog() throws(StoreFault) {
        try use { database in try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }

    /// Closes the connection; the last of all processes moves the log into the file.
    func close() throws(StoreFault) {
        do {
            try database.close()
        } catch {
            throw StoreFault(error)
        }
    }
}
