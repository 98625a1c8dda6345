import GRDB
import MovieDomain

/// A note as it lies in the file; the reasons are lines of one text.
enum NotedMatchRow {
    private static let columns = "first, second, verdict, author, confidence, reasons, decided_at"

    /// A row; `nil` for one that this version does not understand.
    static func note(_ row: Row) -> NotedMatch? {
        guard let first = MovieID(parsing: row["first"]), let second = MovieID(parsing: row["second"]),
            let verdict = NotedMatch.Verdict(rawValue: row["verdict"]),
            let author = NotedMatch.Author(rawValue: row["author"])
        else { return nil }
        let reasons: String = row["reasons"]
        return NotedMatch(
            IDPair(first, second),
            verdict,
            by: author,
            confidence: row["confidence"],
            reasons: reasons.split(separator: "\n").map { String($0) },
            at: Timestamp(secondsSinceEpoch: row["decided_at"])
        )
    }

    /// The user's notes.
    static func ofUser(in database: Database) throws -> [NotedMatch] {
        let sql = "SELECT \(columns) FROM noted_matches WHERE author = 'user'"
        return try Row.fetchAll(try database.cachedStatement(sql: sql)).compactMap(note)
    }

    /// What holds one of `ids`, with verdict `same`.
    static func links(of ids: [MovieID], in database: Database) throws -> [NotedMatch] {
        let first = try database.cachedStatement(
            sql: "SELECT \(columns) FROM noted_matches WHERE first = ? AND verdict = 'same'"
        )
        let second = try database.cachedStatement(
            sql: "SELECT \(columns) FROM noted_matches WHERE second = ? AND verdict = 'same'"
        )
        return try ids.flatMap { id in
            try [first, second].flatMap { try Row.fetchAll($0, arguments: [id.description]).compactMap(note) }
        }
    }

    /// The first `limit` for people, of an id or of all.
    static func list(of id: MovieID?, limit: Int, in database: Database) throws -> [NotedMatch] {
        let condition = id == nil ? "" : "WHERE first = :id OR second = :id"
        let sql = """
            SELECT \(columns) FROM noted_matches \(condition)
            ORDER BY author DESC, decided_at DESC, first, second LIMIT :limit
            """
        var arguments: StatementArguments = ["limit": limit]
        if let id { _ = arguments.append(contentsOf: ["id": id.description]) }
        return try Row.fetchAll(try database.cachedStatement(sql: sql), arguments: arguments).compactMap(note)
    }

    /// Puts a note in the place of the pair's former one; the matcher's never replaces the user's.
    static func put(_ note: NotedMatch, in database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO noted_matches (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (first, second) DO UPDATE SET verdict = excluded.verdict, author = excluded.author,
                    confidence = excluded.confidence, reasons = excluded.reasons, decided_at = excluded.decided_at
                WHERE excluded.author = 'user' OR author = 'matcher'
                """
        ).execute(arguments: [
            note.pair.first.description, note.pair.second.description, note.verdict.rawValue,
            note.author.rawValue, note.confidence, note.reasons.joined(separator: "\n"),
            note.decidedAt.secondsSinceEpoch,
        ])
    }

    /// Removes an id's notes, or the one with another; how many there were.
    static func remove(_ id: MovieID, with other: MovieID?, from database: Database) throws -> Int {
        if let other {
            let pair = IDPair(id, other)
            try database.execute(
                sql: "DELETE FROM noted_matches WHERE first = ? AND second = ?",
                arguments: [pair.first.description, pair.second.description]
            )
        } else {
            try database.execute(
                sql: "DELETE FROM noted_matches WHERE first = :id OR second = :id",
                arguments: ["id": id.description]
            )
        }
        return database.changesCount
    }

    /// Removes the matcher's oldest notes past a number.
    static func shrink(to limit: Int, in database: Database) throws {
        try database.cachedStatement(
            sql: """
                DELETE FROM noted_matches WHERE (first, second) IN (
                    SELECT first, second FROM noted_matches WHERE author = 'matcher'
                    ORDER BY decided_at DESC LIMIT -1 OFFSET ?)
                """
        ).execute(arguments: [limit])
    }
}
