import MovieDomain
import Platform

/// The service whose export a table is, by its columns.
enum ImportService {
    case letterboxd, imdb, trakt, simkl, tmdb

    /// Returns the service of a table; `nil` for a table that anyone may have written.
    init?(_ table: CSVTable) {
        let keys = Set(table.keys)
        if let service = table.format.service {
            self = service
        } else if keys.contains(where: { $0.contains(scalars: "trakt") }) || keys.contains("ratedat") {
            self = .trakt
        } else if keys.contains("simklid") {
            self = .simkl
        } else if keys.contains("const") {
            self = .imdb
        } else if keys.isSuperset(of: ["tmdbid", "name", "releasedate", "type"]) {
            self = .tmdb
        } else if keys.contains("letterboxduri") {
            self = .letterboxd
        } else {
            return nil
        }
    }
}

/// What the columns of imported tables mean.
enum ImportColumns {
    /// The columns that say what the user thinks of a film, or when it was watched.
    static let diary: Set<String> = ["rating", "rating10", "watcheddate", "review"]
    /// The columns with an id of a film.
    static let ids = ["imdbid", "tmdbid", "letterboxduri", "guid"]

    /// The columns that are read.
    static let read = diary.union(ids)
        .union(["title", "name", "year", "url", "date", "created", "position", "rewatch", "tags", "liked", "titletype"])
        .union(["originaltitle", "runtimemins", "genres", "releasedate", "directors"])

    /// The columns that only the service needs which wrote them.
    static let marks: Set<String> = [
        "action", "id", "rank", "slug", "trakt", "traktid", "traktslug", "simklid", "tvdb", "tvdbid", "lastepwatched",
    ]

    /// The meanings of the names that services and their users' programs give to columns.
    static let meanings: [String: String] = {
        let names = [
            "imdbid": ["const", "tconst", "imdb", "imdburl"],
            "tmdbid": ["tmdb", "tmdburl", "themoviedbid"],
            "title": ["movie", "film", "movietitle", "filmtitle", "moviename", "filmname"],
            "year": ["releaseyear", "movieyear", "filmyear"],
            "titletype": ["type", "mediatype", "itemtype"],
            "rating": ["userrating", "myrating", "score", "myscore"],
            "rating10": ["yourrating", "yourated", "rating110", "ratingoutof10"],
            "watcheddate": [
                "watchedat", "watchedon", "datewatched", "watchdate", "lastwatchedat", "lastwatched", "viewedat",
                "viewedon", "vieweddate", "dateviewed", "seenat", "seenon", "dateseen", "lastseen", "lastviewed",
                "lastviewedat", "lastplayed", "lastplayedat", "playedat", "dateplayed",
            ],
            "liked": ["like", "favorite", "favourite", "isfavorite", "memberlike"], "tags": ["tag", "labels"],
            "review": ["comment", "comments", "memo", "yourreview", "userreview"],
            "date": ["daterated", "ratedat", "ratedon"],
            "created": ["listedat", "addedat", "addedon", "dateadded", "added", "createdat"],
            "collected": ["collectedat"], "hidden": ["hiddenat"], "paused": ["pausedat"],
            "runtimemins": ["runtime"], "genres": ["genre"], "directors": ["director"], "guid": ["guids"],
        ]
        return Dictionary(uniqueKeysWithValues: names.flatMap { meaning, others in others.map { ($0, meaning) } })
    }()

    /// The columns that Letterboxd's importer documents, whose `Rating` is from 0.5 to 5, and what our export adds to
    /// them.
    private static let ofImporter: Set<String> = [
        "imdbid", "tmdbid", "letterboxduri", "url", "title", "name", "year", "directors", "rating", "rating10",
        "watcheddate", "rewatch", "tags", "liked", "review", "date", "",
    ]

    /// Returns whether the table has no columns but those that Letterboxd's importer documents, in its spelling.
    static func areOfImporter(_ table: CSVTable) -> Bool {
        table.header.allSatisfy { name in ofImporter.contains(name.lowercased().filter { !$0.isWhitespace }) }
    }

    /// Returns the first column that is not read, or `known`, and seems to say what the user thinks of a film, or when it
    /// was watched.
    static func personal(in table: CSVTable, besides known: [String]) -> String? {
        zip(table.header, zip(table.keys, table.columns)).first { _, names in
            let (key, column) = names
            let isKnown =
                read.contains(column) || marks.contains(column) || column == "collected" || known.contains(column)
            // Notes beside the day on which a film was put in a list are about the list.
            let isOfListing = key.contains(scalars: "note") && table.columns.contains("created")
            if isKnown || isOfListing || isPublic(key) || isPublic(column) { return false }
            let cells = table.rows.compactMap { $0.cells[column] }
            guard !cells.isEmpty else { return false }
            if personalWords.contains(where: key.contains) { return true }
            return cells.allSatisfy { ImportedDay(parsing: $0) != nil }
        }?.0
    }

    private static let personalWords = [
        "rating", "rated", "stars", "score", "watched", "viewed", "seen", "review", "comment", "opinion", "diary",
        "note", "thought", "grade", "verdict", "finished", "completed", "impression",
    ]

    /// Whether a column is about the film, or about the entry, whoever the user is.
    private static func isPublic(_ key: String) -> Bool {
        if key.hasPrefix(scalars: "movie.") { return true }
        return [
            "imdb", "trakt", "tmdb", "tvdb", "meta", "critic", "average", "public", "votes", "certificat", "content",
            "release", "premiere", "modified", "updated", "reset", "count", "season", "episode",
        ].contains(where: key.contains)
    }
}

/// The best rating of a service.
enum RatingScale: String, CaseIterable, WireChoice {
    case five = "5"
    case ten = "10"

    /// Returns the scale of the column `Rating`: that of the service, or the one that its values prove; otherwise the
    /// question.
    init(of table: CSVTable, _ service: ImportService?) throws(ImportQuestion) {
        switch service {
        case .trakt, .simkl, .imdb, .tmdb: self = .ten
        case .letterboxd: self = .five
        case nil:
            let values = table.rows.compactMap { row in row.cells["rating"].flatMap { RatingText($0)?.plain } }
            let (above, isOfImporter) = (values.filter { $0 > 5 }, ImportColumns.areOfImporter(table))
            let hasHalves = values.contains { $0 < 5 && $0 != $0.rounded() }
            if let most = above.max() {
                if isOfImporter, hasHalves || most > 10 {
                    self = .five
                } else if most > 10 {
                    throw ImportQuestion("Rating: expected ratings up to 5 or up to 10, found \(FilmNote.number(most))")
                } else {
                    self = .ten
                }
            } else if isOfImporter || hasHalves || values.isEmpty {
                self = .five
            } else {
                throw ImportQuestion(
                    "Rating: cannot tell whether the best rating is 5 or 10, because none is above 5; say which with "
                        + "the parameter scale",
                    asks: "scale"
                )
            }
        }
    }
}

/// Why nothing of a file is imported: what it does not tell.
struct ImportQuestion: Error {
    let message: String
    /// The parameter that answers the question.
    let parameter: String?

    init(_ message: String, asks parameter: String? = nil) {
        (self.message, self.parameter) = (message, parameter)
    }
}
