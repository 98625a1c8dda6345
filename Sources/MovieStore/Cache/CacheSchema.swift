import GRDB

extension StoreFileKind {
    /// The file of kept answers, counted calls and leases: all of it may be lost at any time.
    package static let cache = StoreFileKind(
        name: "cache.sqlite",
        applicationID: 0x4D51_4341,
        migrations: [StoreMigration(sql: cacheSchema)],
        damage: .moveAside
    )

    /// The first schema, in which times are milliseconds.
    ///
    /// The row of an answer is found by the hash of its key, and is its only if the key is.
    private static let cacheSchema = """
        CREATE TABLE responses (
            hash INTEGER PRIMARY KEY,
            source TEXT NOT NULL,
            identity TEXT NOT NULL,
            status INTEGER NOT NULL,
            headers TEXT NOT NULL,
            stored_at INTEGER NOT NULL,
            fresh_for INTEGER NOT NULL,
            stale_while_revalidate INTEGER NOT NULL,
            stale_if_error INTEGER NOT NULL,
            last_used INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            size INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX responses_by_use ON responses (last_used);
        CREATE INDEX responses_by_source ON responses (source, size);
        CREATE INDEX responses_by_end
            ON responses (stored_at + fresh_for + max(stale_while_revalidate, stale_if_error));

        CREATE TABLE quota (
            source TEXT NOT NULL,
            period TEXT NOT NULL,
            used INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            PRIMARY KEY (source, period)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE leases (
            hash INTEGER PRIMARY KEY,
            owner TEXT NOT NULL,
            ends_at INTEGER NOT NULL
        ) STRICT;
        """
}
