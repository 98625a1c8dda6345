import SQLite

/// Removal of expired and excess rows, in steps small enough for other processes to get their turn.
extension SQLiteConnection {
    /// Removes some answers of a source, or of all; returns their number, 0 if none are left.
    func removeAnswers(atMost count: Int, of source: String?, sizeLimit: Int) throws(SQLiteError) -> Int {
        let removed = try change { () throws(SQLiteError) in
            try run(
                """
                DELETE FROM responses WHERE hash IN
                    (SELECT hash FROM responses WHERE ?1 IS NULL OR source = ?1 LIMIT ?2)
                """,
                [source.map { .text($0) } ?? .null, .integer(count)]
            )
        }
        try giveBackPages(sizeLimit: sizeLimit)
        return removed
    }

    /// Rewrites the whole file, and then empties the log that the new content passed through.
    func writeAnew() throws(SQLiteError) {
        try execute("VACUUM")
        try emptyLog()
    }

    /// Removes expired answers, counts, and leases, and repairs times from a clock that ran ahead.
    func removePast(_ now: Int) throws(SQLiteError) {
        let day = 86_400_000
        try change { () throws(SQLiteError) in
            // For a week, an answer that is too old to give can still be confirmed (`ETag`).
            try run(
                """
                DELETE FROM responses WHERE hash IN (
                    SELECT hash FROM responses
                    WHERE stored_at + fresh_for + max(stale_while_revalidate, stale_if_error) < ?1 LIMIT 500)
                """,
                [.integer(now - 7 * day)]
            )
            // A time more than a day ahead of the clock is wrong.
            try run(
                "UPDATE responses SET last_used = ?1 WHERE last_used > ?2",
                [.integer(now), .integer(now + day)]
            )
            try run("DELETE FROM quota WHERE changed_at < ?1", [.integer(now - 400 * day)])
            // Leases of processes that ended without releasing them, or whose clock ran ahead.
            try run(
                "DELETE FROM leases WHERE ends_at <= ?1 OR ends_at > ?2",
                [.integer(now), .integer(now + Self.longestLease)]
            )
        }
    }

    /// If the file exceeds the limit, removes the least recently used answers until nine tenths of the limit are used.
    func shrink(to sizeLimit: Int) throws(SQLiteError) {
        if try usedBytes() > sizeLimit {
            while try usedBytes() > sizeLimit / 10 * 9, try removeOldest(64) > 0 {}
        }
        try giveBackPages(sizeLimit: sizeLimit)
    }

    /// Returns the used bytes of the file.
    private func usedBytes() throws(SQLiteError) -> Int {
        try (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")
    }

    private func removeOldest(_ count: Int) throws(SQLiteError) -> Int {
        try change { () throws(SQLiteError) in
            try run(
                "DELETE FROM responses WHERE hash IN (SELECT hash FROM responses ORDER BY last_used LIMIT ?)",
                [.integer(count)]
            )
        }
    }

    /// Returns free pages to the system, but keeps a tenth of the limit for the next writes.
    private func giveBackPages(sizeLimit: Int) throws(SQLiteError) {
        let kept = try max(64, sizeLimit / 10 / max(512, pragma("page_size")))
        let free = try pragma("freelist_count")
        guard free > kept else { return }
        try execute("PRAGMA incremental_vacuum(\(min(free - kept, 4_096)))")
    }

    /// Returns a 32-bit number from the file's header.
    private func pragma(_ name: String) throws(SQLiteError) -> Int { try integer("PRAGMA \(name)") ?? 0 }
}
