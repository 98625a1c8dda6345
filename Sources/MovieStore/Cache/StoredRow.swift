import Foundation
import GRDB
import Upstream

/// The statements on kept answers.
struct StoredRow: Sendable {
    /// Milliseconds by which the time of use may lag behind.
    static let useGrain = 600_000

    var response: StoredResponse
    var lastUsed: Int

    /// The kept answer of a key.
    static func fetch(_ key: ResponseKey, hash: Int64, from database: Database) throws -> StoredRow? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(StoredResponse.columns), last_used FROM responses
                WHERE hash = ? AND source = ? AND identity = ?
                """
        )
        let rows = try Row.fetchCursor(statement, arguments: [hash, key.source, key.identity])
        guard let row = try rows.next() else { return nil }
        return StoredRow(
            response: try StoredResponse(row: row, of: key),
            lastUsed: try row.decode(Int.self, atIndex: 8)
        )
    }

    /// Whether an answer lies there that was stored after a moment, or any where it is `nil`.
    static func isStored(_ key: ResponseKey, after moment: Int?, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT 1 FROM responses WHERE hash = ? AND source = ? AND identity = ? AND stored_at > ?"
        )
        let arguments: StatementArguments = [key.hash, key.source, key.identity, moment ?? .min]
        return try Row.fetchOne(statement, arguments: arguments) != nil
    }

    /// Writes an answer over what its row held.
    static func store(_ response: StoredResponse, for key: ResponseKey, at now: Int, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT OR REPLACE INTO responses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        try statement.execute(arguments: [
            key.hash, key.source, key.identity, response.status, response.headers.stored, response.storedAt,
            response.freshFor, response.staleWhileRevalidate, response.staleIfError, now,
            response.checksum(for: key), response.body.count, Data(response.body),
        ])
    }

    /// Notes that a row was used.
    static func use(_ hash: Int64, at now: Int, in database: Database) throws {
        try database.cachedStatement(sql: "UPDATE responses SET last_used = ? WHERE hash = ?")
            .execute(arguments: [now, hash])
    }

    /// Answers and bytes by source, from an index alone.
    static func sizes(in database: Database) throws -> [String: StoredSize] {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT source, count(*), sum(size) FROM responses GROUP BY source"
        )
        var sizes: [String: StoredSize] = [:]
        while let row = try rows.next() {
            sizes[try row.decode(String.self, atIndex: 0)] = StoredSize(
                answers: try row.decode(Int.self, atIndex: 1),
                bytes: try row.decode(Int.self, atIndex: 2)
            )
        }
        return sizes
    }
}
