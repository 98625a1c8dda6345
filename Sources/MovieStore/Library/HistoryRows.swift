import MovieDomain
import SQLite

/// The queries in the library.
extension SQLiteConnection {
    func history(prefix: String, limit: Int) throws(SQLiteError) -> [HistoryEntry] {
        try all(
            """
            SELECT query, searched_at, count FROM history WHERE substr(key, 1, length(?1)) = ?1
            ORDER BY searched_at DESC, place DESC LIMIT ?2
            """,
            [.text(HistoryEntry.key(of: prefix)), .integer(limit)]
        ) { row throws(SQLiteError) in
            HistoryEntry(
                query: try row.text(0),
                searchedAt: Timestamp(storedSeconds: try row.integer(1)),
                count: try row.integer(2)
            )
        }
    }

    /// Adds a query, or adds to the count of a known one; a new one that it continues, as a user types, is removed.
    func put(_ entry: HistoryEntry) throws(SQLiteError) {
        try run(
            """
            DELETE FROM history WHERE count = 1 AND searched_at BETWEEN ?2 - 10 AND ?2
                AND length(key) < length(?1) AND key = substr(?1, 1, length(key))
            """,
            [.text(HistoryEntry.key(of: entry.query)), .integer(entry.searchedAt.secondsSinceEpoch)]
        )
        try run(
            """
            INSERT OR REPLACE INTO history (key, query, searched_at, count)
            SELECT ?1, ?2, max(?3, coalesce(max(searched_at), ?3)), min(?4 + coalesce(max(count), 0), 1000000000)
            FROM history WHERE key = ?1
            """,
            values(of: entry)
        )
    }

    /// Adds a query from an export, and returns whether that changed something; of a known query, the newest search and the
    /// larger count stay.
    func add(_ entry: HistoryEntry) throws(SQLiteError) -> Bool {
        try run(
            """
            INSERT INTO history (key, query, searched_at, count) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (key) DO UPDATE SET
                query = CASE WHEN (excluded.searched_at, query) > (searched_at, excluded.query)
                    THEN excluded.query ELSE query END,
                searched_at = max(searched_at, excluded.searched_at), count = max(count, excluded.count)
            WHERE (excluded.searched_at, query) > (searched_at, excluded.query) OR excluded.count > count
            """,
            values(of: entry)
        ) > 0
    }

    /// Removes one query or all of them, and returns their number.
    func removeHistory(_ query: String?) throws(SQLiteError) -> Int {
        guard let query else { return try run("DELETE FROM history") }
        return try run("DELETE FROM history WHERE key = ?", [.text(HistoryEntry.key(of: query))])
    }

    private func values(of entry: HistoryEntry) -> [SQLiteValue] {
        [
            .text(HistoryEntry.key(of: entry.query)), .text(entry.query),
            .integer(entry.searchedAt.secondsSinceEpoch), .integer(entry.count),
        ]
    }

    /// Removes the oldest queries beyond the limit.
    func shrinkHistory() throws(SQLiteError) {
        try run(
            """
            DELETE FROM history WHERE place IN
                (SELECT place FROM history ORDER BY searched_at DESC, place DESC LIMIT -1 OFFSET ?)
            """,
            [.integer(Library.longestHistory)]
        )
    }
}
