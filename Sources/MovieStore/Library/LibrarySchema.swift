extension StoreFileKind {
    /// The file of what the user said, and of what was found out for him: it may not be lost, so a damaged one is left
    /// as it is.
    package static let library = StoreFileKind(
        name: "library.sqlite",
        applicationID: 0x4D51_4C49,
        migrations: [StoreMigration(sql: decisionSchema), StoreMigration(sql: noteSchema)],
        damage: .leave
    )

    /// Notes about pairs of ids, the smaller id first, and choices of sources; times are seconds since 1970.
    private static let decisionSchema = """
        CREATE TABLE decisions (
            first TEXT NOT NULL,
            second TEXT NOT NULL,
            verdict TEXT NOT NULL CHECK (verdict IN ('same', 'different')),
            author TEXT NOT NULL CHECK (author IN ('user', 'matcher')),
            confidence REAL NOT NULL,
            reasons TEXT NOT NULL,
            decided_at INTEGER NOT NULL,
            PRIMARY KEY (first, second)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX decisions_by_second ON decisions (second);
        CREATE INDEX decisions_in_order ON decisions (author DESC, decided_at DESC);

        CREATE TABLE choices (
            id TEXT NOT NULL,
            field TEXT NOT NULL,
            provider TEXT NOT NULL,
            PRIMARY KEY (id, field)
        ) STRICT, WITHOUT ROWID;
        """

    /// What the matcher found out is no decision of the user's: the table is one of notes.
    private static let noteSchema = """
        ALTER TABLE decisions RENAME TO noted_matches;
        DROP INDEX decisions_by_second;
        DROP INDEX decisions_in_order;
        CREATE INDEX noted_matches_by_second ON noted_matches (second);
        CREATE INDEX noted_matches_in_order ON noted_matches (author DESC, decided_at DESC);
        """
}
