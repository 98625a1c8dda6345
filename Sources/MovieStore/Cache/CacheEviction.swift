import SQLite

/// Removes rows in steps that are small enough for other processes to get their turn.
enum CacheEviction {
    /// Milliseconds for which an answer that may not be given any more is still worth asking about (`ETag`).
    static let worthConfirming = 7 * 86_400_000
    /// How far ahead of the clock a time may stand before it counts as wrong.
    static let clockSlack = 86_400_000

    /// Removes some answers of a source, or of all; gives their number, 0 when none are left.
    static func remove(
        atMost count: Int,
        of source: String?,
        from database: SQLiteConnection,
        limit: Int
    ) throws(SQLiteError) -> Int {
        let removed = try database.change { () throws(SQLiteError) in
            try database.run(
                """
                DELETE FROM responses WHERE hash IN
                    (SELECT hash FROM responses WHERE ?1 IS NULL OR source = ?1 LIMIT ?2)
                """,
                [source.map { .text($0) } ?? .null, .integer(count)]
            )
        }
        try giveBack(database, limit: limit)
        return removed
    }

    /// Writes the whole file anew, and then lets go of the log, in which it was written.
    static func writeAnew(_ database: SQLiteConnection) throws(SQLiteError) {
        try database.execute("VACUUM")
        try database.emptyLog()
    }

    /// Removes answers, counts and claims that are past every use, or that came from a clock which ran ahead.
    static func removePast(_ now: Int, from database: SQLiteConnection) throws(SQLiteError) {
        try database.change { () throws(SQLiteError) in
            try database.run(
                """
                DELETE FROM responses WHERE hash IN (
                    SELECT hash FROM responses
                    WHERE stored_at + fresh_for + max(stale_while_revalidate, stale_if_error) < ?1 LIMIT 500)
                """,
                [.integer(now - worthConfirming)]
            )
            try database.run(
                "UPDATE responses SET last_used = ?1 WHERE last_used > ?2",
                [.integer(now), .integer(now + clockSlack)]
            )
            try database.run("DELETE FROM quota WHERE changed_at < ?1", [.integer(now - 400 * 86_400_000)])
            // Those of processes that ended without ending them, or whose clock ran ahead.
            try database.run(
                "DELETE FROM leases WHERE ends_at <= ?1 OR ends_at > ?2",
                [.integer(now), .integer(now + LeaseRow.longest)]
            )
        }
    }

    /// Removes the answers that were not used for longest until nine tenths of the limit are left, if it is passed.
    static func shrink(_ database: SQLiteConnection, to limit: Int) throws(SQLiteError) {
        if try used(database) > limit {
            while try used(database) > limit / 10 * 9, try removeOldest(64, from: database) > 0 {}
        }
        try giveBack(database, limit: limit)
    }

    /// Bytes of the file that hold something.
    private static func used(_ database: SQLiteConnection) throws(SQLiteError) -> Int {
        let pages = try pragma("page_count", database) - pragma("freelist_count", database)
        return try pages * pragma("page_size", database)
    }

    private static func removeOldest(_ count: Int, from database: SQLiteConnection) throws(SQLiteError) -> Int {
        try database.change { () throws(SQLiteError) in
            try database.run(
                "DELETE FROM responses WHERE hash IN (SELECT hash FROM responses ORDER BY last_used LIMIT ?)",
                [.integer(count)]
            )
        }
    }

    /// Gives free pages back to the system, but keeps a tenth of the limit for what is written next.
    private static func giveBack(_ database: SQLiteConnection, limit: Int) throws(SQLiteError) {
        let kept = try max(64, limit / 10 / max(512, pragma("page_size", database)))
        let free = try pragma("freelist_count", database)
        guard free > kept else { return }
        try database.execute("PRAGMA incremental_vacuum(\(min(free - kept, 4_096)))")
    }

    /// A number of the file's head; all of them have 32 bits.
    private static func pragma(_ name: String, _ database: SQLiteConnection) throws(SQLiteError) -> Int {
        try database.integer("PRAGMA \(name)") ?? 0
    }
}
