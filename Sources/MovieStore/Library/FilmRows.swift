import MovieDomain
import Platform
import SQLite

/// The films, bookmarks, and cards in the library; a film has one row for all of them.
extension SQLiteConnection {
    private static let idColumn =
        "(SELECT group_concat(id, char(10)) FROM film_ids WHERE film_ids.film = films.film)"
    private static let filmColumns = "title, titles, year, document, \(idColumn)"
    private static let cardColumns = "\(filmColumns), changed_at, half_stars, comment, \(dayColumn), \(markColumns)"
    /// Columns of cards that are `NULL` where nothing is marked.
    static let markColumns = "cards.tags, cards.liked, cards.seen_before"
    private static let dayColumn =
        "(SELECT group_concat(day, char(10)) FROM watched_days WHERE watched_days.film = films.film)"

    func bookmarks() throws(SQLiteError) -> [Bookmark] {
        try all(
            """
            SELECT \(Self.filmColumns), added_at FROM bookmarks JOIN films USING (film)
            ORDER BY added_at DESC, place DESC
            """
        ) { row throws(SQLiteError) in
            Bookmark(film: try LibraryFilm(row), addedAt: Timestamp(storedSeconds: try row.integer(5)))
        }
    }

    func cards() throws(SQLiteError) -> [Card] {
        try all(
            """
            SELECT \(Self.cardColumns) FROM cards JOIN films USING (film)
            ORDER BY changed_at DESC, films.film DESC
            """,
            [],
            Card.init(row:)
        )
    }

    func films() throws(SQLiteError) -> [LibraryFilm] {
        try all("SELECT title, titles, year, x'', \(Self.idColumn) FROM films ORDER BY film DESC", [], LibraryFilm.init)
    }

    /// Returns films that were last fetched at `moment` or before, or never, in the order of their first ids.
    func outdated(at moment: Timestamp, after id: MovieID?, limit: Int) throws(SQLiteError) -> OutdatedFilms {
        var outdated = OutdatedFilms(films: [], firstIDs: [], count: 0, byTitle: 0)
        // One statement, because looking for the films takes most of the time; the counts are there without a film, too.
        _ = try all(
            """
            WITH known AS MATERIALIZED (
                SELECT film, min(id) AS first, max(id NOT GLOB 'letterboxd:*' AND id NOT GLOB 'title:*') AS is_known
                FROM film_ids WHERE film IN (\(Self.filmsFetchedUpTo)) GROUP BY film
            )
            SELECT title, titles, year, x'', ids, first, known_count, whole_count
            FROM (SELECT coalesce(sum(is_known), 0) AS known_count, count(*) AS whole_count FROM known) LEFT JOIN (
                SELECT title, titles, year, \(Self.idColumn) AS ids, first FROM known JOIN films USING (film)
                WHERE first > ?2 AND is_known ORDER BY first LIMIT ?3
            )
            ORDER BY first
            """,
            [.integer(moment.secondsSinceEpoch), .text(id?.description ?? ""), .integer(limit)]
        ) { row throws(SQLiteError) in
            outdated.count = try row.integer(6)
            outdated.byTitle = try row.integer(7) - outdated.count
            guard let first = try row.optionalText(5).flatMap({ MovieID(parsing: $0) }) else { return }
            outdated.films.append(try LibraryFilm(row))
            outdated.firstIDs.append(first)
        }
        return outdated
    }

    func film(_ id: MovieID) throws(SQLiteError) -> LibraryFilm? {
        try first(
            "SELECT \(Self.filmColumns) FROM films WHERE film = (SELECT film FROM film_ids WHERE id = ?)",
            [.text(id.description)],
            LibraryFilm.init
        )
    }

    /// Returns the ids of all films, which of them are bookmarked, and what lists show of their cards.
    ///
    /// Every call needs them anew after a change, so that each table is read once, in order, and nothing is joined.
    func libraryIDs() throws(SQLiteError) -> LibraryIDs {
        var bookmarked: [Int: Timestamp] = [:]
        var cards: [Int: OwnCard] = [:]
        _ = try all("SELECT film, added_at FROM bookmarks") { row throws(SQLiteError) in
            bookmarked[try row.integer(0)] = Timestamp(storedSeconds: try row.integer(1))
        }
        _ = try all("SELECT film, half_stars, comment, changed_at, \(Self.markColumns) FROM cards") {
            row throws(SQLiteError) in
            cards[try row.integer(0)] = OwnCard(
                stars: try row.stars(1),
                comment: try row.optionalText(2),
                marks: try row.marks(4),
                changedAt: Timestamp(storedSeconds: try row.integer(3))
            )
        }
        _ = try all("SELECT film, day FROM watched_days ORDER BY film, day DESC") { row throws(SQLiteError) in
            let day = CalendarDate(parsing: try row.text(1))
            cards[try row.integer(0)]?.watchedDays += [day].compactMap(\.self)
        }
        var films: [LibraryIDs.Film] = []
        var last: Int?
        _ = try all("SELECT film, id FROM film_ids ORDER BY film") { row throws(SQLiteError) in
            let film = try row.integer(0)
            if film != last {
                films.append(LibraryIDs.Film(ids: [], bookmarkedAt: bookmarked[film], card: cards[film]))
            }
            last = film
            if let id = MovieID(parsing: try row.text(1)) { films[films.count - 1].ids.append(id) }
        }
        return LibraryIDs(films)
    }

    // MARK: Changes

    /// Replaces what is known about a film, or keeps its stored details, and returns its row.
    ///
    /// If its ids belonged to several films, these become one, which keeps the bookmarks and cards of all; but films that
    /// a namespace or the user, who `split` these pairs, tells apart stay apart, whatever id they share.
    func put(
        _ film: LibraryFilm,
        apartFrom corrections: Corrections,
        keepsDetails: Bool = false
    ) throws(SQLiteError) -> Int {
        try put(film, in: try filmRows(of: film, apartFrom: corrections), keepsDetails: keepsDetails)
    }

    /// Does the same with the rows that the film has.
    func put(_ film: LibraryFilm, in rows: [Int], keepsDetails: Bool = false) throws(SQLiteError) -> Int {
        let row: Int
        if let kept = try unite(rows) {
            row = kept
        } else {
            // A number is never given again, not even that of a film of the same change that became another one.
            row =
                try integer(
                    """
                    INSERT INTO films (film, title, titles, document)
                    SELECT 1 + max(last_film, (SELECT coalesce(max(film), 0) FROM films)), '', '', x'' FROM store
                    RETURNING film
                    """
                ) ?? 0
            try run("UPDATE store SET last_film = ?", [.integer(row)])
        }
        try set(film, row, keepsDetails: keepsDetails)
        return row
    }

    /// Writes the details of a film into its row, and adds its ids to those of the row.
    func set(_ film: LibraryFilm, _ row: Int, keepsDetails: Bool = false) throws(SQLiteError) {
        try run(
            """
            UPDATE films SET title = ?2, titles = ?3, year = ?4, document = ?5
            WHERE film = ?1 AND (document = x'' OR ?5 <> x'' AND NOT ?6)
                AND (title, titles, year, document) IS NOT (?2, ?3, ?4, ?5)
            """,
            [
                .integer(row), .text(film.title), .text(film.titles.joined(separator: "\n")),
                film.year.map { .integer($0) } ?? .null, .blob(film.document), .integer(keepsDetails ? 1 : 0),
            ]
        )
        for id in film.ids {
            try run(
                """
                INSERT INTO film_ids VALUES (?, ?)
                ON CONFLICT (id) DO UPDATE SET film = excluded.film WHERE film <> excluded.film
                """,
                [.text(id.description), .integer(row)]
            )
        }
    }

    /// Refreshes a film if the library has it; returns false, and only adds its new ids to one of them, if two of its
    /// rows have a card.
    ///
    /// Two cards become one only when the user changes one of them: a match that turns out to be wrong costs no card.
    @discardableResult
    func refresh(_ film: LibraryFilm, apartFrom corrections: Corrections) throws(SQLiteError) -> Bool {
        // The answer is from before a split.
        if corrections.split(film.ids) { return true }
        let rows = try filmRows(of: film, apartFrom: corrections)
        if let row = rows.first, try cardCount(of: rows) > 1 {
            for id in film.ids {
                try run("INSERT OR IGNORE INTO film_ids VALUES (?, ?)", [.text(id.description), .integer(row)])
            }
            return false
        }
        if !rows.isEmpty { _ = try put(film, apartFrom: corrections) }
        return true
    }

    /// Completes the details of a stored film with those of an added one.
    func complete(
        _ film: LibraryFilm,
        apartFrom corrections: Corrections,
        _ completing: DetailCompletion
    ) throws(SQLiteError) {
        guard !film.document.isEmpty, let row = try filmRows(of: film, apartFrom: corrections).first,
            let stored = try first(
                "SELECT \(Self.filmColumns) FROM films WHERE film = ?",
                [.integer(row)],
                LibraryFilm.init
            ),
            let completed = completing(film, stored)
        else { return }
        try set(completed, row)
    }

    func cardCount(of rows: [Int]) throws(SQLiteError) -> Int {
        var cards = 0
        for row in rows {
            cards += try integer("SELECT count(*) FROM cards WHERE film = ?", [.integer(row)]) ?? 0
        }
        return cards
    }

    func addBookmark(
        _ film: LibraryFilm,
        at moment: Timestamp,
        apartFrom corrections: Corrections,
        keepsDetails: Bool = false
    ) throws(SQLiteError) -> (bookmark: Bookmark, isNew: Bool) {
        let row = try put(film, apartFrom: corrections, keepsDetails: keepsDetails)
        let isNew = try addBookmark(row, at: moment)
        let addedAt = try integer("SELECT added_at FROM bookmarks WHERE film = ?", [.integer(row)])
        let kept = try first("SELECT \(Self.filmColumns) FROM films WHERE film = ?", [.integer(row)], LibraryFilm.init)
        let time = addedAt.map(Timestamp.init(storedSeconds:)) ?? moment
        return (Bookmark(film: kept ?? film, addedAt: time), isNew)
    }

    /// Bookmarks a film unless it is bookmarked; returns whether that is new.
    func addBookmark(_ film: Int, at moment: Timestamp) throws(SQLiteError) -> Bool {
        try run(
            "INSERT OR IGNORE INTO bookmarks (film, added_at) VALUES (?, ?)",
            [.integer(film), .integer(moment.secondsSinceEpoch)]
        ) > 0
    }

    func putCard(_ card: Card, apartFrom corrections: Corrections, keepsDetails: Bool = false) throws(SQLiteError) {
        try put(card, in: try put(card.film, apartFrom: corrections, keepsDetails: keepsDetails))
    }

    /// Replaces the card of a film.
    func put(_ card: Card, in row: Int) throws(SQLiteError) {
        try run(
            """
            INSERT INTO cards (film, half_stars, comment, changed_at, tags, liked, seen_before)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (film) DO UPDATE SET half_stars = excluded.half_stars, comment = excluded.comment,
                changed_at = excluded.changed_at, tags = excluded.tags, liked = excluded.liked,
                seen_before = excluded.seen_before
            """,
            [
                .integer(row), card.halfStars.map { .integer($0) } ?? .null,
                card.comment.map { .text($0) } ?? .null, .integer(card.changedAt.secondsSinceEpoch),
                card.marks.tags.isEmpty ? .null : .text(card.marks.tags.joined(separator: "\n")),
                card.marks.isLiked ? .integer(1) : .null, card.marks.isSeenBefore ? .integer(1) : .null,
            ]
        )
        let known = try all("SELECT day FROM watched_days WHERE film = ?", [.integer(row)]) {
            row throws(SQLiteError) in try row.text(0)
        }
        let days = card.watchedDays.map(\.description)
        for day in known where !days.contains(day) {
            try run("DELETE FROM watched_days WHERE film = ? AND day = ?", [.integer(row), .text(day)])
        }
        for day in days where !known.contains(day) {
            try run("INSERT INTO watched_days VALUES (?, ?)", [.integer(row), .text(day)])
        }
    }

    /// Returns the card of a film.
    func card(of film: LibraryFilm, apartFrom corrections: Corrections) throws(SQLiteError) -> Card? {
        for row in try filmRows(of: film, apartFrom: corrections) {
            let sql = "SELECT \(Self.cardColumns) FROM cards JOIN films USING (film) WHERE films.film = ?"
            if let card = try first(sql, [.integer(row)], Card.init(row:)) { return card }
        }
        return nil
    }

    /// Returns the rows of a film: those with one of its ids, unless they belong to another film that shares this id.
    func filmRows(of film: LibraryFilm, apartFrom corrections: Corrections) throws(SQLiteError) -> [Int] {
        var (film, rows) = (film, [Int]())
        for row in try filmRows(of: film.ids) {
            let sql = "SELECT title, titles, year, x'', \(Self.idColumn) FROM films WHERE film = ?"
            guard let kept = try first(sql, [.integer(row)], LibraryFilm.init),
                kept.isSame(as: film, apartFrom: corrections)
            else { continue }
            rows.append(row)
            film = film.including(kept.ids)
        }
        return rows
    }

    /// Removes the card of a film, but not the film.
    func removeCard(ofFilm row: Int) throws(SQLiteError) {
        try run("DELETE FROM cards WHERE film = ?", [.integer(row)])
        try run("DELETE FROM watched_days WHERE film = ?", [.integer(row)])
    }

    /// Removes a film's row from `table`, and the film itself if nothing else keeps it.
    func remove(_ id: MovieID, from table: LibraryTable) throws(SQLiteError) -> Bool {
        guard let row = try filmRows(of: [id]).first else { return false }
        let removed = try run("DELETE FROM \(table.rawValue) WHERE film = ?", [.integer(row)])
        if table == .cards { try run("DELETE FROM watched_days WHERE film = ?", [.integer(row)]) }
        try removeUnused(row)
        return removed > 0
    }

    /// Removes a film that has no bookmark and no card, and is in no list.
    func removeUnused(_ row: Int) throws(SQLiteError) {
        try run(
            """
            DELETE FROM films WHERE film = ?1 AND NOT EXISTS (SELECT 1 FROM bookmarks WHERE film = ?1)
                AND NOT EXISTS (SELECT 1 FROM cards WHERE film = ?1)
                AND NOT EXISTS (SELECT 1 FROM list_films WHERE film = ?1)
            """,
            [.integer(row)]
        )
        try run(
            "DELETE FROM film_ids WHERE film = ?1 AND NOT EXISTS (SELECT 1 FROM films WHERE film = ?1)",
            [.integer(row)]
        )
    }

    /// Returns the bookmarks of some films, in the order of these.
    func bookmarks(ofFilms films: [Int]) throws(SQLiteError) -> [Bookmark] {
        try each(films, "SELECT \(Self.filmColumns), added_at FROM bookmarks JOIN films USING (film) WHERE film = ?") {
            row throws(SQLiteError) in
            Bookmark(film: try LibraryFilm(row), addedAt: Timestamp(storedSeconds: try row.integer(5)))
        }
    }

    /// Returns the cards of some films, in the order of these.
    func cards(ofFilms films: [Int]) throws(SQLiteError) -> [Card] {
        let sql = "SELECT \(Self.cardColumns) FROM cards JOIN films USING (film) WHERE films.film = ?"
        return try each(films, sql, Card.init(row:))
    }

    /// Returns some films, in the given order.
    func films(_ films: [Int]) throws(SQLiteError) -> [LibraryFilm] {
        try each(films, "SELECT \(Self.filmColumns) FROM films WHERE film = ?", LibraryFilm.init)
    }

    private func each<Value>(
        _ films: [Int],
        _ sql: String,
        _ value: (SQLiteRow) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        var values: [Value] = []
        for film in films { values += try all(sql, [.integer(film)], value) }
        return values
    }

    /// Returns the films of a list, in its order.
    func films(ofList list: Int) throws(SQLiteError) -> [LibraryFilm] {
        try all(
            "SELECT \(Self.filmColumns) FROM list_films JOIN films USING (film) WHERE list = ? ORDER BY place",
            [.integer(list)],
            LibraryFilm.init
        )
    }

    enum LibraryTable: String {
        case bookmarks, cards
    }

    /// Makes one film of several, and returns its row; `nil` if there is none.
    func unite(_ rows: [Int]) throws(SQLiteError) -> Int? {
        let rows = rows.sorted()
        for other in rows.dropFirst() { try unite(other, with: rows[0]) }
        return rows.first
    }

    /// Unites two films: the earlier bookmark stays, and the cards are joined.
    private func unite(_ other: Int, with row: Int) throws(SQLiteError) {
        let both: [SQLiteValue] = [.integer(row), .integer(other)]
        try run("UPDATE film_ids SET film = ?1 WHERE film = ?2", both)
        try run(
            """
            INSERT INTO bookmarks (film, added_at) SELECT ?1, added_at FROM bookmarks WHERE film = ?2
            ON CONFLICT (film) DO UPDATE SET added_at = min(added_at, excluded.added_at)
            """,
            both
        )
        if let card = Card.joined(try cards(ofFilms: [row, other])) { try put(card, in: row) }
        try unite(listed: other, with: row)
        for table in ["bookmarks", "cards", "watched_days", "films"] {
            try run("DELETE FROM \(table) WHERE film = ?", [.integer(other)])
        }
    }
}

extension LibraryFilm {
    fileprivate init(_ row: SQLiteRow) throws(SQLiteError) {
        self.init(
            ids: try row.movieIDs(4),
            title: try row.text(0),
            titles: try row.text(1).split(scalar: "\n").map(String.init),
            year: try row.optionalInteger(2),
            document: try row.blob(3)
        )
    }
}

extension Card {
    /// The stars as they are stored; `nil` without any, or for what no card can have.
    fileprivate var halfStars: Int? { stars.flatMap { Self.isStars($0) ? Int($0 * 2) : nil } }

    fileprivate init(row: SQLiteRow) throws(SQLiteError) {
        self.init(film: try LibraryFilm(row), changedAt: Timestamp(storedSeconds: try row.integer(5)))
        stars = try row.stars(6)
        comment = try row.optionalText(7)
        let days = try row.optionalText(8)?.split(scalar: "\n") ?? []
        setWatched(days.compactMap { CalendarDate(parsing: String($0)) })
        marks = try row.marks(9)
    }
}

extension SQLiteConnection {
    /// Returns the rows of the films that have one of these ids, each once.
    func filmRows(of ids: [MovieID]) throws(SQLiteError) -> [Int] {
        var rows: [Int] = []
        for id in ids {
            let row = try integer("SELECT film FROM film_ids WHERE id = ?", [.text(id.description)])
            if let row, !rows.contains(row) { rows.append(row) }
        }
        return rows
    }
}

extension SQLiteRow {
    /// Returns stars that are stored as halves.
    func stars(_ column: Int32) throws(SQLiteError) -> Double? {
        try optionalInteger(column).map { Double(min(max($0, 0), 10)) / 2 }
    }

    /// Returns the marks of a card in three columns.
    func marks(_ column: Int32) throws(SQLiteError) -> CardMarks {
        CardMarks(
            tags: (try optionalText(column) ?? "").split(scalar: "\n").map(String.init),
            isLiked: try optionalInteger(column + 1) == 1,
            isSeenBefore: try optionalInteger(column + 2) == 1
        )
    }

    /// Returns ids that are the lines of one text.
    fileprivate func movieIDs(_ column: Int32) throws(SQLiteError) -> [MovieID] {
        (try optionalText(column) ?? "").split(scalar: "\n").compactMap { MovieID(parsing: String($0)) }
    }
}

extension Timestamp {
    /// Creates a timestamp from the file, limited to the years that RFC 3339 can write.
    init(storedSeconds seconds: Int) {
        self.init(secondsSinceEpoch: min(max(seconds, -62_135_596_800), 253_402_300_799))
    }
}
