import CSQLite
import Synchronization

/// A connection to a database file, for one thread at a time.
@safe
package final class SQLiteConnection {
    package enum Access: Sendable {
        /// For reading and writing; creates a missing file.
        case readWrite
        /// For reading; closing the connection doesn't checkpoint the log.
        case readOnly
        /// For reading only the file, as if there were neither a log nor another process.
        case immutable
    }

    private var handle: OpaquePointer?
    private var progress: ProgressCount?
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a file; SQLite waits up to `busyTimeout` milliseconds for a file that another process holds.
    package init(path: String, _ access: Access = .readWrite, busyTimeout: Int) throws(SQLiteError) {
        let flags =
            switch access {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly: SQLITE_OPEN_READONLY
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        // In a URI, any byte may have another meaning unless it is escaped.
        let escaped = path.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let name = access == .immutable ? "file:\(escaped)?immutable=1" : path
        // The owner ensures that only one thread at a time uses the connection.
        let code = unsafe sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteError.last(code, of: handle) }
        unsafe sqlite3_extended_result_codes(handle, 1)
        unsafe sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout))
        unsafe marquee_sqlite3_forbid_quoted_text(handle)
        try execute("PRAGMA foreign_keys = ON")
    }

    deinit { close() }

    /// Closes the connection and rolls back uncommitted changes; any later use fails.
    ///
    /// The last connection of all processes checkpoints the log. A running statement is ended first.
    package func close() {
        statements = [:]
        unsafe sqlite3_close_v2(handle)
        unsafe handle = nil
        progress = nil
    }

    /// Counts in `progress` from now on what the statements do, which stands still while they wait for the disk or a lock.
    package func report(to progress: ProgressCount) {
        guard let handle = unsafe handle else { return }
        // The connection keeps it as long as SQLite may use it.
        self.progress = progress
        let count = unsafe Unmanaged.passUnretained(progress).toOpaque()
        unsafe sqlite3_progress_handler(
            handle,
            Self.stepsOfProgress,
            { count in
                if let count = unsafe count {
                    unsafe Unmanaged<ProgressCount>.fromOpaque(count).takeUnretainedValue().add()
                }
                return 0
            },
            count
        )
    }

    /// The steps of SQLite's machine after which progress is counted: those of some fifty rows.
    private static let stepsOfProgress: Int32 = 1_000

    /// Whether a transaction is open; SQLite ends it by itself after some failures.
    package var isInTransaction: Bool {
        guard let handle = unsafe handle else { return false }
        return unsafe sqlite3_get_autocommit(handle) == 0
    }
}

// MARK: - Statements

extension SQLiteConnection {
    /// Runs one or more statements, and ignores their rows.
    package func execute(_ sql: String) throws(SQLiteError) {
        let handle = try unsafe open()
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteError.last(code, of: handle) }
    }

    @discardableResult
    package func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int {
        _ = try all(sql, values) { _ throws(SQLiteError) in }
        return Int(unsafe sqlite3_changes(try open()))
    }

    package func first<Value>(
        _ sql: String,
        _ values: [SQLiteValue] = [],
        _ read: (SQLiteRow) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        try all(sql, values, read).first
    }

    package func integer(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> Int? {
        try first(sql, values) { row throws(SQLiteError) in try row.integer(0) }
    }

    /// Returns all rows of a statement.
    ///
    /// The statement is cached for the next time. It is not in the cache while it runs, so that the same text may be
    /// run within it; a statement that fails is not cached again.
    package func all<Value>(
        _ sql: String,
        _ values: [SQLiteValue] = [],
        _ read: (SQLiteRow) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        let handle = try unsafe open()
        let kept = statements.removeValue(forKey: sql)
        let statement = if let kept { kept } else { try unsafe SQLiteStatement(sql, on: handle) }
        try statement.bind(values)
        var found: [Value] = []
        while try statement.step() { found.append(try read(SQLiteRow(statement: statement))) }
        statement.reset()
        if unsafe self.handle != nil { statements[sql] = statement }
        return found
    }

    /// Runs `body` in a transaction that locks the file for writing from the start, and rolls back if `body` throws.
    ///
    /// If the disk refuses the rollback, too, ``isInTransaction`` stays true, and the connection can only be closed.
    package func transaction<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try enclosed(by: "BEGIN IMMEDIATE", body)
    }

    /// Runs `body`, which only reads, on one state of the file, without keeping others from writing.
    package func snapshot<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try enclosed(by: "BEGIN", body)
    }

    /// Runs `body` as in a transaction, and takes back what it changes.
    package func trial<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try enclosed(by: "BEGIN IMMEDIATE", endingWith: "ROLLBACK", body)
    }

    private func enclosed<Value>(
        by begin: String,
        endingWith end: String = "COMMIT",
        _ body: () throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try run(begin)
        do throws(SQLiteError) {
            let value = try body()
            guard isInTransaction else { throw SQLiteError(code: SQLITE_ABORT, message: "the transaction was ended") }
            try run(end)
            return value
        } catch {
            // The first failure is the cause, so a second one is not reported.
            do throws(SQLiteError) { if isInTransaction { try run("ROLLBACK") } } catch {}
            throw error
        }
    }

    /// The version of the content, which changes with every commit of another connection, whichever process it belongs to.
    package func contentVersion() throws(SQLiteError) -> Int { try integer("PRAGMA data_version") ?? 0 }

    /// Checkpoints and truncates the log; throws a `locked` error if another connection reads the log for too long.
    package func emptyLog() throws(SQLiteError) {
        // A log in use is not an error for SQLite, but reported in the first column of the row.
        guard try integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
            throw SQLiteError(code: SQLITE_BUSY, message: "the log is in use")
        }
    }

    private func open() throws(SQLiteError) -> OpaquePointer {
        guard let handle = unsafe handle else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "the connection is closed")
        }
        return unsafe handle
    }
}

/// A count that grows while something moves, for those who must tell slow work from work that hangs.
package final class ProgressCount: Sendable {
    private let count = Atomic(0)

    package init() {}

    package var value: Int { count.load(ordering: .relaxed) }

    package func add() { count.wrappingAdd(1, ordering: .relaxed) }
}

/// An error of SQLite: its extended result code and its message.
package struct SQLiteError: Error, Hashable, Sendable {
    package enum Kind: Sendable {
        case full
        case locked
        case notPermitted
        case notADatabase
        /// The content or the schema is not what the statement expects.
        case content
        case interrupted
        case system
    }

    package let code: Int32
    package let message: String

    /// The kind, according to the code's last byte; the other bytes give the circumstances.
    package var kind: Kind {
        switch code & 0xFF {
        case SQLITE_FULL: .full
        case SQLITE_BUSY, SQLITE_LOCKED: .locked
        case SQLITE_READONLY, SQLITE_PERM: .notPermitted
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_SCHEMA: .content
        case SQLITE_INTERRUPT: .interrupted
        default: .system
        }
    }

    package static func damaged(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, message: message)
    }

    package static var interrupted: SQLiteError {
        SQLiteError(code: SQLITE_INTERRUPT, message: "it was interrupted")
    }

    static func last(_ code: Int32, of connection: OpaquePointer?) -> SQLiteError {
        let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
        return SQLiteError(code: code, message: message ?? "SQLite says nothing about it")
    }
}
