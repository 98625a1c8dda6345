package import MovieDomain
import Platform
import SQLite
import Synchronization

extension LibraryFile: MatchStore {
    package var now: Timestamp { Timestamp(secondsSinceEpoch: settings.wallClock.seconds) }

    package func corrections() async -> Corrections { await current()?.corrections ?? .none }

    package func links(of ids: [MovieID]) async -> [MatchNote] {
        // Before the file is read: what is no longer waiting then is in the file.
        let newer = waiting.withLock { $0.notes(about: ids) }
        let found = await reads.run(within: settings.busyTimeout) { database throws(SQLiteError) in
            try database.links(of: ids)
        }
        let replaced = Set(newer.map(\.pair))
        let older = (found ?? []).filter { $0.author == .user || !replaced.contains($0.pair) }
        return (older + newer).sorted(by: MatchNote.isSurer)
    }

    package func remember(_ notes: [MatchNote]) {
        if learns, mostRemembered > 0, !notes.isEmpty { writeLater { $0.add(notes) } }
    }

    package func notes(about id: MovieID?, limit: Int) async throws(LibraryError) -> [MatchNote] {
        try await reading { database throws(SQLiteError) in try database.notes(about: id, limit: limit) }
    }

    package func choices(for id: MovieID?) async throws(LibraryError) -> [FieldChoice] {
        try await reading { database throws(SQLiteError) in try database.choices(for: id) }
    }

    package func correct(_ note: MatchNote) async throws(LibraryError) {
        let conflict = try await changing { database throws(SQLiteError) -> CorrectionConflict? in
            // Within the transaction, so that no other process can add a contrary correction in between.
            let corrections = try database.corrections()
            do throws(CorrectionConflict) {
                try corrections.check(note.pair, note.verdict)
            } catch {
                return error
            }
            try database.put(note)
            return nil
        }
        if let conflict { throw .conflict(conflict) }
        waiting.withLock { $0.remove(note.pair) }
    }

    package func choose(_ choice: FieldChoice) async throws(LibraryError) {
        try await changing { database throws(SQLiteError) in try database.put(choice) }
    }

    package func forget(_ id: MovieID, with other: MovieID?, field: MovieField?) async throws(LibraryError) -> Int {
        waiting.withLock { $0.forgetWritten() }
        return try await changing { database throws(SQLiteError) in
            let notes = field == nil ? try database.removeNotes(about: id, with: other) : 0
            return notes + (other == nil ? try database.removeChoices(for: id, field: field) : 0)
        }
    }
}

// MARK: - Rows

/// The notes about matches in the library; the reasons of a note are the lines of one text.
extension SQLiteConnection {
    private static let noteColumns = "first, second, verdict, author, confidence, reasons, decided_at"

    private func notes(_ rest: String, _ values: [SQLiteValue] = []) throws(SQLiteError) -> [MatchNote] {
        try all("SELECT \(Self.noteColumns) FROM noted_matches \(rest)", values) { row throws(SQLiteError) in
            try MatchNote(row)
        }.compactMap(\.self)
    }

    func corrections() throws(SQLiteError) -> Corrections {
        Corrections(try notes("WHERE author = 'user'"), choices: try choices(for: nil))
    }

    /// Returns the notes that contain one of `ids`, except the user's splits, which are corrections.
    func links(of ids: [MovieID]) throws(SQLiteError) -> [MatchNote] {
        var links: [MatchNote] = []
        let most = 64
        let places = (1...most).map { "?\($0)" }.joined(separator: ", ")
        for start in stride(from: 0, to: ids.count, by: most) {
            let part = ids[start..<min(start + most, ids.count)].map { SQLiteValue.text($0.description) }
            // One text for any number of ids, so that the statement is compiled once.
            links += try notes(
                "WHERE (verdict = 'same' OR author = 'matcher') AND (first IN (\(places)) OR second IN (\(places)))",
                part + repeatElement(.null, count: most - part.count)
            )
        }
        return links
    }

    /// Returns the first `limit` notes in the order of a listing, about one id or all.
    func notes(about id: MovieID?, limit: Int) throws(SQLiteError) -> [MatchNote] {
        let condition = id == nil ? "" : "WHERE first = ?2 OR second = ?2"
        return try notes(
            "\(condition) ORDER BY author DESC, decided_at DESC, first, second LIMIT ?1",
            [.integer(limit)] + (id.map { [.text($0.description)] } ?? [])
        )
    }

    /// Replaces the pair's note; a note of the matcher never replaces the user's.
    func put(_ note: MatchNote) throws(SQLiteError) {
        try run(
            """
            INSERT INTO noted_matches (\(Self.noteColumns)) VALUES (?, ?, ?, ?, ?, ?, ?)
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

    /// Removes the notes about an id, or only the one with another id; returns their number.
    func removeNotes(about id: MovieID, with other: MovieID?) throws(SQLiteError) -> Int {
        guard let other else {
            return try run("DELETE FROM noted_matches WHERE first = ?1 OR second = ?1", [.text(id.description)])
        }
        let pair = IDPair(id, other)
        return try run(
            "DELETE FROM noted_matches WHERE first = ? AND second = ?",
            [.text(pair.first.description), .text(pair.second.description)]
        )
    }

    /// Removes the matcher's oldest notes beyond `limit`.
    func shrinkNotes(to limit: Int) throws(SQLiteError) {
        try run(
            """
            DELETE FROM noted_matches WHERE (first, second) IN (
                SELECT first, second FROM noted_matches WHERE author = 'matcher'
                ORDER BY decided_at DESC LIMIT -1 OFFSET ?)
            """,
            [.integer(limit)]
        )
    }
}

extension MatchNote {
    /// `nil` for a row that this version does not understand.
    fileprivate init?(_ row: SQLiteRow) throws(SQLiteError) {
        guard let first = MovieID(parsing: try row.text(0)), let second = MovieID(parsing: try row.text(1)),
            let verdict = Verdict(rawValue: try row.text(2)), let author = Author(rawValue: try row.text(3))
        else { return nil }
        // A correction is valid whatever its other values are; clamp the numbers, so that calculations don't overflow.
        self.init(
            IDPair(first, second),
            verdict,
            by: author,
            confidence: min(max(try row.real(4), 0), 1),
            reasons: try row.text(5).split(scalar: "\n").map { String($0) },
            at: Timestamp(storedSeconds: try row.integer(6))
        )
    }
}

/// The user's choices of a source for a field of a film, in the library.
extension SQLiteConnection {
    func choices(for id: MovieID?) throws(SQLiteError) -> [FieldChoice] {
        try all(
            "SELECT id, field, provider, decided_at FROM choices \(id == nil ? "" : "WHERE id = ?") ORDER BY id, field",
            id.map { [.text($0.description)] } ?? []
        ) { row throws(SQLiteError) -> FieldChoice? in
            guard let id = MovieID(parsing: try row.text(0)), let field = MovieField(name: try row.text(1)) else {
                return nil
            }
            let decidedAt = try row.optionalInteger(3).map(Timestamp.init(storedSeconds:))
            return FieldChoice(
                id: id,
                field: field,
                provider: ProviderID(try row.text(2)),
                decidedAt: decidedAt
            )
        }.compactMap(\.self)
    }

    func put(_ choice: FieldChoice) throws(SQLiteError) {
        try run(
            """
            INSERT INTO choices (id, field, provider, decided_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (id, field) DO UPDATE SET provider = excluded.provider, decided_at = excluded.decided_at
            """,
            [
                .text(choice.id.description), .text(choice.field.name), .text(choice.provider.rawValue),
                choice.decidedAt.map { .integer($0.secondsSinceEpoch) } ?? .null,
            ]
        )
    }

    /// Removes the choice for a field, or all choices for a film; returns their number.
    func removeChoices(for id: MovieID, field: MovieField?) throws(SQLiteError) -> Int {
        try run(
            "DELETE FROM choices WHERE id = ?" + (field == nil ? "" : " AND field = ?"),
            [.text(id.description)] + (field.map { [.text($0.name)] } ?? [])
        )
    }
}
