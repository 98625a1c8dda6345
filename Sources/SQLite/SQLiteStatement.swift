import CSQLite

package enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A compiled statement, which can be run repeatedly with different values.
///
/// It may outlive the call that closes its connection: SQLite keeps what it needs until the statement is gone.
@safe
final class SQLiteStatement {
    fileprivate let handle: OpaquePointer

    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        var statement: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteError.last(code, of: connection) }
        guard let statement = unsafe statement else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "there is no statement in \"\(sql)\"")
        }
        unsafe handle = statement
    }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Binds all parameters, from `?1` on.
    func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        let expected = Int(unsafe sqlite3_bind_parameter_count(handle))
        guard values.count == expected else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "\(values.count) values for \(expected) parameters")
        }
        for (index, value) in zip(Int32(1)..., values) {
            let code = bind(value, at: index)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): unsafe sqlite3_bind_int64(handle, index, Int64(number))
        case .real(let number): unsafe sqlite3_bind_double(handle, index, number)
        case .text(let text): unsafe marquee_sqlite3_bind_text(handle, index, text, UInt64(text.utf8.count))
        case .blob(let bytes): unsafe marquee_sqlite3_bind_blob(handle, index, bytes, UInt64(bytes.count))
        }
    }

    /// Moves to the next row; returns whether there is one.
    func step() throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw failure(code) }
        return code == SQLITE_ROW
    }

    /// Ends the run, which releases its snapshot of the file, and clears the values.
    func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    private func failure(_ code: Int32) -> SQLiteError {
        unsafe SQLiteError.last(code, of: sqlite3_db_handle(handle))
    }
}

/// The current row of a statement, to be read before the statement moves on.
///
/// A value of an unexpected type is an error rather than 0 or empty, because the file may be damaged.
@safe
package struct SQLiteRow {
    let statement: SQLiteStatement

    package func integer(_ column: Int32) throws(SQLiteError) -> Int {
        try expect([SQLITE_INTEGER], column)
        return Int(unsafe sqlite3_column_int64(statement.handle, column))
    }

    package func real(_ column: Int32) throws(SQLiteError) -> Double {
        try expect([SQLITE_FLOAT, SQLITE_INTEGER], column)
        return unsafe sqlite3_column_double(statement.handle, column)
    }

    package func text(_ column: Int32) throws(SQLiteError) -> String {
        try expect([SQLITE_TEXT], column)
        let start = unsafe UnsafeRawPointer(sqlite3_column_text(statement.handle, column))
        return unsafe String(decoding: bytes(from: start, column), as: UTF8.self)
    }

    package func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
        try expect([SQLITE_BLOB], column)
        return unsafe Array(bytes(from: sqlite3_column_blob(statement.handle, column), column))
    }

    /// Returns the integer in a column; `nil` for NULL.
    package func optionalInteger(_ column: Int32) throws(SQLiteError) -> Int? {
        type(column) == SQLITE_NULL ? nil : try integer(column)
    }

    /// Returns the text in a column; `nil` for NULL.
    package func optionalText(_ column: Int32) throws(SQLiteError) -> String? {
        type(column) == SQLITE_NULL ? nil : try text(column)
    }

    private func type(_ column: Int32) -> Int32 { unsafe sqlite3_column_type(statement.handle, column) }

    /// Returns the bytes at `start`, which is `nil` if there are none.
    private func bytes(from start: UnsafeRawPointer?, _ column: Int32) -> UnsafeRawBufferPointer {
        let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(statement.handle, column))
        return unsafe UnsafeRawBufferPointer(start: start, count: count)
    }

    private func expect(_ types: [Int32], _ column: Int32) throws(SQLiteError) {
        let found = type(column)
        guard types.contains(found) else {
            throw SQLiteError(code: SQLITE_MISMATCH, message: "column \(column) has type \(found), not \(types)")
        }
    }
}
