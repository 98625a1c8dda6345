import GRDB

/// The statements on claims.
enum LeaseRow {
    /// Takes a claim, unless another one stands; whether it was taken.
    static func claim(
        _ hash: Int64,
        of owner: String,
        for milliseconds: Int,
        at now: Int,
        in database: Database
    ) throws -> Bool {
        // A claim that ends later than any could was made while the clock ran ahead.
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO leases (hash, owner, ends_at) VALUES (?1, ?2, ?3)
                ON CONFLICT (hash) DO UPDATE SET owner = ?2, ends_at = ?3 WHERE ends_at <= ?4 OR ends_at > ?5
                """
        )
        try statement.execute(arguments: [hash, owner, now + milliseconds, now, now + longest])
        return database.changesCount > 0
    }

    /// Ends a claim, if it is this owner's.
    static func release(_ hash: Int64, of owner: String, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM leases WHERE hash = ? AND owner = ?")
            .execute(arguments: [hash, owner])
    }

    /// Removes the claims of processes that ended without ending them.
    static func removeEnded(at now: Int, from database: Database) throws {
        try database.execute(
            sql: "DELETE FROM leases WHERE ends_at <= ? OR ends_at > ?",
            arguments: [now, now + longest]
        )
    }

    /// No claim is longer than a minute: calls end sooner.
    static let longest = 60_000
}
