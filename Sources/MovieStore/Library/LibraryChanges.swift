import MovieDomain
import SQLite
import Synchronization

/// The changes of the content, which triggers note, so that no change is forgotten and equal content is none.
extension SQLiteConnection {
    /// The revision of the content: the number of changes that were ever noted.
    func revision() throws(SQLiteError) -> Int { try integer("SELECT coalesce(max(revision), 0) FROM revisions") ?? 0 }

    /// Runs a change of the library, and notes the author of what it changes; returns the revisions before and after.
    func noting<Value>(
        author: Int,
        _ change: () throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> (value: Value, before: Int, after: Int) {
        let before = try revision()
        let value = try change()
        let after = try revision()
        if after > before {
            try run("UPDATE revisions SET author = ? WHERE revision > ?", [.integer(author), .integer(before)])
        }
        return (value, before, after)
    }

    /// Returns what has changed since a revision, and was not changed by `author`; no parts if nothing has.
    func changes(since revision: Int, apartFrom author: Int?) throws(SQLiteError) -> LibraryChange {
        let last = try self.revision()
        var change = LibraryChange([], of: [], revision: last)
        if last == revision { return change }
        // Another file is in place of the known one.
        if last < revision { return LibraryChange(Set(LibraryChange.Part.allCases), of: nil, revision: last) }
        if let first = try integer("SELECT min(revision) FROM revisions"), first > revision &+ 1 {
            let names = try all("SELECT part FROM part_revisions WHERE revision > ?", [.integer(revision)]) {
                row throws(SQLiteError) in try row.text(0)
            }
            return LibraryChange(Set(names.compactMap(LibraryChange.Part.init)), of: nil, revision: last)
        }
        let noted = try all(
            "SELECT part, id FROM revisions WHERE revision > ?1 AND (?2 IS NULL OR author IS NOT ?2) ORDER BY revision",
            [.integer(revision), author.map { .integer($0) } ?? .null]
        ) { row throws(SQLiteError) in
            (part: LibraryChange.Part(rawValue: try row.text(0)), id: try row.optionalText(1))
        }
        var known: Set<String> = []
        for (part, id) in noted {
            if let part { change.parts.insert(part) }
            if let id, known.insert(id).inserted, let id = MovieID(parsing: id) { change.ids?.append(id) }
        }
        if known.count > LibraryChange.mostIDs { change.ids = nil }
        return change
    }

    /// Whether the card of a film, which has these rows, may have changed since a revision.
    func hasChangedCard(of rows: [Int], _ film: LibraryFilm, since revision: Int) throws(SQLiteError) -> Bool {
        let change = try changes(since: revision, apartFrom: nil)
        guard change.parts.contains(.cards) else { return false }
        guard let changed = change.ids else { return true }
        var ids = Set(film.ids)
        for kept in try films(rows) { ids.formUnion(kept.ids) }
        return changed.contains(where: ids.contains)
    }
}

// MARK: - The schema

extension SQLiteConnection {
    /// The newest thousand changes of the content, one for each id of a film, and the last change of each part.
    ///
    /// A conflict clause of the statement that fires a trigger would replace those of the trigger, so it has none.
    static let revisionSchema = """
        CREATE TABLE revisions (
            revision INTEGER PRIMARY KEY,
            part TEXT NOT NULL,
            id TEXT,
            author INTEGER
        ) STRICT;
        CREATE TABLE part_revisions (
            part TEXT NOT NULL PRIMARY KEY,
            revision INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO part_revisions VALUES ('bookmarks', 0), ('cards', 0), ('lists', 0), ('matches', 0), ('fields', 0);
        CREATE TRIGGER change_noted AFTER INSERT ON revisions BEGIN
            DELETE FROM revisions WHERE revision <= new.revision - 1000;
            UPDATE part_revisions SET revision = new.revision WHERE part = new.part;
        END;

        CREATE TRIGGER bookmark_added AFTER INSERT ON bookmarks BEGIN \(note("bookmarks", of: "new")) END;
        CREATE TRIGGER bookmark_changed AFTER UPDATE ON bookmarks
            WHEN old.added_at IS NOT new.added_at BEGIN \(note("bookmarks", of: "new")) END;
        CREATE TRIGGER bookmark_removed AFTER DELETE ON bookmarks BEGIN \(note("bookmarks", of: "old")) END;

        CREATE TRIGGER card_added AFTER INSERT ON cards BEGIN \(note("cards", of: "new")) END;
        CREATE TRIGGER card_changed AFTER UPDATE ON cards
            WHEN old.half_stars IS NOT new.half_stars OR old.comment IS NOT new.comment
            BEGIN \(note("cards", of: "new")) END;
        CREATE TRIGGER card_removed AFTER DELETE ON cards BEGIN \(note("cards", of: "old")) END;
        CREATE TRIGGER day_added AFTER INSERT ON watched_days BEGIN \(note("cards", of: "new")) END;
        CREATE TRIGGER day_removed AFTER DELETE ON watched_days BEGIN \(note("cards", of: "old")) END;

        CREATE TRIGGER list_added AFTER INSERT ON lists BEGIN INSERT INTO revisions (part) VALUES ('lists'); END;
        CREATE TRIGGER list_renamed AFTER UPDATE ON lists WHEN old.name IS NOT new.name
            BEGIN INSERT INTO revisions (part) VALUES ('lists'); END;
        CREATE TRIGGER list_removed AFTER DELETE ON lists BEGIN INSERT INTO revisions (part) VALUES ('lists'); END;
        CREATE TRIGGER listed AFTER INSERT ON list_films BEGIN \(note("lists", of: "new")) END;
        CREATE TRIGGER unlisted AFTER DELETE ON list_films BEGIN \(note("lists", of: "old")) END;

        CREATE TRIGGER film_changed AFTER UPDATE ON films
            WHEN old.title IS NOT new.title OR old.titles IS NOT new.titles OR old.year IS NOT new.year
                OR \(said("old")) IS NOT \(said("new"))
            BEGIN \(noteDetails()) END;
        CREATE TRIGGER id_added AFTER INSERT ON film_ids BEGIN \(noteDetails()) END;
        CREATE TRIGGER id_moved AFTER UPDATE ON film_ids WHEN old.film IS NOT new.film BEGIN \(noteDetails()) END;
        CREATE TRIGGER id_removed AFTER DELETE ON film_ids
            BEGIN INSERT INTO revisions (part, id) SELECT part, old.id FROM (\(parts(of: "old"))); END;

        CREATE TRIGGER match_added AFTER INSERT ON noted_matches WHEN new.author = 'user'
            BEGIN INSERT INTO revisions (part, id) VALUES ('matches', new.first), ('matches', new.second); END;
        CREATE TRIGGER match_changed AFTER UPDATE ON noted_matches
            WHEN 'user' IN (old.author, new.author)
                AND (old.verdict IS NOT new.verdict OR old.author IS NOT new.author)
            BEGIN INSERT INTO revisions (part, id) VALUES ('matches', new.first), ('matches', new.second); END;
        CREATE TRIGGER match_removed AFTER DELETE ON noted_matches WHEN old.author = 'user'
            BEGIN INSERT INTO revisions (part, id) VALUES ('matches', old.first), ('matches', old.second); END;
        CREATE TRIGGER choice_added AFTER INSERT ON choices
            BEGIN INSERT INTO revisions (part, id) VALUES ('fields', new.id); END;
        CREATE TRIGGER choice_changed AFTER UPDATE ON choices WHEN old.provider IS NOT new.provider
            BEGIN INSERT INTO revisions (part, id) VALUES ('fields', new.id); END;
        CREATE TRIGGER choice_removed AFTER DELETE ON choices
            BEGIN INSERT INTO revisions (part, id) VALUES ('fields', old.id); END;
        """

    /// Adds tags, likes, and earlier viewings to cards, whose changes are noted and taken back like those of the others.
    static let markSchema = """
        ALTER TABLE cards ADD COLUMN tags TEXT;
        ALTER TABLE cards ADD COLUMN liked INTEGER;
        ALTER TABLE cards ADD COLUMN seen_before INTEGER;
        ALTER TABLE changed_rows ADD COLUMN v6 ANY;
        ALTER TABLE changed_rows ADD COLUMN v7 ANY;
        DROP TRIGGER card_changed;
        CREATE TRIGGER card_changed AFTER UPDATE ON cards
            WHEN old.half_stars IS NOT new.half_stars OR old.comment IS NOT new.comment OR old.tags IS NOT new.tags
                OR old.liked IS NOT new.liked OR old.seen_before IS NOT new.seen_before
            BEGIN \(note("cards", of: "new")) END;
        """

    /// Notes a change of a part for every id of the film of a row; one without an id if the film has none any more.
    private static func note(_ part: String, of row: String) -> String {
        """
        INSERT INTO revisions (part, id)
        SELECT '\(part)', id FROM (SELECT 1) LEFT JOIN film_ids ON film_ids.film = \(row).film;
        """
    }

    /// Notes a change of what is said about the film of a row, in every part that it is in, for every id.
    private static func noteDetails() -> String {
        "INSERT INTO revisions (part, id) SELECT part, id FROM film_ids, (\(parts(of: "new"))) WHERE film = new.film;"
    }

    /// The parts that the film of a row is in.
    private static func parts(of row: String) -> String {
        ["bookmarks", "cards"]
            .map { "SELECT '\($0)' AS part FROM \($0) WHERE film = \(row).film" }
            .joined(separator: " UNION ALL ")
            + " UNION ALL SELECT 'lists' WHERE EXISTS (SELECT 1 FROM list_films WHERE film = \(row).film)"
    }

    /// What the document of a row says about the film, and not when and how that was found out.
    private static func said(_ row: String) -> String {
        let text = "CAST(\(row).document AS TEXT)"
        let own = "'$.fetchedAt', '$.match', '$.bookmarked', '$.addedAt', '$.card'"
        return "CASE WHEN json_valid(\(text)) THEN json_remove(\(text), \(own)) ELSE \(row).document END"
    }
}
