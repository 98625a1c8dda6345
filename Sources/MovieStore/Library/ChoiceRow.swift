import GRDB
import MovieDomain

/// The user's choice of a source for a field of a film, as it lies in the file.
enum ChoiceRow {
    static func all(of id: MovieID?, in database: Database) throws -> [FieldChoice] {
        let condition = id == nil ? "" : "WHERE id = ?"
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT id, field, provider FROM choices \(condition) ORDER BY id, field",
            arguments: id.map { [$0.description] } ?? []
        )
        return rows.compactMap { row in
            guard let id = MovieID(parsing: row["id"]), let field = MovieField(rawValue: row["field"]) else {
                return nil
            }
            return FieldChoice(id: id, field: field, provider: ProviderID(row["provider"]))
        }
    }

    static func put(_ choice: FieldChoice, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO choices (id, field, provider) VALUES (?, ?, ?)",
            arguments: [choice.id.description, choice.field.rawValue, choice.provider.rawValue]
        )
    }

    /// Removes the choice of a field, or all of a film; how many there were.
    static func remove(_ id: MovieID, field: MovieField?, from database: Database) throws -> Int {
        if let field {
            try database.execute(
                sql: "DELETE FROM choices WHERE id = ? AND field = ?",
                arguments: [id.description, field.rawValue]
            )
        } else {
            try database.execute(sql: "DELETE FROM choices WHERE id = ?", arguments: [id.description])
        }
        return database.changesCount
    }
}
