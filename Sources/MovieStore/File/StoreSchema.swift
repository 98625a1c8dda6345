import GRDB

/// Brings a file to the schema of its kind, and refuses one that is not ours to change.
struct StoreSchema {
    private let kind: StoreFileKind

    init(_ kind: StoreFileKind) {
        self.kind = kind
    }

    /// Checks the file's marks, then makes or migrates it.
    func prepare(_ database: Database) throws {
        try checkLibrary(database)
        let version = try version(of: database)
        if version > kind.migrations.count {
            throw StoreFault.newerSchema(found: version, known: kind.migrations.count)
        }
        if version == 0 { try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
        // What cannot be had again outlives a power cut, too, for a wait at every commit.
        let synchronous = kind.damage == .leave ? "FULL" : "NORMAL"
        try database.execute(
            sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous); PRAGMA secure_delete = OFF"
        )
        if version < kind.migrations.count { try migrate(database) }
    }

    /// Runs a change in a transaction that also writes the file's mark into the log.
    static func change<Value>(_ database: Database, _ body: () throws -> Value) throws -> Value {
        var value: Value?
        try database.inTransaction(.immediate) {
            value = try body()
            try database.cachedStatement(sql: "UPDATE store SET commits = commits + 1").execute()
            return .commit
        }
        guard let value else { throw StoreFault.damaged(keptAs: nil) }
        return value
    }

    /// The mark that a file got when it was made.
    static func mark(of database: Database) throws -> String? {
        try String.fetchOne(database, sql: "SELECT mark FROM store")
    }

    private func checkLibrary(_ database: Database) throws {
        let version = try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""
        let parts = version.split(separator: ".").compactMap { Int($0) }
        guard parts.count >= 2, (parts[0], parts[1]) >= (3, 37) else {
            throw StoreFault.oldLibrary(version: version)
        }
    }

    /// The version of our schema; 0 for a file without content.
    private func version(of database: Database) throws -> Int {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        if application == kind.applicationID { return version }
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        guard application == 0, version == 0, tables == 0 else { throw StoreFault.foreign }
        return 0
    }

    private func migrate(_ database: Database) throws {
        for number in 1...kind.migrations.count {
            try database.inTransaction(.immediate) {
                guard try Int.fetchOne(database, sql: "PRAGMA user_version") == number - 1 else { return .commit }
                if number == 1 { try begin(database) }
                try kind.migrations[number - 1].apply(database)
                try database.execute(sql: "PRAGMA user_version = \(number)")
                return .commit
            }
        }
        // So that the mark stands in the file itself from the start.
        try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func begin(_ database: Database) throws {
        try database.execute(
            sql: """
                PRAGMA application_id = \(kind.applicationID);
                CREATE TABLE store (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    mark TEXT NOT NULL,
                    commits INTEGER NOT NULL
                ) STRICT;
                INSERT INTO store VALUES (1, hex(randomblob(16)), 0);
                """
        )
    }
}
