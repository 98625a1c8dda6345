import MovieDomain
import SQLite

/// A note as it lies in the file; the reasons are lines of one text.
enum MatchRow {
    private static let columns = "first, second, verdict, author, confidence, reasons, decided_at"

    /// A row; `nil` for one that this version does not understand.
    static func note(_ row: SQLiteRow) throws(SQLiteError) -> MatchNote? {
        guard let first = MovieID(parsing: try row.text(0)), let second = MovieID(parsing: try row.text(1)),
            let verdict = MatchNote.Verdict(rawValue: try row.text(2)),
            let author = MatchNote.Author(rawValue: try row.text(3))
        else { return nil }
        // The user's word counts whatever stands beside it; what is reckoned with the numbers must not overflow.
        return MatchNote(
            IDPair(first, second),
            verdict,
            by: author,
            confidence: min(max(try row.real(4), 0), 1),
            reasons: try row.text(5).split(separator: "\n").map { String($0) },
            at: Timestamp(secondsSinceEpoch: min(max(try row.integer(6), firstSecond), lastSecond))
        )
    }

    /// The years 1 to 9999, which is what RFC 3339 can write.
    private static let firstSecond = -62_135_596_800
    private static let lastSecond = 253_402_300_799

    private static func notes(
        _ sql: String,
        _ values: [SQLiteValue],
        in database: SQLiteConnection
    ) throws(SQLiteError) -> [MatchNote] {
        try database.all(sql, values) { row throws(SQLiteError) in try note(row) }.compactMap(\.self)
    }

    /// The user's notes.
    static func ofUser(in database: SQLiteConnection) throws(SQLiteError) -> [MatchNote] {
        try notes("SELECT \(columns) FROM noted_matches WHERE author = 'user'", [], in: database)
    }

    /// What holds one of `ids`, with verdict `same`.
    static func links(of ids: [MovieID], in database: SQLiteConnection) throws(SQLiteError) -> [MatchNote] {
        var links: [MatchNote] = []
        for id in ids {
            for column in ["first", "second"] {
                let sql = "SELECT \(columns) FROM noted_matches WHERE \(column) = ? AND verdict = 'same'"
                links += try notes(sql, [.text(id.description)], in: database)
            }
        }
        return links
    }

    /// The first `limit` for people, of an id or of all.
    static func list(
        of id: MovieID?,
        limit: Int,
        in database: SQLiteConnection
    ) throws(SQLiteError) -> [MatchNote] {
        let condition = id == nil ? "" : "WHERE first = ?2 OR second = ?2"
        let sql = """
            SELECT \(columns) FROM noted_matches \(condition)
            ORDER BY author DESC, decided_at DESC, first, second LIMIT ?1
            """
        return try notes(sql, [.integer(limit)] + (id.map { [.text($0.description)] } ?? []), in: database)
    }

    /// Puts a note in the place of the pair's former one; the matcher's never replaces the user's.
    static func put(_ note: MatchNote, in database: SQLiteConnection) throws(SQLiteError) {
        try database.run(
            """
            INSERT INTO noted_matches (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (first, second) DO UPDATE SET verdict = excluded.verdict, author = excluded.author,
                confidence = excluded.confidence, reasons = excluded.reasons, decided_at = excluded.decided_at
            WHERE excluded.author = 'user' OR author = 'matcher'
            """,
            [
                .text(note.pair.first.description), .text(note.pair.second.description), .text(note.verdict.rawValue),
                .text(note.author.rawValue), .real(note.confidence), .text(note.reasons.joined(separator: "\n")),
                .integer(note.decidedAt.secondsSinceEpoch),
            ]
        )
    }

    /// Removes an id's notes, or the one with another; how many there were.
    static func remove(
        _ id: MovieID,
        with other: MovieID?,
        from database: SQLiteConnection
    ) throws(SQLiteError) -> Int {
        guard let other else {
            let sql = "DELETE FROM noted_matches WHERE first = ?1 OR second = ?1"
            return try database.run(sql, [.text(id.description)])
        }
        let pair = IDPair(id, other)
        return try database.run(
            "DELETE FROM noted_matches WHERE first = ? AND second = ?",
            [.text(pair.first.description), .text(pair.second.description)]
        )
    }

    /// Removes the matcher's oldest notes past a number.
    static func shrink(to limit: Int, in database: SQLiteConnection) throws(SQLiteError) {
        try database.run(
            """
            DELETE FROM noted_matches WHERE (first, second) IN (
                SELECT first, second FROM noted_matches WHERE author = 'matcher'
                ORDER BY decided_at DESC LIMIT -1 OFFSET ?)
            """,
            [.integer(limit)]
        )
    }
}

/// The user's choice of a source for a field of a film, as it lies in the file.
enum ChoiceRow {
    static func all(of id: MovieID?, in database: SQLiteConnection) throws(SQLiteError) -> [FieldChoice] {
        let choices = try database.all(
            "SELECT id, field, provider FROM choices \(id == nil ? "" : "WHERE id = ?") ORDER BY id, field",
            id.map { [.text($0.description)] } ?? []
        ) { row throws(SQLiteError) -> FieldChoice? in
            guard let id = MovieID(parsing: try row.text(0)), let field = MovieField(rawValue: try row.text(1)) else {
                return nil
            }
            return FieldChoice(id: id, field: field, provider: ProviderID(try row.text(2)))
        }
        return choices.compactMap(\.self)
    }

    static func put(_ choice: FieldChoice, in database: SQLiteConnection) throws(SQLiteError) {
        try database.run(
            "INSERT OR REPLACE INTO choices (id, field, provider) VALUES (?, ?, ?)",
            [.text(choice.id.description), .text(choice.field.rawValue), .text(choice.provider.rawValue)]
        )
    }

    /// Removes the choice of a field, or all of a film; how many there were.
    static func remove(
        _ id: MovieID,
        field: MovieField?,
        from database: SQLiteConnection
    ) throws(SQLiteError) -> Int {
        guard let field else {
            return try database.run("DELETE FROM choices WHERE id = ?", [.text(id.description)])
        }
        return try database.run(
            "DELETE FROM choices WHERE id = ? AND field = ?",
            [.text(id.description), .text(field.rawValue)]
        )
    }
}
