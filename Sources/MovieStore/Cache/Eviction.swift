import GRDB

/// Removes rows in steps that are small enough for other processes to get their turn.
enum Eviction {
    /// Milliseconds for which an answer that may not be given any more is still worth asking about (`ETag`).
    static let worthConfirming = 7 * 86_400_000
    /// How far ahead of the clock a time may stand before it counts as wrong.
    static let clockSlack = 86_400_000

    /// Removes some answers of a source, or of all; gives their number, 0 when none are left.
    static func remove(atMost count: Int, of source: String?, from database: Database, limit: Int) throws -> Int {
        let removed = try StoreSchema.change(database) {
            try database.execute(
                sql: """
                    DELETE FROM responses WHERE hash IN
                        (SELECT hash FROM responses WHERE ?1 IS NULL OR source = ?1 LIMIT ?2)
                    """,
                arguments: [source, count]
            )
            return database.changesCount
        }
        try giveBack(database, limit: limit)
        return removed
    }

    /// Removes answers that are past every use, or that came from a clock which ran ahead.
    static func removePast(_ now: Int, from database: Database) throws {
        try StoreSchema.change(database) {
            try database.execute(
                sql: """
                    DELETE FROM responses WHERE hash IN (
                        SELECT hash FROM responses
                        WHERE stored_at + fresh_for + max(stale_while_revalidate, stale_if_error) < ?1 LIMIT 500)
                    """,
                arguments: [now - worthConfirming]
            )
            try database.execute(
                sql: "UPDATE responses SET last_used = ?1 WHERE last_used > ?2",
                arguments: [now, now + clockSlack]
            )
            try database.execute(
                sql: "DELETE FROM quota WHERE changed_at < ?1",
                arguments: [now - 400 * 86_400_000]
            )
        }
    }

    /// Removes the answers that were not used for longest until nine tenths of the limit are left, if it is passed.
    static func shrink(_ database: Database, to limit: Int) throws {
        if try used(database) > limit {
            while try used(database) > limit / 10 * 9, try removeOldest(64, from: database) > 0 {}
        }
        try giveBack(database, limit: limit)
    }

    /// Bytes of the file that hold something.
    private static func used(_ database: Database) throws -> Int {
        let pages = try pragma("page_count", database) - pragma("freelist_count", database)
        return try pages * pragma("page_size", database)
    }

    private static func removeOldest(_ count: Int, from database: Database) throws -> Int {
        try StoreSchema.change(database) {
            try database.execute(
                sql: "DELETE FROM responses WHERE hash IN (SELECT hash FROM responses ORDER BY last_used LIMIT ?)",
                arguments: [count]
            )
            return database.changesCount
        }
    }

    /// Gives free pages back to the system, but keeps a tenth of the limit for what is written next.
    private static func giveBack(_ database: Database, limit: Int) throws {
        let kept = try max(64, limit / 10 / pragma("page_size", database))
        let free = try pragma("freelist_count", database)
        guard free > kept else { return }
        try database.execute(sql: "PRAGMA incremental_vacuum(\(min(free - kept, 4_096)))")
    }

    private static func pragma(_ name: String, _ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
    }
}
