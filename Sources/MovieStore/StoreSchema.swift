import Platform
import SQLite

/// A kind of database file: its name, its application ID, its migrations, and what to do about damage.
package struct StoreFileKind: Sendable {
    /// The treatment of a file whose content cannot be right.
    enum Damage: Sendable {
        /// Move it aside under a name that says so, and begin a new one: for content that can be fetched again.
        case moveAside
        /// Leave it as it is, and let every use fail: for content that cannot be replaced.
        case leave
    }

    var name: String
    /// The number in SQLite's file header that identifies the file as ours.
    var applicationID: Int
    /// The statements that lead from each version of the schema to the next.
    ///
    /// They run in one transaction with the new version number, so that a process that dies midway leaves the old version.
    var migrations: [String]
    var damage: Damage

    /// The folder, beside the cache of the user's own definitions, with the cache of those that are not trusted.
    package static let untrustedFolder = "untrusted"

    /// Whether a name in a folder is ours: one of our files or folders, one of SQLite's files, or a file that was moved
    /// aside.
    static func isOurs(_ name: String) -> Bool {
        [PrivateFile.trustName, PrivateFile.tableName, ImageFolder.name, untrustedFolder].contains(name)
            || [StoreFileKind.cache, .library].contains {
                name == $0.name || name.hasPrefix(scalars: $0.name + "-")
                    || name.hasPrefix(scalars: $0.name + ".corrupt-")
            }
    }
}

/// Brings a file to the schema of its kind, and refuses a file that we must not change.
struct StoreSchema {
    let kind: StoreFileKind

    /// Checks the version of SQLite and the origin of the file, then creates or migrates the schema.
    func prepare(_ connection: StoreConnection) throws(StoreFault) {
        let version = try knownVersion(of: connection)
        try connection.use { database throws(SQLiteError) in
            if version == 0 { try database.execute("PRAGMA auto_vacuum = INCREMENTAL") }
            // Irreplaceable content must survive a power cut, too, at the price of a wait at every commit.
            let synchronous = kind.damage == .leave ? "FULL" : "NORMAL"
            // The commit that removes content overwrites it.
            try database.execute(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous); PRAGMA secure_delete = ON"
            )
            if version < kind.migrations.count { try migrate(database) }
        }
    }

    /// Checks a file that may not be written as ``prepare(_:)`` does; a file of an older schema cannot be read.
    func check(_ connection: StoreConnection) throws(StoreFault) {
        guard try knownVersion(of: connection) == kind.migrations.count else { throw .readOnly }
    }

    /// Refuses a file that has got a newer schema since it was opened.
    func checkVersion(of connection: StoreConnection) throws(StoreFault) {
        let version = try connection.use { database throws(SQLiteError) in
            try database.integer("PRAGMA user_version") ?? 0
        }
        if version > kind.migrations.count { throw .newerSchema(found: version, known: kind.migrations.count) }
    }

    private func knownVersion(of connection: StoreConnection) throws(StoreFault) -> Int {
        try checkLibrary(connection)
        let version = try version(of: connection)
        try checkVersion(of: connection)
        return version
    }

    /// Returns the mark that the file got when it was created.
    static func mark(of database: SQLiteConnection) throws(SQLiteError) -> String? {
        try database.first("SELECT mark FROM store") { row throws(SQLiteError) in try row.text(0) }
    }

    private func checkLibrary(_ connection: StoreConnection) throws(StoreFault) {
        let version = try connection.use { database throws(SQLiteError) in
            try database.first("SELECT sqlite_version()") { row throws(SQLiteError) in try row.text(0) } ?? ""
        }
        let parts = version.split(scalar: ".").compactMap { Int($0) }
        guard parts.count >= 2, (parts[0], parts[1]) >= (3, 37) else { throw .oldLibrary(version: version) }
    }

    /// Returns the version of our schema; 0 for a file without content.
    private func version(of connection: StoreConnection) throws(StoreFault) -> Int {
        let (tables, application, version) = try connection.use { database throws(SQLiteError) in
            (
                // This must be first: SQLite tells an unreadable disk from a damaged file while it reads the schema,
                // but not while it runs a statement.
                try database.integer("SELECT count(*) FROM sqlite_master"),
                try database.integer("PRAGMA application_id"), try database.integer("PRAGMA user_version") ?? 0
            )
        }
        if application == kind.applicationID { return version }
        guard application == 0, version == 0, tables == 0 else { throw .foreign }
        return 0
    }

    private func migrate(_ database: SQLiteConnection) throws(SQLiteError) {
        for number in 1...kind.migrations.count {
            try database.transaction { () throws(SQLiteError) in
                // Another process may have been quicker.
                guard try database.integer("PRAGMA user_version") == number - 1 else { return }
                if number == 1 { try begin(database) }
                try database.execute(kind.migrations[number - 1])
                try database.execute("PRAGMA user_version = \(number)")
            }
        }
        // This puts the mark into the file itself from the start.
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func begin(_ database: SQLiteConnection) throws(SQLiteError) {
        try database.execute(
            """
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

extension SQLiteConnection {
    /// Runs a change in a transaction that also counts the commit, which writes the file's mark into the log.
    func change<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try transaction { () throws(SQLiteError) in
            let value = try body()
            try run("UPDATE store SET commits = commits + 1")
            return value
        }
    }
}
