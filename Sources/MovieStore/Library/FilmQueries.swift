import MovieDomain
import Platform
import SQLite

/// Queries over many films, which read what filters and statistics look at, and the documents of one page only.
extension SQLiteConnection {
    /// Returns the outlines of the bookmarked films, newest first.
    func bookmarkOutlines(for query: LibraryQuery) throws(SQLiteError) -> [LibraryOutline] {
        try outlines(
            for: query,
            "bookmarks JOIN films USING (film)",
            moment: "added_at",
            order: "added_at DESC, place DESC"
        )
    }

    /// Returns the outlines of the films with cards, last changed first.
    func cardOutlines(for query: LibraryQuery) throws(SQLiteError) -> [LibraryOutline] {
        let days = Dictionary(
            try all("SELECT film, max(day) FROM watched_days GROUP BY film") { row throws(SQLiteError) in
                (try row.integer(0), CalendarDate(parsing: try row.text(1)))
            }
        ) { first, _ in first }
        var outlines = try outlines(
            for: query,
            "cards AS listed JOIN films USING (film)",
            moment: "listed.changed_at",
            order: "listed.changed_at DESC, film DESC"
        )
        for place in outlines.indices {
            let changed = outlines[place].moment.date(utcOffsetSeconds: 0)
            outlines[place].day = ((days[outlines[place].film] ?? nil) ?? changed).daysSinceEpoch
        }
        return outlines
    }

    /// Returns the outlines of the films of a list, in its order.
    func outlines(ofList list: Int, for query: LibraryQuery) throws(SQLiteError) -> [LibraryOutline] {
        try outlines(
            for: query,
            "list_films JOIN films USING (film)",
            moment: "0",
            order: "place",
            where: "list = \(list)"
        )
    }

    private func outlines(
        for query: LibraryQuery,
        _ tables: String,
        moment: String,
        order: String,
        where condition: String = "1"
    ) throws(SQLiteError) -> [LibraryOutline] {
        let missing = try missingFacts()
        // Texts that nothing looks at would take most of the time.
        let texts = query.needsTexts ? "title, titles, cards.comment" : "'', '', NULL"
        let needsMarks = query.tag != nil || query.isLiked != nil
        return try all(
            """
            SELECT film, year, \(moment), minutes, cards.half_stars, cards.film IS NOT NULL,
                \(query.genre == nil ? "NULL" : "genres"), \(texts),
                \(needsMarks ? Self.markColumns : "NULL, NULL, NULL")
            FROM \(tables) LEFT JOIN film_facts USING (film) LEFT JOIN cards USING (film)
            WHERE \(condition) ORDER BY \(order)
            """
        ) { row throws(SQLiteError) in
            let film = try row.integer(0)
            let known = missing[film]
            let (minutes, genres) = (try row.optionalInteger(3), try row.lines(6))
            let title = query.needsTexts ? try row.text(7) : ""
            return LibraryOutline(
                film: film,
                titles: query.needsTexts ? [title] + (try row.lines(8)).filter { $0 != title } : [],
                year: try row.optionalInteger(1),
                minutes: known?.minutes ?? minutes,
                genres: known?.genres ?? genres,
                stars: try row.stars(4),
                comment: try row.optionalText(9),
                isWatched: try row.integer(5) != 0,
                marks: try row.marks(10),
                moment: Timestamp(storedSeconds: try row.integer(2))
            )
        }
    }

    func cardOutlooks() throws(SQLiteError) -> [CardOutlook] {
        let missing = try missingFacts()
        let days = Dictionary(
            grouping: try all("SELECT film, day FROM watched_days") { row throws(SQLiteError) in
                (film: try row.integer(0), day: CalendarDate(parsing: try row.text(1)))
            },
            by: \.film
        )
        return try all(
            """
            SELECT minutes, genres, countries, directors, film, year, half_stars,
                \(Self.markColumns)
            FROM cards JOIN films USING (film) LEFT JOIN film_facts USING (film)
            """
        ) { row throws(SQLiteError) in
            let film = try row.integer(4)
            let facts = try FilmFacts(row)
            return CardOutlook(
                year: try row.optionalInteger(5),
                facts: missing[film] ?? facts,
                stars: try row.stars(6),
                days: days[film]?.compactMap(\.day) ?? [],
                marks: try row.marks(7)
            )
        }
    }

    func genres() throws(SQLiteError) -> Set<String> {
        // In this order, facts that are stored in between are not missed.
        let missing = try missingFacts().values.flatMap(\.genres)
        let known = try all("SELECT DISTINCT genres FROM film_facts") { row throws(SQLiteError) in try row.lines(0) }
        return Set(known.joined()).union(missing)
    }

    /// Returns what is kept of each of some films, which are given by their ids.
    func standings(of films: [[MovieID]], apartFrom corrections: Corrections) throws(SQLiteError) -> [LibraryStanding] {
        var standings: [LibraryStanding] = []
        for ids in films {
            let film = LibraryFilm(ids: ids, title: "")
            var standing = LibraryStanding()
            for row in try filmRows(of: film, apartFrom: corrections) where standing.bookmarkedAt == nil {
                standing.bookmarkedAt = try integer("SELECT added_at FROM bookmarks WHERE film = ?", [.integer(row)])
                    .map(Timestamp.init(storedSeconds:))
            }
            standing.entry = LibraryEntry(
                card: try card(of: film, apartFrom: corrections),
                lists: try lists(with: film, apartFrom: corrections)
            )
            standings.append(standing)
        }
        return standings
    }

    // MARK: Facts

    /// The query for the films whose details were last fetched at ?1 or before, or never.
    static let filmsFetchedUpTo = """
        SELECT film FROM film_facts WHERE fetched_at IS NULL OR fetched_at <= ?1
        UNION ALL
        SELECT film FROM (\(facts(of: "(\(unknownFilms))"))) WHERE fetched_at IS NULL OR fetched_at <= ?1
        """

    /// Returns the facts of the films of which they are not stored yet.
    private func missingFacts() throws(SQLiteError) -> [Int: FilmFacts] {
        let found = try all(
            """
            SELECT minutes, genres, countries, directors, film FROM (\(Self.facts(of: "(\(Self.unknownFilms))")))
            """
        ) { row throws(SQLiteError) in (try row.integer(4), try FilmFacts(row)) }
        return Dictionary(found) { first, _ in first }
    }

    private static let unknownFilms = "SELECT film, document FROM films WHERE film NOT IN (SELECT film FROM film_facts)"

    /// Whether the facts of some films are not stored.
    func lacksFacts() throws(SQLiteError) -> Bool {
        try integer("SELECT 1 FROM (\(Self.unknownFilms)) LIMIT 1") != nil
    }

    /// Stores the facts of some of the films that lack them.
    func addFacts(atMost count: Int) throws(SQLiteError) {
        let films = "(\(Self.unknownFilms) LIMIT \(count))"
        try run("INSERT OR IGNORE INTO film_facts \(Self.facts(of: films))")
    }

    /// The query for the facts in the documents of some films; a document that is not JSON has none.
    ///
    /// SQLite reads each document once: the members are taken out together, and the limit keeps the inner query apart.
    private static func facts(of films: String) -> String {
        func lines(_ place: Int, _ value: String = "value") -> String {
            "(SELECT group_concat(\(value), char(10)) FROM json_each(facts, '$[\(place)]') WHERE \(value) <> '')"
        }
        return """
            SELECT film,
                CASE WHEN json_type(facts, '$[0]') = 'integer' AND json_extract(facts, '$[0]') > 0
                    THEN CAST(json_extract(facts, '$[0]') AS INTEGER) END AS minutes,
                \(lines(1)) AS genres, \(lines(2)) AS countries,
                \(lines(3, "CASE type WHEN 'object' THEN json_extract(value, '$.name') END")) AS directors,
                CASE WHEN json_extract(facts, '$[4]') GLOB '[0-9][0-9][0-9][0-9]-*'
                    THEN CAST(strftime('%s', json_extract(facts, '$[4]')) AS INTEGER) END AS fetched_at
            FROM (
                SELECT film, CASE WHEN json_valid(CAST(document AS TEXT)) THEN
                    json_extract(CAST(document AS TEXT), '$.runtimeMinutes', '$.genres', '$.countries', '$.directors',
                        '$.fetchedAt')
                END AS facts
                FROM \(films) LIMIT -1
            )
            """
    }

    /// The table of what filters and statistics look at, which changes with the documents.
    ///
    /// The facts of films from before are stored little by little, because a large library would take too long to open.
    /// The text is that of a step which files have taken: another fact needs another step.
    static let factSchema = """
        CREATE TABLE film_facts (
            film INTEGER PRIMARY KEY,
            minutes INTEGER,
            genres TEXT,
            countries TEXT,
            directors TEXT
        ) STRICT;
        CREATE TRIGGER facts_of_changed_film AFTER UPDATE OF document ON films BEGIN
            INSERT OR REPLACE INTO film_facts SELECT film,
            CASE WHEN json_type(facts, '$[0]') = 'integer' AND json_extract(facts, '$[0]') > 0
                THEN CAST(json_extract(facts, '$[0]') AS INTEGER) END AS minutes,
            (SELECT group_concat(value, char(10)) FROM json_each(facts, '$[1]') WHERE value <> '') AS genres, \
        (SELECT group_concat(value, char(10)) FROM json_each(facts, '$[2]') WHERE value <> '') AS countries,
            (SELECT group_concat(CASE type WHEN 'object' THEN json_extract(value, '$.name') END, char(10)) \
        FROM json_each(facts, '$[3]') WHERE CASE type WHEN 'object' THEN json_extract(value, '$.name') END <> '') \
        AS directors
        FROM (
            SELECT film, CASE WHEN json_valid(CAST(document AS TEXT)) THEN
                json_extract(CAST(document AS TEXT), '$.runtimeMinutes', '$.genres', '$.countries', '$.directors')
            END AS facts
            FROM (SELECT new.film AS film, new.document AS document) LIMIT -1
        );
        END;
        CREATE TRIGGER facts_of_removed_film AFTER DELETE ON films BEGIN
            DELETE FROM film_facts WHERE film = old.film;
        END;
        """

    /// Adds when the details of a film were fetched; the facts of all films are stored anew, little by little.
    static let fetchSchema = """
        DROP TRIGGER facts_of_changed_film;
        DELETE FROM film_facts;
        ALTER TABLE film_facts ADD COLUMN fetched_at INTEGER;
        CREATE TRIGGER facts_of_changed_film AFTER UPDATE OF document ON films BEGIN
            INSERT OR REPLACE INTO film_facts SELECT film,
                CASE WHEN json_type(facts, '$[0]') = 'integer' AND json_extract(facts, '$[0]') > 0
                    THEN CAST(json_extract(facts, '$[0]') AS INTEGER) END,
                (SELECT group_concat(value, char(10)) FROM json_each(facts, '$[1]') WHERE value <> ''),
                (SELECT group_concat(value, char(10)) FROM json_each(facts, '$[2]') WHERE value <> ''),
                (SELECT group_concat(name, char(10)) FROM (
                    SELECT CASE type WHEN 'object' THEN json_extract(value, '$.name') END AS name
                    FROM json_each(facts, '$[3]')
                ) WHERE name <> ''),
                CASE WHEN json_extract(facts, '$[4]') GLOB '[0-9][0-9][0-9][0-9]-*'
                    THEN CAST(strftime('%s', json_extract(facts, '$[4]')) AS INTEGER) END
            FROM (
                SELECT film, CASE WHEN json_valid(CAST(document AS TEXT)) THEN
                    json_extract(CAST(document AS TEXT), '$.runtimeMinutes', '$.genres', '$.countries', '$.directors',
                        '$.fetchedAt')
                END AS facts
                FROM (SELECT new.film AS film, new.document AS document) LIMIT -1
            );
        END;
        """
}

extension FilmFacts {
    /// Reads the first four columns.
    fileprivate init(_ row: SQLiteRow) throws(SQLiteError) {
        self.init(
            minutes: try row.optionalInteger(0),
            genres: try row.lines(1),
            countries: try row.lines(2),
            directors: try row.lines(3)
        )
    }
}

extension SQLiteRow {
    /// Returns the lines of a text; none if there is no text.
    fileprivate func lines(_ column: Int32) throws(SQLiteError) -> [String] {
        guard let text = try optionalText(column), !text.isEmpty else { return [] }
        return text.split(scalar: "\n").map(String.init)
    }
}
