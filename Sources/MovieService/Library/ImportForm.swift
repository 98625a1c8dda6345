import MovieDomain
import Platform

/// What an imported table is: whose export, a diary or a watchlist, and on which scale it has ratings.
struct ImportForm {
    /// What becomes of the film of a line.
    struct Standing {
        /// Whether it is put in the list, or among the bookmarks.
        var isListed = false
        var isCard = false
    }

    /// What a line says about the user's rating.
    enum Rating {
        case missing
        case stars(Double)
        /// A rating for which there are no stars.
        case between(String)
        case unreadable(String)
    }

    /// Whether the addresses are those of the lines in the diary, as in Letterboxd's own exports, and not of the films.
    let namesEntries: Bool
    private let service: ImportService?
    private let isList: Bool
    private let isDiary: Bool
    /// The columns that say whether a film was watched, the most reliable first.
    private let standings: [String]
    private var scale = RatingScale.five
    private var meaning: CSVImport.Meaning?

    /// Creates the form of a table, in which the rating of the public is no longer taken for the user's.
    init(_ table: inout CSVTable, isNamed: Bool) {
        service = ImportService(table)
        // Where `Your Rating` is the user's, `Rating` is not.
        if service == .tmdb || table.keys.contains(where: ["yourrating", "yourated"].contains) {
            table.rename("rating", to: "publicrating")
        }
        if service == .simkl { table.rename("watchlist", to: "standing") }
        isList = isNamed || table.columns.contains("position")
        // TMDB's exports of all lists have the same columns.
        isDiary = !isList && service != .tmdb && !ImportColumns.diary.isDisjoint(with: table.columns)
        namesEntries = table.columns.contains("name") && table.columns.contains("watcheddate")
        standings = ImportStanding.columns(of: table)
    }

    /// Whether what a column says is taken over, or tells nothing about the film and the user.
    func reads(_ column: String) -> Bool {
        ImportColumns.read.contains(column) || ImportColumns.marks.contains(column)
            || column == "collected" || standings.contains(column)
    }

    // MARK: Questions

    /// Refuses a table if it does not tell what its films are to the user, and the user does not, either.
    mutating func check(
        _ table: CSVTable,
        _ meaning: CSVImport.Meaning?,
        _ scale: RatingScale?
    ) throws(ImportQuestion) {
        self.meaning = meaning
        try checkColumns(table)
        if !isList, !isDiary, meaning == nil { try checkMeaning(table) }
        if let scale {
            self.scale = scale
        } else if table.columns.contains("rating") {
            self.scale = try RatingScale(of: table, service)
        }
    }

    private func checkColumns(_ table: CSVTable) throws(ImportQuestion) {
        if table.format.hasElements, table.rows.isEmpty { throw ImportQuestion("there are no films in it") }
        let known = Set(table.columns)
        let hasTitles = known.contains("title") || known.contains("name")
        guard
            ImportColumns.ids.contains(where: known.contains) || hasTitles && known.contains("year")
                || table.rows.contains(where: {
                    letterboxdID($0) != nil || table.format.hasElements && $0["titletype"] != nil
                })
        else {
            let expected = "expected one of the columns imdbID, tmdbID, LetterboxdURI, Const, or Title and Year"
            let found = table.header.isEmpty ? "nothing" : table.header.prefix(8).joined(separator: ", ")
            throw ImportQuestion(
                "\(expected), found: \(table.format.hasElements ? table.format.name : "\(found.prefix(80))")"
            )
        }
        for (column, films) in [("hidden", "that you have hidden"), ("paused", "that you have not watched to the end")]
        where known.contains(column) {
            throw ImportQuestion("expected films that you have watched or want to watch, found films \(films)")
        }
    }

    private func checkMeaning(_ table: CSVTable) throws(ImportQuestion) {
        let choice = "say which with the parameter as: watched or watchlist"
        if let column = ImportColumns.personal(in: table, besides: standings) {
            throw ImportQuestion(
                "cannot tell what the column \(column.prefix(40)) says: expected Rating or Rating10, WatchedDate, or "
                    + "Review for films that you have watched; rename it, or, if you have watched all or none, \(choice)",
                asks: "as"
            )
        }
        if !standings.isEmpty { return }
        let isAlike = ["name", "letterboxduri"].allSatisfy(table.columns.contains) || table.columns.contains("date")
        let isRated = table.rows.allSatisfy { !ImportColumns.diary.isDisjoint(with: $0.cells.keys) }
        let isOfLists = service == nil || service == .letterboxd
        guard isOfLists && isAlike || table.columns.contains("collected") || service == .tmdb && !isRated
        else { return }
        throw ImportQuestion(
            "cannot tell whether you have watched these films or want to watch them; \(choice)",
            asks: "as"
        )
    }

    // MARK: Lines

    /// Refuses a line of what is not a film, and one that ends before it says anything about its film.
    func check(_ row: CSVTable.Row, of table: CSVTable) throws(LineProblem) {
        let title = (row.cells["title"] ?? row.cells["name"] ?? "").prefix(80)
        if let type = row["titletype"], !FilmType.isFilm(type) {
            throw row.problem("expected a film, found a \(type.prefix(40)): \(title)", isOfSeries: true)
        }
        if isDiary, row.missing > 0, told(row) == nil, ImportColumns.diary.isDisjoint(with: row.cells.keys) {
            let count = table.columns.count
            throw row.problem("expected \(count) fields, as the first line has, found \(count - row.missing)")
        }
        if let word = standings.lazy.compactMap({ row[$0] }).first, !hasOpinion(row) {
            switch told(row) {
            case .watched, .wanted: break
            case .other, nil: throw row.problem("expected watched or planned, found \(word.prefix(40)): \(title)")
            }
        }
    }

    /// Returns what becomes of the film of a line.
    ///
    /// Where a column says which films were watched, a line in which it says nothing is about one that was not, unless
    /// the line has an opinion.
    func standing(_ row: CSVTable.Row) -> Standing {
        let (told, hasOpinion) = (told(row), hasOpinion(row))
        if isList { return Standing(isListed: true, isCard: hasOpinion || told == .watched) }
        if told == .wanted { return Standing(isListed: true, isCard: hasOpinion) }
        let isCard =
            told == .watched || hasOpinion || meaning == .watched || isDiary && standings.isEmpty
        return Standing(isListed: !isCard, isCard: isCard)
    }

    /// Returns what the columns about it say about the film of a line.
    private func told(_ row: CSVTable.Row) -> ImportStanding? {
        standings.lazy.compactMap { column in row[column].flatMap { ImportStanding($0, in: column) } }.first
    }

    /// Whether a line has a rating, a day, or a review; zeros and words that stand for nothing are none.
    private func hasOpinion(_ row: CSVTable.Row) -> Bool {
        if case .missing = rating(row) {} else { return true }
        let isDay = row["watcheddate"].map { text in
            ImportStanding(text, in: "watcheddate") == nil && ImportedDay(parsing: text)?.isZero != true
        }
        return isDay ?? false || row["review"] != nil
    }

    /// Returns the id that the address of a film at Letterboxd has.
    func letterboxdID(_ row: CSVTable.Row) -> MovieID? {
        guard let address = row["letterboxduri"] ?? row["url"],
            ["letterboxd.com/", "boxd.it/"].contains(where: address.contains),
            let name = address.split(scalar: "/").last, name.utf8.count <= 200,
            // The address of the site alone names no film.
            !["letterboxd.com", "www.letterboxd.com", "boxd.it", "film"].contains(String(name))
        else { return nil }
        return MovieID(namespace: "letterboxd", value: String(name))
    }

    /// Returns what a line says about the user's rating.
    func rating(_ row: CSVTable.Row) -> Rating {
        guard let (name, text, columnScale) = ratingCell(row) else { return .missing }
        guard let rating = RatingText(text) else {
            return .unreadable("\(name): expected a number, found \(text.prefix(40))")
        }
        let (value, most): (Double, Double) =
            switch rating {
            case .number(let value): (value, columnScale == .ten ? 10 : 5)
            case .stars(let value): (value, 5)
            case .fraction(let value, let most): (value, most)
            }
        // Many services write zero for a film without a rating.
        if value == 0 { return .missing }
        let stars = value * 5 / most
        if (0.5...5).contains(stars), stars * 2 == (stars * 2).rounded() { return .stars(stars) }
        let expected = most == 10 ? "a whole rating from 1 to 10" : "a rating from 0.5 to 5 in halves"
        let message = "expected \(expected), found \(FilmNote.number(value))"
        return (0...5).contains(stars) ? .between(message) : .unreadable(message)
    }

    private func ratingCell(_ row: CSVTable.Row) -> (name: String, text: String, scale: RatingScale)? {
        row["rating"].map { ("Rating", $0, scale) } ?? row["rating10"].map { ("Rating10", $0, .ten) }
    }
}

extension CSVTable {
    /// Gives a column another meaning.
    mutating func rename(_ column: String, to other: String) {
        columns = columns.map { $0 == column ? other : $0 }
        for index in rows.indices {
            if let text = rows[index].cells.removeValue(forKey: column) { rows[index].cells[other] = text }
        }
    }
}
