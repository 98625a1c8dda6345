import MovieDomain
import SQLite

/// The lists that the user made; the places of the films of a list are 1, 2, 3, and so on.
extension SQLiteConnection {
    func lists() throws(SQLiteError) -> [FilmListSummary] {
        try all(
            """
            SELECT name, (SELECT count(*) FROM list_films WHERE list_films.list = lists.list), changed_at FROM lists
            ORDER BY key
            """
        ) { row throws(SQLiteError) in
            FilmListSummary(
                name: try row.text(0),
                count: try row.integer(1),
                changedAt: Timestamp(storedSeconds: try row.integer(2))
            )
        }
    }

    func list(_ name: String) throws(SQLiteError) -> FilmList? {
        let found = try first("SELECT list, name, changed_at FROM lists WHERE key = ?", [Self.key(name)]) {
            row throws(SQLiteError) in
            (row: try row.integer(0), name: try row.text(1), moment: Timestamp(storedSeconds: try row.integer(2)))
        }
        guard let found else { return nil }
        return FilmList(name: found.name, films: try films(ofList: found.row), changedAt: found.moment)
    }

    /// Returns the row and the summary of a list; `nil` if there is none of this name.
    func summary(ofList name: String) throws(SQLiteError) -> (row: Int, list: FilmListSummary)? {
        let sql = """
            SELECT list, name, (SELECT count(*) FROM list_films WHERE list_films.list = lists.list), changed_at
            FROM lists WHERE key = ?
            """
        return try first(sql, [Self.key(name)]) { row throws(SQLiteError) in
            let moment = Timestamp(storedSeconds: try row.integer(3))
            return (
                try row.integer(0),
                FilmListSummary(name: try row.text(1), count: try row.integer(2), changedAt: moment)
            )
        }
    }

    /// Returns the names of the lists that a film is in.
    func lists(with film: LibraryFilm, apartFrom corrections: Corrections) throws(SQLiteError) -> [String] {
        var names: [String] = []
        for row in try filmRows(of: film, apartFrom: corrections) {
            names += try all(
                "SELECT name FROM list_films JOIN lists USING (list) WHERE film = ? ORDER BY key",
                [.integer(row)]
            ) { row throws(SQLiteError) in try row.text(0) }.filter { !names.contains($0) }
        }
        return names
    }

    /// Returns the row of a list, which is created if there is none.
    func listRow(_ name: String, at moment: Timestamp) throws(SQLiteError) -> Int {
        // A number is never given again: what is taken back gets its own.
        try run(
            """
            INSERT OR IGNORE INTO lists (list, key, name, changed_at)
            SELECT 1 + max(last_list, (SELECT coalesce(max(list), 0) FROM lists)), ?, ?, ? FROM store
            """,
            [Self.key(name), .text(name), .integer(moment.secondsSinceEpoch)]
        )
        return try existingList(name) ?? 0
    }

    /// Returns the row of a list and its films in their order; `nil` if there is none of this name.
    func order(ofList name: String) throws(SQLiteError) -> (row: Int, order: FilmOrder<Int>)? {
        guard let (row, list) = try summary(ofList: name) else { return nil }
        return (row, FilmOrder(name: list.name, films: try filmRows(ofList: row), changedAt: list.changedAt))
    }

    func filmRows(ofList list: Int) throws(SQLiteError) -> [Int] {
        try all("SELECT film FROM list_films WHERE list = ? ORDER BY place", [.integer(list)]) {
            row throws(SQLiteError) in try row.integer(0)
        }
    }

    /// Replaces the films of a list, and its name by one of the same key.
    func put(_ order: FilmOrder<Int>, inList list: Int) throws(SQLiteError) {
        try run(
            "UPDATE lists SET name = ?2, changed_at = ?3 WHERE list = ?1",
            [.integer(list), .text(order.name), .integer(order.changedAt.secondsSinceEpoch)]
        )
        try put(films: order.films, inList: list)
    }

    /// Replaces the films of a list.
    func put(films: [Int], inList list: Int) throws(SQLiteError) {
        try run("DELETE FROM list_films WHERE list = ?", [.integer(list)])
        for (place, film) in films.enumerated() {
            try run("INSERT INTO list_films VALUES (?, ?, ?)", [.integer(list), .integer(film), .integer(place + 1)])
        }
    }

    /// Returns the first of the ids of a film in their order, which does not depend on the library.
    func firstID(ofFilm film: Int) throws(SQLiteError) -> String? {
        try first("SELECT min(id) FROM film_ids WHERE film = ?", [.integer(film)]) { row throws(SQLiteError) in
            try row.optionalText(0)
        } ?? nil
    }

    /// Puts a film at a place of a list, from 1, or at its end; a film that is there already is moved only to a place.
    ///
    /// Returns whether the film is new in the list.
    @discardableResult
    func put(film: Int, inList list: Int, at place: Int?, on moment: Timestamp) throws(SQLiteError) -> Bool {
        let both: [SQLiteValue] = [.integer(list), .integer(film)]
        let old = try integer("SELECT place FROM list_films WHERE list = ? AND film = ?", both)
        if let old {
            let last = try integer("SELECT count(*) FROM list_films WHERE list = ?", [.integer(list)]) ?? 0
            guard let place, min(place, last) != old else { return false }
            try remove(film: film, fromList: list)
        }
        let end = (try integer("SELECT count(*) FROM list_films WHERE list = ?", [.integer(list)]) ?? 0) + 1
        let place = min(place ?? end, end)
        let here: [SQLiteValue] = [.integer(list), .integer(place)]
        try run("UPDATE list_films SET place = place + 1 WHERE list = ? AND place >= ?", here)
        try run("INSERT INTO list_films VALUES (?, ?, ?)", both + [.integer(place)])
        try touch(list, at: moment)
        return old == nil
    }

    /// Removes a film from a list; returns whether it was there.
    func remove(_ id: MovieID, fromList name: String, at moment: Timestamp) throws(SQLiteError) -> Bool {
        guard let list = try existingList(name), let film = try filmRows(of: [id]).first else { return false }
        guard try remove(film: film, fromList: list) else { return false }
        try touch(list, at: moment)
        try removeUnused(film)
        return true
    }

    /// Removes a list; returns whether there was one.
    func removeList(_ name: String) throws(SQLiteError) -> Bool {
        guard let list = try existingList(name) else { return false }
        let films = try filmRows(ofList: list)
        try run("DELETE FROM list_films WHERE list = ?", [.integer(list)])
        try run("DELETE FROM lists WHERE list = ?", [.integer(list)])
        for film in films { try removeUnused(film) }
        return true
    }

    func renameList(_ name: String, to newName: String) throws(SQLiteError) -> FilmListRenaming {
        guard let list = try existingList(name) else { return .unknown }
        guard try existingList(newName) ?? list == list else { return .taken }
        try run(
            "UPDATE lists SET key = ?2, name = ?3 WHERE list = ?1",
            [.integer(list), Self.key(newName), .text(newName)]
        )
        return .renamed
    }

    /// Gives a film the places of another one that turned out to be the same; the earlier place of both stays.
    func unite(listed other: Int, with film: Int) throws(SQLiteError) {
        let rows = try all("SELECT list, place FROM list_films WHERE film = ?", [.integer(other)]) {
            row throws(SQLiteError) in (list: try row.integer(0), place: try row.integer(1))
        }
        for (list, place) in rows {
            let both: [SQLiteValue] = [.integer(list), .integer(film)]
            let own = try integer("SELECT place FROM list_films WHERE list = ? AND film = ?", both)
            try remove(film: other, fromList: list)
            if let own, own < place { continue }
            if own != nil { try remove(film: film, fromList: list) }
            let here: [SQLiteValue] = [.integer(list), .integer(place)]
            try run("UPDATE list_films SET place = place + 1 WHERE list = ? AND place >= ?", here)
            try run("INSERT INTO list_films VALUES (?, ?, ?)", both + [.integer(place)])
        }
    }

    @discardableResult
    private func remove(film: Int, fromList list: Int) throws(SQLiteError) -> Bool {
        let both: [SQLiteValue] = [.integer(list), .integer(film)]
        guard let place = try integer("SELECT place FROM list_films WHERE list = ? AND film = ?", both) else {
            return false
        }
        try run("DELETE FROM list_films WHERE list = ? AND film = ?", both)
        try run(
            "UPDATE list_films SET place = place - 1 WHERE list = ? AND place > ?",
            [.integer(list), .integer(place)]
        )
        return true
    }

    private func existingList(_ name: String) throws(SQLiteError) -> Int? {
        try integer("SELECT list FROM lists WHERE key = ?", [Self.key(name)])
    }

    private func touch(_ list: Int, at moment: Timestamp) throws(SQLiteError) {
        try run(
            "UPDATE lists SET changed_at = max(changed_at, ?) WHERE list = ?",
            [.integer(moment.secondsSinceEpoch), .integer(list)]
        )
    }

    private static func key(_ name: String) -> SQLiteValue { .text(FilmListSummary.key(of: name)) }
}
