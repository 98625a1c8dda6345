import SQLite

/// What tells one file of ours from another: its name, its mark, and how its schema came to be.
struct StoreFileKind: Sendable {
    /// What happens to a file whose content cannot be right.
    enum Damage: Sendable {
        /// It is moved aside under a name that says so, and a new one is begun: for what can be fetched again.
        case moveAside
        /// It is left as it is, and every use fails: for what cannot be had again.
        case leave
    }

    var name: String
    /// The number that SQLite keeps in the file's head, by which the file is known as ours.
    var applicationID: Int
    var migrations: [StoreMigration]
    var damage: Damage

    /// Whether a name in a folder is one of ours: of a file, of what SQLite puts beside it, or of one that was moved aside.
    static func isOurs(_ name: String) -> Bool {
        name == PrivateFile.trustName || name == ImageFolder.name
            || [StoreFileKind.cache, .library].contains {
                name == $0.name || name.hasPrefix($0.name + "-") || name.hasPrefix($0.name + ".corrupt-")
            }
    }
}

/// One step of a schema, from the version before it to its own.
///
/// It runs in a transaction together with the new version number, so that a process that dies midway leaves the old one.
struct StoreMigration: Sendable {
    var apply: DatabaseWork<Void>

    init(_ apply: @escaping DatabaseWork<Void>) { self.apply = apply }

    init(sql: String) { self.init { database throws(SQLiteError) in try database.execute(sql) } }
}

/// Brings a file to the schema of its kind, and refuses one that is not ours to change.
struct StoreSchema {
    let kind: StoreFileKind

    /// Checks the file's marks, then makes or migrates it.
    func prepare(_ connection: StoreConnection) throws(StoreFault) {
        try checkLibrary(connection)
        let version = try version(of: connection)
        guard version <= kind.migrations.count else {
            throw .newerSchema(found: version, known: kind.migrations.count)
        }
        try connection.use { database throws(SQLiteError) in
            if version == 0 { try database.execute("PRAGMA auto_vacuum = INCREMENTAL") }
            // What cannot be had again outlives a power cut, too, for a wait at every commit.
            let synchronous = kind.damage == .leave ? "FULL" : "NORMAL"
            // What is removed is overwritten by the commit that removes it.
            try database.execute(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous); PRAGMA secure_delete = ON"
            )
            if version < kind.migrations.count { try migrate(database) }
        }
    }

    /// The mark that a file got when it was made.
    static func mark(of database: SQLiteConnection) throws(SQLiteError) -> String? {
        try database.first("SELECT mark FROM store") { row throws(SQLiteError) in try row.text(0) }
    }

    private func checkLibrary(_ connection: StoreConnection) throws(StoreFault) {
        let version = try connection.use { database throws(SQLiteError) in
            try database.first("SELECT sqlite_version()") { row throws(SQLiteError) in try row.text(0) } ?? ""
        }
        let parts = version.split(separator: ".").compactMap { Int($0) }
        guard parts.count >= 2, (parts[0], parts[1]) >= (3, 37) else { throw .oldLibrary(version: version) }
    }

    /// The version of our schema; 0 for a file without content.
    private func version(of connection: StoreConnection) throws(StoreFault) -> Int {
        let (tables, application, version) = try connection.use { database throws(SQLiteError) in
            (
                // The first of all: while SQLite reads the schema it tells a disk that cannot be read from a damaged file,
                // and while it runs a statement it does not.
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
                try kind.migrations[number - 1].apply(database)
                try database.execute("PRAGMA user_version = \(number)")
            }
        }
        // So that the mark stands in the file itself from the start.
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
    /// Runs a change in a transaction that also writes the file's mark into the log.
    func change<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try transaction { () throws(SQLiteError) in
            let value = try body()
            try run("UPDATE store SET commits = commits + 1")
            return value
        }
    }
}
