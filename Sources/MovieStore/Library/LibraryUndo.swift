package import MovieDomain
import SQLite
import Synchronization

extension LibraryFile {
    package func undo(isTrial: Bool) async throws(LibraryError) -> UndoneAction? {
        let rows = try await reading { database throws(SQLiteError) in
            try database.integer("SELECT coalesce(sum(row_count), 0) FROM changes") ?? 0
        }
        guard rows > 0 else { return nil }
        if isTrial {
            return try await trying { database throws(SQLiteError) in try database.undoLastAction() }
        }
        waiting.withLock { $0.forgetWritten() }
        return try await changing { database throws(SQLiteError) in try database.undoLastAction() }
    }
}

extension SQLiteConnection {
    /// Takes back the last action: every row that it changed, and that is as it left it, becomes what it was before.
    fileprivate func undoLastAction() throws(SQLiteError) -> UndoneAction? {
        let last = try first("SELECT action, method, made_at FROM changes ORDER BY change DESC LIMIT 1") {
            row throws(SQLiteError) in
            let moment = Timestamp(storedSeconds: try row.integer(2))
            return (number: try row.integer(0), action: UndoneAction(method: try row.text(1), madeAt: moment))
        }
        guard let (number, action) = last else { return nil }
        let changes = try all("SELECT change FROM changes WHERE action = ? ORDER BY change DESC", [.integer(number)]) {
            row throws(SQLiteError) in try row.integer(0)
        }
        try execute(
            """
            CREATE TEMP TABLE same_rows (source, first, second, PRIMARY KEY (source, first, second)) WITHOUT ROWID
            """
        )
        var undoing = ActionUndoing(database: self, undone: action)
        for change in changes { try undoing.undo(change) }
        try execute("DROP TABLE temp.same_rows")
        undoing.undone.remaining = try integer("SELECT count(DISTINCT action) FROM changes") ?? 0
        return undoing.undone
    }
}

private struct ActionUndoing {
    let database: SQLiteConnection
    var undone: UndoneAction
    /// What was counted, because an action may change an entry twice.
    private var counted: Set<String> = []

    init(database: SQLiteConnection, undone: UndoneAction) {
        self.database = database
        self.undone = undone
    }

    mutating func undo(_ change: Int) throws(SQLiteError) {
        try database.run("DELETE FROM temp.same_rows")
        for table in RecordedTable.all { try findSameRows(of: table, change) }
        try count(change)
        try restoreFilms(change)
        try restore(.bookmarks, change)
        try restore(.cards, change)
        try restoreDays(change)
        for table in [RecordedTable.matches, .choices, .history] { try restore(table, change) }
        try database.shrinkHistory()
        try restoreLists(change)
        try joinFilms(change)
        try removeUnusedFilms(change)
        try database.run("DELETE FROM changed_rows WHERE change = ?", [.integer(change)])
        try database.run("DELETE FROM changes WHERE change = ?", [.integer(change)])
    }

    /// Finds the rows of a table that are still as the change left them.
    private func findSameRows(of table: RecordedTable, _ change: Int) throws(SQLiteError) {
        let same = table.values(of: "now").enumerated().map { "after.v\($0 + 1) IS \($1)" }.joined(separator: " AND ")
        // What only the matcher decided since does not count.
        let overruled = table.name == RecordedTable.matches.name ? "OR now.author = 'matcher'" : ""
        try database.run(
            """
            INSERT INTO temp.same_rows
            SELECT before.source, before.first, before.second FROM changed_rows AS before
            LEFT JOIN changed_rows AS after ON after.change = ?1 AND after.source = before.source
                AND after.first = before.first AND after.second = before.second AND after.is_after = 1
            LEFT JOIN \(table.name) AS now ON \(table.isRow("now", of: "before"))
            WHERE before.change = ?1 AND before.source = ?2 AND before.is_after = 0
                AND ((after.change IS NULL) = (now.\(table.keys[0]) IS NULL) AND \(same) \(overruled))
            """,
            [.integer(change), .text(table.name)]
        )
    }

    // MARK: Counts

    private mutating func count(_ change: Int) throws(SQLiteError) {
        let rows = try database.all(
            """
            SELECT source, CAST(first AS TEXT), CAST(second AS TEXT),
                EXISTS (SELECT 1 FROM temp.same_rows AS same WHERE same.source = changed_rows.source
                    AND same.first = changed_rows.first AND same.second = changed_rows.second)
            FROM changed_rows WHERE change = ? AND is_after = 0 AND source NOT IN ('films', 'film_ids')
            """,
            [.integer(change)]
        ) { row throws(SQLiteError) in
            (
                source: try row.text(0), first: try row.text(1), second: try row.text(2),
                isSame: try row.integer(3) == 1
            )
        }
        for row in rows {
            let isPair = [RecordedTable.matches.name, RecordedTable.choices.name].contains(row.source)
            // The films of a list belong to the list.
            let source = row.source == RecordedTable.listFilms.name ? RecordedTable.lists.name : row.source
            guard counted.insert("\(source) \(row.first) \(isPair ? row.second : "")").inserted else { continue }
            if !row.isSame, source != RecordedTable.lists.name {
                undone.kept += 1
                continue
            }
            switch source {
            case RecordedTable.bookmarks.name: undone.bookmarks += 1
            case RecordedTable.cards.name: undone.cards += 1
            case RecordedTable.lists.name: undone.lists += 1
            case RecordedTable.matches.name: undone.matches += 1
            case RecordedTable.choices.name: undone.fields += 1
            default: undone.history += 1
            }
            try addName(source, row.first, row.second, change)
        }
    }

    private static let mostNames = 3

    private mutating func addName(_ source: String, _ key: String, _ other: String, _ change: Int) throws(SQLiteError) {
        guard undone.names.count < Self.mostNames else { return }
        let values: [SQLiteValue] = [.integer(change), .integer(Int(key) ?? 0)]
        func names(_ table: RecordedTable, _ column: String, _ value: String) throws(SQLiteError) -> [String] {
            try database.all(
                """
                SELECT \(column) FROM \(table.name) WHERE \(table.keys[0]) = ?2 UNION ALL
                SELECT \(value) FROM changed_rows
                WHERE change = ?1 AND source = '\(table.name)' AND first = ?2 AND is_after = 0 AND existed
                """,
                values
            ) { row throws(SQLiteError) in try row.text(0) }
        }
        let found: [String] =
            switch source {
            case RecordedTable.bookmarks.name, RecordedTable.cards.name: try names(.films, "title", "v1")
            case RecordedTable.lists.name: try names(.lists, "name", "v2")
            case RecordedTable.matches.name: ["\(key) and \(other)"]
            case RecordedTable.choices.name: ["\(other) of \(key)"]
            default: []
            }
        if let name = found.first, !name.isEmpty, !undone.names.contains(name) { undone.names.append(name) }
    }

    // MARK: Rows

    private static let isSame = "(source, first, second) IN (SELECT source, first, second FROM temp.same_rows)"

    /// Restores removed films, changed details, and the ids.
    private func restoreFilms(_ change: Int) throws(SQLiteError) {
        let before = "change = ?1 AND source = 'films' AND is_after = 0"
        try database.run(
            """
            INSERT OR IGNORE INTO films (film, title, titles, document)
            SELECT first, '', '', x'' FROM changed_rows WHERE \(before) AND existed AND \(Self.isSame)
            """,
            [.integer(change)]
        )
        // Only an update stores what filters look at.
        try database.run(
            """
            UPDATE films SET title = v1, titles = v2, year = v3, document = v4 FROM changed_rows
            WHERE film = first AND \(before) AND existed AND \(Self.isSame)
            """,
            [.integer(change)]
        )
        let ids = "change = ?1 AND source = 'film_ids' AND is_after = 0"
        // The ids of a film that is new go with it.
        try database.run(
            """
            DELETE FROM film_ids WHERE id IN (SELECT first FROM changed_rows WHERE \(ids) AND NOT existed AND \(Self.isSame))
                AND film NOT IN (SELECT first FROM changed_rows WHERE \(before) AND NOT existed)
            """,
            [.integer(change)]
        )
        try database.run(
            """
            INSERT OR REPLACE INTO film_ids SELECT first, v1 FROM changed_rows
            WHERE \(ids) AND existed AND v1 IN (SELECT film FROM films)
                AND (\(Self.isSame) OR first NOT IN (SELECT id FROM film_ids))
            """,
            [.integer(change)]
        )
    }

    /// Removes the rows of a table that are as the change left them, and adds those that were there before.
    private func restore(_ table: RecordedTable, _ change: Int) throws(SQLiteError) {
        try database.run(
            """
            DELETE FROM \(table.name) WHERE EXISTS (
                SELECT 1 FROM temp.same_rows AS same WHERE same.source = ? AND \(table.isRow(table.name, of: "same")))
            """,
            [.text(table.name)]
        )
        // An entry that came since may have the place.
        let columns = table.columns.enumerated().filter { table.computed[$0.element] == nil }
        let values = columns.map { place, column in
            column == "place"
                ? "CASE WHEN v\(place + 1) NOT IN (SELECT place FROM \(table.name)) THEN v\(place + 1) END"
                : "v\(place + 1)"
        }
        let isOfFilm = table.keys == ["film"] ? "AND first IN (SELECT film FROM films)" : ""
        let keys = table.keys.count > 1 ? "first, second" : "first"
        try database.run(
            """
            INSERT OR IGNORE INTO \(table.name) (\((table.keys + columns.map(\.element)).joined(separator: ", ")))
            SELECT \(keys), \(values.joined(separator: ", ")) FROM changed_rows
            WHERE change = ?1 AND source = ?2 AND is_after = 0 AND existed AND \(Self.isSame) \(isOfFilm)
            """,
            [.integer(change), .text(table.name)]
        )
    }

    /// Restores the days of the cards.
    private func restoreDays(_ change: Int) throws(SQLiteError) {
        try database.run(
            "DELETE FROM watched_days WHERE film IN (SELECT first FROM temp.same_rows WHERE source = 'cards')"
        )
        try database.run(
            """
            INSERT OR IGNORE INTO watched_days SELECT first, value FROM changed_rows,
                json_each('["' || replace(v4, char(10), '","') || '"]')
            WHERE change = ? AND source = 'cards' AND is_after = 0 AND existed AND v4 IS NOT NULL
                AND first IN (SELECT film FROM cards) AND \(Self.isSame)
            """,
            [.integer(change)]
        )
    }

    /// Makes one film of a restored one and of the one that has its ids by now.
    private func joinFilms(_ change: Int) throws(SQLiteError) {
        let pairs = try database.all(
            """
            SELECT DISTINCT ids.v1, film FROM changed_rows AS ids JOIN film_ids ON id = ids.first
            WHERE change = ? AND source = 'film_ids' AND is_after = 0 AND existed AND ids.v1 IN (SELECT film FROM films)
                AND NOT EXISTS (SELECT 1 FROM film_ids WHERE film = ids.v1)
            """,
            [.integer(change)]
        ) { row throws(SQLiteError) in (restored: try row.integer(0), current: try row.integer(1)) }
        // A film that has several ids has become one with the first of these.
        for (restored, current) in pairs where try database.films([restored]).first?.ids.isEmpty == true {
            _ = try database.unite([restored, current])
        }
    }

    private func removeUnusedFilms(_ change: Int) throws(SQLiteError) {
        let films = try database.all(
            """
            SELECT first FROM changed_rows WHERE change = ?1 AND source IN ('films', 'bookmarks', 'cards')
            UNION SELECT second FROM changed_rows WHERE change = ?1 AND source = 'list_films'
            """,
            [.integer(change)]
        ) { row throws(SQLiteError) in try row.integer(0) }
        for film in films { try database.removeUnused(film) }
    }
}

// MARK: - Lists

extension ActionUndoing {
    /// Restores lists and their films; the films that were added since stay, as does their order.
    fileprivate func restoreLists(_ change: Int) throws(SQLiteError) {
        let lists = try database.all(
            """
            SELECT first FROM changed_rows WHERE change = ? AND source IN ('lists', 'list_films') AND is_after = 0
            GROUP BY first
            """,
            [.integer(change)]
        ) { row throws(SQLiteError) in try row.integer(0) }
        for list in lists {
            guard let current = try restoredList(list, change) else { continue }
            try restoreFilms(of: list, in: current, change)
            try database.run(
                """
                DELETE FROM lists WHERE list = ?2 AND NOT EXISTS (SELECT 1 FROM list_films WHERE list = ?2)
                    AND EXISTS (SELECT 1 FROM changed_rows WHERE change = ?1 AND source = 'lists' AND first = ?2
                        AND is_after = 0 AND NOT existed)
                """,
                [.integer(change), .integer(list)]
            )
        }
    }

    /// Restores the name of a list, or the list if it was removed; returns the list that gets the films.
    private func restoredList(_ list: Int, _ change: Int) throws(SQLiteError) -> Int? {
        let before = try database.first(
            """
            SELECT v1, v2, v3, \(Self.isSame) FROM changed_rows
            WHERE change = ? AND source = 'lists' AND first = ? AND is_after = 0 AND existed
            """,
            [.integer(change), .integer(list)]
        ) { row throws(SQLiteError) in
            (key: try row.text(0), name: try row.text(1), moment: try row.integer(2), isSame: try row.integer(3) == 1)
        }
        let isThere = try database.integer("SELECT 1 FROM lists WHERE list = ?", [.integer(list)]) != nil
        guard let before else { return isThere ? list : nil }
        // Another list may have got the name since.
        if let other = try database.integer("SELECT list FROM lists WHERE key = ?", [.text(before.key)]), other != list
        {
            return isThere ? list : other
        }
        guard before.isSame else { return isThere ? list : nil }
        try database.run(
            """
            INSERT INTO lists (list, key, name, changed_at) VALUES (?, ?, ?, ?) ON CONFLICT (list) DO UPDATE SET
                key = excluded.key, name = excluded.name, changed_at = excluded.changed_at
            """,
            [.integer(list), .text(before.key), .text(before.name), .integer(before.moment)]
        )
        return list
    }

    private func restoreFilms(of list: Int, in current: Int, _ change: Int) throws(SQLiteError) {
        let changed = try database.all(
            """
            SELECT before.second, before.v1, after.v1 FROM changed_rows AS before
            LEFT JOIN changed_rows AS after ON after.change = ?1 AND after.source = 'list_films'
                AND after.first = before.first AND after.second = before.second AND after.is_after = 1
            WHERE before.change = ?1 AND before.source = 'list_films' AND before.first = ?2 AND before.is_after = 0
                AND (NOT before.existed OR before.second IN (SELECT film FROM films))
            """,
            [.integer(change), .integer(list)]
        ) { row throws(SQLiteError) in
            (film: try row.integer(0), before: try row.optionalInteger(1), after: try row.optionalInteger(2))
        }
        let added = Set(changed.filter { $0.before == nil }.map(\.film))
        var places: [Int: Int] = [:]
        for row in changed { places[row.film] = row.before }
        let now = try database.filmRows(ofList: current)
        let kept = now.enumerated().filter { !added.contains($0.element) }
            .map { (film: $0.element, place: places[$0.element] ?? $0.offset + 1) }
        let removed = changed.filter { $0.after == nil && !now.contains($0.film) }
            .compactMap { row in row.before.map { (film: row.film, place: $0) } }
        // The sort is stable: a restored film comes before the one that has its place now.
        let films = (removed + kept).sorted { $0.place < $1.place }.map(\.film)
        if films != now { try database.put(films: films, inList: current) }
    }
}
