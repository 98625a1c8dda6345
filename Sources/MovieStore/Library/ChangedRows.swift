import MovieDomain
import SQLite

/// A table of the user's entries, whose changed rows are recorded.
struct RecordedTable: Sendable {
    let name: String
    /// One or two columns.
    let keys: [String]
    /// The values that are restored, in the order of their columns in `changed_rows`, which stays as it is.
    let columns: [String]
    /// The values that are not columns of the table, each for a row of a name.
    var computed: [String: @Sendable (String) -> String] = [:]

    /// The values of a row of this name as expressions, `NULL` for those that the table does not have.
    func values(of row: String) -> [String] {
        let values = columns.map { computed[$0]?(row) ?? "\(row).\($0)" }
        return values + Array(repeating: "NULL", count: Self.mostValues - values.count)
    }

    /// The keys of a row of this name.
    func keys(of row: String) -> String {
        "\(row).\(keys[0]), " + (keys.count > 1 ? "\(row).\(keys[1])" : "''")
    }

    /// The condition that a row of this name is the one that a row of `changed_rows`, of another name, is about.
    func isRow(_ row: String, of record: String) -> String {
        zip(keys, ["first", "second"]).map { "\(row).\($0) = \(record).\($1)" }.joined(separator: " AND ")
    }

    static let mostValues = 7

    /// Films come first, because the other rows are about them.
    static let all = [films, filmIDs, bookmarks, cards, lists, listFilms, matches, choices, history]

    static let films = RecordedTable(
        name: "films",
        keys: ["film"],
        columns: ["title", "titles", "year", "document"]
    )
    static let filmIDs = RecordedTable(name: "film_ids", keys: ["id"], columns: ["film"])
    static let bookmarks = RecordedTable(name: "bookmarks", keys: ["film"], columns: ["added_at", "place"])
    /// A card with its days, which are written after it and removed after it.
    static let cards = RecordedTable(
        name: "cards",
        keys: ["film"],
        columns: ["half_stars", "comment", "changed_at", "days", "tags", "liked", "seen_before"],
        computed: [
            "days": { row in
                """
                (SELECT group_concat(day, char(10)) FROM
                    (SELECT day FROM watched_days WHERE watched_days.film = \(row).film ORDER BY day))
                """
            }
        ]
    )
    static let lists = RecordedTable(name: "lists", keys: ["list"], columns: ["key", "name", "changed_at"])
    static let listFilms = RecordedTable(name: "list_films", keys: ["list", "film"], columns: ["place"])
    static let matches = RecordedTable(
        name: "noted_matches",
        keys: ["first", "second"],
        columns: ["verdict", "author", "confidence", "reasons", "decided_at"]
    )
    static let choices = RecordedTable(name: "choices", keys: ["id", "field"], columns: ["provider", "decided_at"])
    static let history = RecordedTable(
        name: "history",
        keys: ["key"],
        columns: ["query", "searched_at", "count", "place"]
    )
}

/// The rows that the last actions of the user changed, as they were before and after.
///
/// Triggers record them while an action is under way, so that no statement can be forgotten.
extension SQLiteConnection {
    /// The number of actions that can be taken back, and of the rows that are kept for them; one action is always kept.
    private static let mostActions = 10
    private static let mostRows = 1_000_000

    /// Runs the change of an action, and records the rows that it changes; returns the number of the record, if there is one.
    func recording<Value>(
        _ action: LibraryAction,
        at moment: Timestamp,
        _ work: (SQLiteConnection) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> (value: Value, change: Int?) {
        let change = (try integer("SELECT coalesce(max(change), 0) FROM changes") ?? 0) + 1
        try setTriggers(of: change)
        let value = try work(self)
        try removeTriggers()
        try recordOutcome(of: change)
        let rows = try integer("SELECT count(*) FROM changed_rows WHERE change = ?", [.integer(change)]) ?? 0
        guard rows > 0 else { return (value, nil) }
        try run(
            "INSERT INTO changes VALUES (?1, coalesce(?2, ?1), ?3, ?4, ?5)",
            [
                .integer(change), action.firstChange.map { .integer($0) } ?? .null, .text(action.method),
                .integer(moment.secondsSinceEpoch), .integer(rows),
            ]
        )
        try removeOldChanges()
        return (value, change)
    }

    private static let events = [
        ("AFTER INSERT", "NEW", 0), ("BEFORE UPDATE", "OLD", 1), ("BEFORE DELETE", "OLD", 1),
    ]
    private static let noValues = Array(repeating: "NULL", count: RecordedTable.mostValues).joined(separator: ", ")

    private func setTriggers(of change: Int) throws(SQLiteError) {
        // A row that is replaced is removed first, which only then runs the trigger.
        try execute("PRAGMA recursive_triggers = ON")
        for table in RecordedTable.all {
            for (event, row, existed) in Self.events {
                // Not INSERT OR IGNORE: in a trigger, the statement that runs it decides about conflicts.
                try execute(
                    """
                    CREATE TEMP TRIGGER record_\(table.name)_\(event.suffix(6)) \(event) ON main.\(table.name) BEGIN
                        INSERT INTO changed_rows
                        SELECT \(change), '\(table.name)', \(table.keys(of: row)), 0, \(existed),
                            \(existed == 1 ? table.values(of: row).joined(separator: ", ") : Self.noValues)
                        WHERE NOT EXISTS (
                            SELECT 1 FROM changed_rows WHERE change = \(change) AND source = '\(table.name)'
                                AND (first, second) = (\(table.keys(of: row))) AND is_after = 0
                        );
                    END
                    """
                )
            }
        }
    }

    private func removeTriggers() throws(SQLiteError) {
        for table in RecordedTable.all {
            for event in ["INSERT", "UPDATE", "DELETE"] {
                try execute("DROP TRIGGER temp.record_\(table.name)_\(event)")
            }
        }
        try execute("PRAGMA recursive_triggers = OFF")
    }

    /// Records the changed rows as they are now, and forgets those that are as they were.
    private func recordOutcome(of change: Int) throws(SQLiteError) {
        for table in RecordedTable.all {
            // The details of new films go with the films, whatever they are by then.
            let values = table.values(of: "now")
                .map { table.name == RecordedTable.films.name ? "CASE WHEN before.existed THEN \($0) END" : $0 }
                .joined(separator: ", ")
            try run(
                """
                INSERT INTO changed_rows
                SELECT ?1, ?2, before.first, before.second, 1, 1, \(values)
                FROM changed_rows AS before JOIN \(table.name) AS now ON \(table.isRow("now", of: "before"))
                WHERE change = ?1 AND source = ?2 AND is_after = 0
                """,
                [.integer(change), .text(table.name)]
            )
        }
        try run(
            """
            DELETE FROM changed_rows WHERE change = ?1 AND (source, first, second) IN (
                SELECT before.source, before.first, before.second FROM changed_rows AS before
                LEFT JOIN changed_rows AS after ON after.change = ?1 AND after.source = before.source
                    AND after.first = before.first AND after.second = before.second AND after.is_after = 1
                WHERE before.change = ?1 AND before.is_after = 0
                    AND before.existed = (after.change IS NOT NULL) AND \(Self.sameValues))
            """,
            [.integer(change)]
        )
        try run(
            """
            UPDATE store SET last_list = max(last_list, coalesce(
                (SELECT max(first) FROM changed_rows WHERE change = ?1 AND source = 'lists'), 0))
            """,
            [.integer(change)]
        )
    }

    private static let sameValues = (1...RecordedTable.mostValues).map { "before.v\($0) IS after.v\($0)" }
        .joined(separator: " AND ")

    private func removeOldChanges() throws(SQLiteError) {
        let changes = try all("SELECT change, action, row_count FROM changes ORDER BY change DESC") {
            row throws(SQLiteError) in
            (change: try row.integer(0), action: try row.integer(1), rows: try row.integer(2))
        }
        var actions: Set<Int> = []
        var rows = 0
        for (change, action, count) in changes {
            rows += count
            actions.insert(action)
            if actions.count > Self.mostActions || actions.count > 1 && rows > Self.mostRows {
                // No action is kept in part.
                let last = changes.first { $0.action == action }?.change ?? change
                try run("DELETE FROM changed_rows WHERE change <= ?", [.integer(last)])
                try run("DELETE FROM changes WHERE change <= ?", [.integer(last)])
                return
            }
        }
    }

    /// Forgets a query that an import added or that it pushed out, or all of them: a query that is removed is gone.
    func forgetRecordedHistory(_ query: String?) throws(SQLiteError) {
        try run(
            """
            DELETE FROM changed_rows
            WHERE change IN (SELECT change FROM changes) AND source = 'history' AND coalesce(first = ?, 1)
            """,
            [query.map { .text(HistoryEntry.key(of: $0)) } ?? .null]
        )
    }
}

extension StoreFileKind {
    /// What the last actions of the user changed, each in one or several changes, and the rows before and after them.
    ///
    /// `action` is the first change of the action. The columns of the rows have the types of their table.
    static let changeSchema = """
        CREATE TABLE changes (
            change INTEGER PRIMARY KEY,
            action INTEGER NOT NULL,
            method TEXT NOT NULL,
            made_at INTEGER NOT NULL,
            row_count INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE changed_rows (
            change INTEGER NOT NULL,
            source TEXT NOT NULL,
            first ANY NOT NULL,
            second ANY NOT NULL,
            is_after INTEGER NOT NULL,
            existed INTEGER NOT NULL,
            v1 ANY, v2 ANY, v3 ANY, v4 ANY, v5 ANY,
            PRIMARY KEY (change, source, first, second, is_after)
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE store ADD COLUMN last_film INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE store ADD COLUMN last_list INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE choices ADD COLUMN decided_at INTEGER;
        """
}
