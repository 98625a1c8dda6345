import MovieDomain

/// Writes the library as CSV for Letterboxd's importer.
enum Letterboxd {
    private static let filmColumns = ["imdbID", "tmdbID", "Title", "Year"]

    /// Returns the cards as a diary.
    static func diary(_ cards: [Card]) -> String {
        let lines = cards.map { card in
            // Letterboxd has no rating of zero.
            let rating = card.stars.flatMap { $0 > 0 ? FilmNote.number($0) : nil } ?? ""
            return CSVTable.line(film(card.film) + [rating, card.watchedOn?.description ?? "", card.comment ?? ""])
        }
        return CSVTable.line(filmColumns + ["Rating", "WatchedDate", "Review"]) + lines.joined()
    }

    /// Returns the bookmarks as a watchlist.
    static func watchlist(_ bookmarks: [Bookmark]) -> String {
        CSVTable.line(filmColumns) + bookmarks.map { CSVTable.line(film($0.film)) }.joined()
    }

    private static func film(_ film: LibraryFilm) -> [String] {
        let titles = [film.title] + film.titles
        // Letterboxd finds films by ids first, then by titles in Latin letters.
        let title = titles.first { $0.unicodeScalars.allSatisfy { $0.value < 0x250 } } ?? film.title
        return [film.id("imdb"), film.id("tmdb"), title, film.year.map(String.init) ?? ""]
    }
}

extension LibraryFilm {
    fileprivate func id(_ namespace: String) -> String {
        ids.first { $0.namespace == namespace }?.value ?? ""
    }
}

/// A CSV file from Letterboxd, read as a library.
///
/// A table with ratings, days, or reviews is a diary and becomes cards; any other is a watchlist and becomes bookmarks.
/// The columns are those of Letterboxd's importer and of its export.
struct LetterboxdImport {
    private(set) var library = Library()
    private(set) var problems: [LineProblem]
    private let now: Timestamp
    private let today: CalendarDate

    private static let diaryColumns: Set<String> = ["rating", "rating10", "watcheddate", "review"]
    private static let filmColumns = ["imdbid", "tmdbid", "letterboxduri", "url"]
    private static let longestTitle = 1_000
    private static let longestReview = 10_000

    /// Reads a table; `now` is the time of lines without one, and `today` the last day that a line may name.
    init(_ text: String, now: Timestamp, today: CalendarDate) {
        (self.now, self.today) = (now, today)
        let table = CSVTable(text)
        problems = table.problems
        guard Self.filmColumns.contains(where: table.columns.contains) else {
            let expected = "expected one of the columns imdbID, tmdbID, LetterboxdURI"
            let found = table.header.isEmpty ? "nothing" : table.header.prefix(8).joined(separator: ", ")
            problems = [LineProblem(line: 1, message: "\(expected), found: \(found.prefix(80))")]
            return
        }
        let isDiary = !Self.diaryColumns.isDisjoint(with: table.columns)
        var lines: [MovieID: Int] = [:]
        for row in table.rows {
            do throws(LineProblem) {
                let film = try film(row)
                if isDiary { add(try card(row, film), at: row.line, &lines) } else { add(film, row) }
            } catch {
                problems.append(error)
            }
        }
        problems.sort { $0.line < $1.line }
    }

    /// Fills in values that the table lacks from the known cards, and drops cards that the table does not change.
    mutating func complete(with known: [Card]) {
        library.cards = library.cards.compactMap { card in
            guard let old = known.first(where: { $0.film.isSame(as: card.film) }) else { return card }
            var new = card.completed(with: old)
            guard (new.stars, new.comment, new.watchedOn) != (old.stars, old.comment, old.watchedOn) else { return nil }
            // The table's values win, however old they are.
            new.changedAt = now
            return new
        }
    }

    private mutating func add(_ film: LibraryFilm, _ row: CSVTable.Row) {
        guard !library.bookmarks.contains(where: { $0.film.isSame(as: film) }) else { return }
        let day = row.cells["date"].flatMap { CalendarDate(parsing: $0) }
        library.bookmarks.append(Bookmark(film: film, addedAt: moment(of: day)))
    }

    /// Adds a card; a film has only one, so of several lines the one with the latest day counts.
    private mutating func add(_ card: Card, at line: Int, _ lines: inout [MovieID: Int]) {
        guard let index = library.cards.firstIndex(where: { $0.film.isSame(as: card.film) }) else {
            for id in card.film.ids { lines[id] = line }
            return library.cards.append(card)
        }
        let known = library.cards[index]
        let isLater = (card.watchedOn?.daysSinceEpoch ?? .min) > (known.watchedOn?.daysSinceEpoch ?? .min)
        let (kept, other) = isLater ? (card, known) : (known, card)
        library.cards[index] = kept.completed(with: other)
        let first = card.film.ids.compactMap { lines[$0] }.first ?? line
        problems.append(
            LineProblem(line: line, message: "the film is in line \(first) too; what the later day says is kept")
        )
    }

    private func moment(of day: CalendarDate?) -> Timestamp {
        guard let day, day <= today else { return now }
        return min(now, Timestamp(secondsSinceEpoch: day.daysSinceEpoch * 86_400))
    }

    // MARK: Cells

    private func film(_ row: CSVTable.Row) throws(LineProblem) -> LibraryFilm {
        var ids: [MovieID] = []
        if let imdb = row.cells["imdbid"] {
            guard imdb.hasPrefix("tt"), let id = MovieID(parsing: imdb) else {
                throw row.problem("imdbID: expected an id such as tt6751668, found \(imdb.prefix(40))")
            }
            ids.append(id)
        }
        if let tmdb = row.cells["tmdbid"] {
            guard tmdb.utf8.count <= 12, tmdb.allSatisfy({ $0.isASCII && $0.isNumber }) else {
                throw row.problem("tmdbID: expected a number such as 496243, found \(tmdb.prefix(40))")
            }
            ids.append(MovieID(namespace: "tmdb", value: tmdb))
        }
        if ids.isEmpty, let address = row.cells["letterboxduri"] ?? row.cells["url"],
            let name = address.split(separator: "/").last, name.utf8.count <= 200
        {
            ids.append(MovieID(namespace: "letterboxd", value: String(name)))
        }
        guard let id = ids.first else {
            throw row.problem("expected an imdbID, a tmdbID, or a LetterboxdURI")
        }
        let title = row.cells["title"] ?? row.cells["name"]
        guard title?.count ?? 0 <= Self.longestTitle else {
            throw row.problem("the title is too long")
        }
        let year = try number(row, "year", "Year").map { Int($0) }
        return LibraryFilm(
            ids: ids,
            title: title ?? id.description,
            titles: [title].compactMap(\.self),
            year: year.flatMap { (1850...2200).contains($0) ? $0 : nil }
        )
    }

    private func card(_ row: CSVTable.Row, _ film: LibraryFilm) throws(LineProblem) -> Card {
        var card = Card(film: film, changedAt: now)
        let rating = try number(row, "rating", "Rating")
        let tenths = try number(row, "rating10", "Rating10")
        card.stars = rating ?? tenths.map { $0 / 2 }
        if let stars = card.stars, !(0...5).contains(stars) || stars * 2 != (stars * 2).rounded() {
            throw row.problem("expected a rating from 0.5 to 5 in halves, found \(FilmNote.number(stars))")
        }
        if let text = row.cells["watcheddate"] {
            guard let day = CalendarDate(parsing: text) else {
                throw row.problem("WatchedDate: expected a day such as 2026-11-20, found \(text.prefix(40))")
            }
            guard day <= today else {
                throw row.problem("WatchedDate: \(day) is in the future")
            }
            card.watchedOn = day
        }
        card.comment = row.cells["review"]
        guard card.comment?.count ?? 0 <= Self.longestReview else {
            throw row.problem("Review: expected a text of at most \(Self.longestReview) characters")
        }
        card.changedAt = moment(of: row.cells["date"].flatMap { CalendarDate(parsing: $0) } ?? card.watchedOn)
        return card
    }

    private func number(_ row: CSVTable.Row, _ key: String, _ name: String) throws(LineProblem) -> Double? {
        guard let text = row.cells[key] else { return nil }
        guard text.utf8.count <= 20, let number = Double(text), number.magnitude < 100_000 else {
            throw row.problem("\(name): expected a number, found \(text.prefix(40))")
        }
        return number
    }
}

extension Card {
    /// Returns the card, with missing values filled in from another card of the same film.
    func completed(with other: Card) -> Card {
        var card = self
        card.stars = stars ?? other.stars
        card.comment = comment ?? other.comment
        card.watchedOn = watchedOn ?? other.watchedOn
        return card
    }
}
