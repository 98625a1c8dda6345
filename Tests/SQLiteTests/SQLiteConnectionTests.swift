import MarqueeTestKit
import Testing

@testable import SQLite

@Suite("SQLite connections")
struct SQLiteConnectionTests {
    /// Runs a test with the path of a file that does not exist yet.
    private func withFile(_ body: (String) async throws -> Void) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in try await body(folder + "/test.sqlite") }
    }

    private func open(_ path: String, _ access: SQLiteConnection.Access = .readWrite) throws -> SQLiteConnection {
        try SQLiteConnection(path: path, access, busyTimeout: 20)
    }

    /// Returns the kind of the error that `body` throws, or `nil` if it throws none.
    private func kind<Value>(_ body: () throws(SQLiteError) -> Value) -> SQLiteError.Kind? {
        do throws(SQLiteError) {
            _ = try body()
            return nil
        } catch {
            return error.kind
        }
    }

    @Test(
        "A value is read as it was written",
        arguments: [
            [.integer(.min), .integer(.max), .real(-0.5), .text(""), .blob([])],
            [.integer(0), .integer(1), .real(.infinity), .text("기생충\0!"), .blob([0, 255, 0])],
        ] as [[SQLiteValue]]
    )
    func values(_ values: [SQLiteValue]) async throws {
        try await withFile { path in
            let connection = try open(path)
            try connection.execute(
                "CREATE TABLE t (a INTEGER, b INTEGER, c REAL, d TEXT NOT NULL, e BLOB NOT NULL) STRICT"
            )
            #expect(try connection.run("INSERT INTO t VALUES (?, ?, ?, ?, ?)", values) == 1)
            let read = try connection.all("SELECT * FROM t") { row throws(SQLiteError) -> [SQLiteValue] in
                [
                    .integer(try row.integer(0)), .integer(try row.integer(1)), .real(try row.real(2)),
                    .text(try row.text(3)), .blob(try row.blob(4)),
                ]
            }
            #expect(read == [values])
        }
    }

    @Test("Reading a column of another type is an error") func types() async throws {
        try await withFile { path in
            let connection = try open(path)
            for value in ["NULL", "'12'", "x'00'", "1.5"] {
                let found = kind { () throws(SQLiteError) in
                    try connection.integer("SELECT \(value)")
                }
                #expect(found == .content, "\(value)")
            }
            for value in ["NULL", "12", "x'00'"] {
                let found = kind { () throws(SQLiteError) in
                    try connection.first("SELECT \(value)") { row throws(SQLiteError) in try row.text(0) }
                }
                #expect(found == .content, "\(value)")
            }
        }
    }

    @Test("A statement with missing values, without SQL, or with double-quoted text is an error")
    func misuse() async throws {
        try await withFile { path in
            let connection = try open(path)
            #expect(kind { () throws(SQLiteError) in try connection.run("SELECT ?, ?", [.integer(1)]) } == .system)
            #expect(kind { () throws(SQLiteError) in try connection.run(" -- nothing") } == .system)
            #expect(kind { () throws(SQLiteError) in try connection.run("SELECT \"text\"") } == .content)
            #expect(kind { () throws(SQLiteError) in try connection.execute("SELECT 1; SELECT nothing") } == .content)
        }
    }

    @Test("A statement can run inside itself, and again after a failure") func statements() async throws {
        try await withFile { path in
            let connection = try open(path)
            try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)")
            let insert = "INSERT INTO t VALUES (?)"
            for number in 1...3 { try connection.run(insert, [.integer(number)]) }
            #expect(kind { () throws(SQLiteError) in try connection.run(insert, [.integer(2)]) } == .content)
            #expect(try connection.run(insert, [.integer(4)]) == 1)
            let select = "SELECT a FROM t ORDER BY a"
            let pairs = try connection.all(select) { row throws(SQLiteError) -> [Int] in
                let outer = try row.integer(0)
                return try connection.all(select) { row throws(SQLiteError) in outer * 10 + (try row.integer(0)) }
            }
            #expect(pairs.map(\.first) == [11, 21, 31, 41] && pairs.allSatisfy { $0.count == 4 })
        }
    }

    @Test("A connection that is closed while a statement runs finishes it and releases the file") func closed()
        async throws
    {
        try await withFile { path in
            let connection = try open(path)
            try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)")
            let rows = try connection.all("SELECT a FROM t") { row throws(SQLiteError) -> Int in
                connection.close()
                return try row.integer(0)
            }
            #expect(rows == [1, 2, 3])
            #expect(kind { () throws(SQLiteError) in try connection.execute("SELECT 1") } == .system)
            #expect(!connection.isInTransaction)
            let other = try open(path)
            try other.execute("BEGIN EXCLUSIVE; DROP TABLE t; COMMIT")
        }
    }

    @Test("Closing a connection rolls back its open transaction and lets others write") func closedInTransaction()
        async throws
    {
        try await withFile { path in
            let connection = try open(path)
            try connection.execute("CREATE TABLE t (a); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
            #expect(connection.isInTransaction)
            let other = try open(path)
            #expect(kind { () throws(SQLiteError) in try other.transaction { () throws(SQLiteError) in } } == .locked)
            connection.close()
            try other.transaction { () throws(SQLiteError) in
                #expect(try other.integer("SELECT count(*) FROM t") == 0)
            }
        }
    }

    @Test("A transaction that fails or that SQLite has already ended isn't left open") func transactions()
        async throws
    {
        try await withFile { path in
            let connection = try open(path)
            try connection.execute("CREATE TABLE t (a BLOB); PRAGMA max_page_count = 20")
            let content = kind { () throws(SQLiteError) in
                try connection.transaction { () throws(SQLiteError) in
                    try connection.run("INSERT INTO t VALUES (1)")
                    try connection.run("INSERT INTO nothing VALUES (1)")
                }
            }
            #expect(content == .content && !connection.isInTransaction)
            let full = kind { () throws(SQLiteError) in
                try connection.transaction { () throws(SQLiteError) in
                    try connection.run("INSERT INTO t VALUES (zeroblob(1000000))")
                }
            }
            #expect(full == .full && !connection.isInTransaction)
            let ended = kind { () throws(SQLiteError) in
                try connection.transaction { () throws(SQLiteError) in try connection.run("ROLLBACK") }
            }
            #expect(ended == .system && !connection.isInTransaction)
            #expect(try connection.integer("SELECT count(*) FROM t") == 0)
        }
    }

    @Test("Errors have SQLite's extended code, and its last byte decides the kind") func codes() async throws {
        try await withFile { path in
            let connection = try open(path)
            try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b CHECK (b > 0))")
            do throws(SQLiteError) {
                try connection.run("INSERT INTO t VALUES (1, 0)")
                Issue.record("the row was taken")
            } catch {
                #expect((error.code, error.message) == (275, "CHECK constraint failed: b > 0"))
            }
            let kinds: [Int32: SQLiteError.Kind] = [
                13: .full, 5: .locked, 517: .locked, 6: .locked, 8: .notPermitted, 1_032: .notPermitted,
                26: .notADatabase, 11: .content, 779: .content, 17: .content, 10: .system, 778: .system, 14: .system,
            ]
            for (code, kind) in kinds { #expect(SQLiteError(code: code, message: "").kind == kind, "\(code)") }
        }
    }

    @Test("An immutable file is read without its log, and opening a missing file for reading fails")
    func access() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let path = folder + "/a ?#%é.sqlite"
            #expect(
                kind { () throws(SQLiteError) in try SQLiteConnection(path: path, .readOnly, busyTimeout: 0) }
                    == .system
            )
            #expect(!ProjectFiles.isReadable(path))
            let writer = try open(path)
            try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a); PRAGMA wal_checkpoint(TRUNCATE)")
            try writer.execute("INSERT INTO t VALUES (1)")
            let count = "SELECT count(*) FROM t"
            for (access, expected) in [(SQLiteConnection.Access.readWrite, 1), (.readOnly, 1), (.immutable, 0)] {
                let reader = try open(path, access)
                #expect(try reader.integer(count) == expected)
            }
            let reader = try open(path, .readOnly)
            #expect(kind { () throws(SQLiteError) in try reader.execute("DELETE FROM t") } == .notPermitted)
        }
    }

    @Test("Only the commit of another connection changes the data version") func dataVersion()
        async throws
    {
        try await withFile { path in
            let (one, other) = (try open(path), try open(path))
            try one.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
            func version() throws -> Int? {
                try one.integer("PRAGMA data_version")
            }
            let first = try version()
            try one.run("INSERT INTO t VALUES (1)")
            #expect(try version() == first)
            try other.run("INSERT INTO t VALUES (1)")
            #expect(try version() != first)
        }
    }
}
