import GRDB

/// The statements on counted calls.
enum QuotaRow {
    static func used(in period: LocalCounts.Period, of database: Database) throws -> Int {
        let statement = try database.cachedStatement(sql: "SELECT used FROM quota WHERE source = ? AND period = ?")
        return try Int.fetchOne(statement, arguments: [period.source, period.name]) ?? 0
    }

    /// Sets the count, and with the first of a period removes those that are long over.
    static func set(_ used: Int, in period: LocalCounts.Period, at now: Int, of database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO quota (source, period, used, changed_at) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (source, period) DO UPDATE SET used = ?3, changed_at = ?4
                """
        ).execute(arguments: [period.source, period.name, used, now])
        guard used == 1 else { return }
        try database.execute(
            sql: "DELETE FROM quota WHERE source = ? AND period <> ? AND changed_at < ?",
            arguments: [period.source, period.name, now - 40 * 86_400_000]
        )
    }
}
