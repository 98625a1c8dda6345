import CSQLite

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
        SQLiteError(code: SQLITE_INTERRUPT, message: "it was given up")
    }

    static func last(_ code: Int32, of connection: OpaquePointer?) -> SQLiteError {
        let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
        return SQLiteError(code: code, message: message ?? "SQLite says nothing about it")
    }
}
