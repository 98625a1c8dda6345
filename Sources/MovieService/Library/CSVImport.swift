import MovieDomain

/// A CSV file from Letterboxd or IMDb, or a JSON file from Trakt, read as a library.
///
/// A table with ratings, days, or reviews is a diary and becomes cards; any other is a watchlist and becomes bookmarks,
/// unless its films are said to be watched: Letterboxd's `watched.csv` looks as `watchlist.csv` does.
/// The columns are those of Letterboxd's importer and of its export, and those of IMDb's exports: ratings, and lists,
/// whose films have a position.
///
/// The films of IMDb's lists get a bookmark, and those with a rating also a card. If a list is named, as in Letterboxd's
/// exports of lists, the films are put in the list of that name in place of bookmarks.
///
/// What a line says about its film is kept with the film, until a source tells more.
///
/// A film without an id of IMDb or TMDB is the one that has its title and year, in the table or in the library.
struct CSVImport {
    /// What the films of a table without ratings, days, or reviews are to the user.
    enum Meaning: String, CaseIterable, WireChoice {
        case watched, watchlist
    }

    private(set) var library = Library()
    private(set) var problems: [LineProblem]
    /// The lines of which the stars or the review are not taken over, because a later day or your card has others.
    private(set) var superseded: [LineProblem] = []
    /// The columns with values that are not taken over, as they are written.
    private(set) var unreadColumns: [String] = []
    /// The columns with facts about films that cannot be read in some line.
    private var unreadFacts: Set<String> = []
    /// The films whose lines name the day of the opinion.
    private var dated: Set<MovieID> = []
    /// The line of each film with the opinion that counts.
    private var lines: [MovieID: Int] = [:]
    /// The list that the films are put in, in place of bookmarks.
    private var list: FilmList?
    /// The places of the films of the bookmarks or the list, and of the cards.
    private var (bookmarked, carded) = (FilmPlaces(), FilmPlaces())
    /// The ids of the films that are known by their titles.
    private var titled: [MovieID: [MovieID]] = [:]
    /// Whether the addresses are those of the lines in the diary, as in Letterboxd's own exports, and not of the films.
    private var namesEntries = false
    private let now: Timestamp
    private let today: CalendarDate
    /// The languages of the names of genres, best first.
    private let languages: [String]

    private static let diaryColumns: Set<String> = ["rating", "rating10", "watcheddate", "review"]
    private static let filmColumns = ["imdbid", "tmdbid", "letterboxduri"]
    /// IMDb's names of the columns.
    private static let otherNames = ["const": "imdbid", "yourrating": "rating10", "daterated": "date"]
    private static let readColumns = diaryColumns.union(filmColumns)
        .union(["title", "name", "year", "url", "date", "created", "position", "rewatch", "titletype"])
        .union(["originaltitle", "runtime(mins)", "genres", "releasedate", "directors"])
    /// IMDb's and Trakt's types of what is no film, without blanks: exports of IMDb have had them in two spellings.
    private static let otherTypes: Set<String> = [
        "tvseries", "tvminiseries", "tvepisode", "videogame", "podcastseries", "podcastepisode",
        "show", "season", "episode", "person", "list",
    ]
    private static let mostValues = 50
    private static let longestTitle = 1_000
    private static let longestReview = 10_000

    /// Reads a table.
    ///
    /// `now` is the time of lines without one, `today` the last day that a line may name, and `known` are the films of
    /// the library. `listName` is the list that the films are put in, and `languages` are those of the names of genres.
    init(
        _ text: String,
        as meaning: Meaning = .watchlist,
        listName: String? = nil,
        now: Timestamp,
        today: CalendarDate,
        known: [LibraryFilm] = [],
        languages: [String] = []
    ) {
        (self.now, self.today, self.languages) = (now, today, languages)
        let (head, films) = Self.parts(of: text.replacing("\r\n", with: "\n"))
        let headColumns = ["tags": "Tags", "description": "Description"]
        let table = CSVTable(films, otherNames: Self.otherNames)
        let name = String((listName ?? head?.cells["name"] ?? "").trimmed.prefix(Self.longestTitle))
        if !name.isEmpty { list = FilmList(name: name, films: [], changedAt: now) }
        problems = table.problems
        let hasTitles = table.columns.contains("title") || table.columns.contains("name")
        guard
            Self.filmColumns.contains(where: table.columns.contains)
                || hasTitles && table.columns.contains("year")
                || table.rows.contains(where: { Self.letterboxdID($0) != nil })
        else {
            let expected = "expected one of the columns imdbID, tmdbID, LetterboxdURI, Const, or Title and Year"
            let isJSON = CSVTable.isList(text)
            let found = table.header.isEmpty ? "nothing" : table.header.prefix(8).joined(separator: ", ")
            let message = "\(expected), found: \(isJSON ? "a list in JSON" : "\(found.prefix(80))")"
            problems = [LineProblem(line: 1, message: message)]
            return
        }
        if table.rows.isEmpty, problems.isEmpty {
            problems = [LineProblem(line: 1, message: "expected a line for each film below the names of the columns")]
        }
        for film in known where film.isKnownByTitle {
            guard let titleID = film.titleID, titled[titleID] == nil || film.ids.contains(titleID) else { continue }
            titled[titleID] = film.ids
        }
        namesEntries = table.columns.contains("name") && table.columns.contains("watcheddate")
        let isList = list != nil || table.columns.contains("position")
        let isDiary = !isList && (meaning == .watched || !Self.diaryColumns.isDisjoint(with: table.columns))
        for row in table.rows {
            do throws(LineProblem) {
                if let type = row.cells["titletype"],
                    Self.otherTypes.contains(type.lowercased().filter { !$0.isWhitespace })
                {
                    throw row.problem(
                        "expected a film, found a \(type.prefix(40)): \((row.cells["title"] ?? "").prefix(80))"
                    )
                }
                let film = try film(row)
                if !isDiary { try add(film, row) }
                if isDiary || !Self.diaryColumns.isDisjoint(with: row.cells.keys) {
                    add(try card(row, film), at: row.line)
                }
            } catch {
                problems.append(error)
            }
        }
        problems.sort { $0.line < $1.line }
        unreadColumns = zip(table.header, table.columns).filter { _, column in
            unreadFacts.contains(column)
                || !Self.readColumns.contains(column) && table.rows.contains { $0.cells[column] != nil }
        }.map(\.0)
        for (column, name) in headColumns.sorted(by: { $0.value > $1.value })
        where head?.cells[column] != nil && !unreadColumns.contains(name) {
            unreadColumns.append(name)
        }
        if let list, !list.films.isEmpty { library.lists = [list] }
    }

    /// The number of films of which only the title and the year are known.
    var filmsKnownByTitle: Int {
        let films = library.bookmarks.map(\.film) + library.cards.map(\.film) + library.lists.flatMap(\.films)
        return films.count { $0.isKnownByTitle }
    }

    /// Returns the line about the list that begins Letterboxd's export of a list, and the table of films, with empty
    /// lines in place of what comes before.
    private static func parts(of text: String) -> (head: CSVTable.Row?, films: String) {
        guard text.prefix(200).contains("Letterboxd list export"), let films = text.firstRange(of: "\nPosition,"),
            let title = text.firstIndex(where: \.isNewline)
        else { return (nil, text) }
        let lines = text[...films.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") }
        return (
            CSVTable(String(text[title..<films.lowerBound])).rows.first,
            String(repeating: "\n", count: lines) + text[films.lowerBound...].dropFirst()
        )
    }

    /// Fills in values that the table lacks from the known cards, and drops cards that the table does not change.
    ///
    /// The table's values win, unless it names an earlier day on which the film was watched, or an opinion that is older
    /// than the card. The days of both are kept.
    mutating func complete(with known: [Card]) {
        let cards = library.cards
        let knownPlaces = FilmPlaces(known.map(\.film.ids))
        library.cards = []
        for card in cards {
            guard let old = knownPlaces.first(card.film).map({ known[$0] }) else {
                library.cards.append(card)
                continue
            }
            var new = card.completed(with: old)
            let isDated = card.film.ids.contains(where: dated.contains)
            var changedAt = isDated ? max(card.changedAt, old.changedAt) : now
            var newer: String?
            if let day = card.watchedOn, let later = old.watchedOn, day < later {
                newer = "the film was watched on \(later) too, and what you thought of it then is kept"
            } else if isDated, card.changedAt.day < old.changedAt.day {
                newer = "your card was changed on \(old.changedAt.day), after that day, and is kept"
                changedAt = old.changedAt
            }
            if let newer {
                if new.contradicts(old) {
                    superseded.append(
                        LineProblem(line: card.film.ids.compactMap { lines[$0] }.first ?? 1, message: newer)
                    )
                }
                new = old.completed(with: card)
            }
            let isKnown = (new.stars, new.comment, new.watchedDays) == (old.stars, old.comment, old.watchedDays)
            library.details.append(card.film)
            if isKnown, card.film.ids.allSatisfy(old.film.ids.contains) { continue }
            new.changedAt = changedAt
            library.cards.append(new)
        }
        superseded.sort { $0.line < $1.line }
    }

    private mutating func add(_ film: LibraryFilm, _ row: CSVTable.Row) throws(LineProblem) {
        var day = try day(row, "date", "Date")
        if let created = try self.day(row, "created", "Created") { day = created }
        guard bookmarked.first(film) == nil else { return }
        bookmarked.append(film.ids)
        if list == nil { return library.bookmarks.append(Bookmark(film: film, addedAt: moment(of: day))) }
        list?.films.append(film)
    }

    /// Adds a card; a film has only one, so of several lines the one with the latest day counts.
    ///
    /// All days are kept.
    private mutating func add(_ card: Card, at line: Int) {
        guard let index = carded.first(card.film) else {
            for id in card.film.ids { lines[id] = line }
            carded.append(card.film.ids)
            return library.cards.append(card)
        }
        let known = library.cards[index]
        let isLater = (card.watchedOn?.daysSinceEpoch ?? .min) > (known.watchedOn?.daysSinceEpoch ?? .min)
        let (kept, other) = isLater ? (card, known) : (known, card)
        carded.add(card.film.ids, to: index)
        library.cards[index] = kept.completed(with: other)
        let first = card.film.ids.compactMap { lines[$0] }.first ?? line
        let (keptLine, otherLine) = isLater ? (line, first) : (first, line)
        for id in library.cards[index].film.ids { lines[id] = keptLine }
        guard other.contradicts(kept) else { return }
        let message = "the film is in line \(keptLine) too; what you thought of it there is kept"
        superseded.append(LineProblem(line: otherLine, message: message))
    }

    private func moment(of day: CalendarDate?) -> Timestamp {
        guard let day, day <= today else { return now }
        return min(now, Timestamp(secondsSinceEpoch: day.daysSinceEpoch * 86_400))
    }

    // MARK: Cells

    private mutating func film(_ row: CSVTable.Row) throws(LineProblem) -> LibraryFilm {
        var ids: [MovieID] = []
        if let imdb = row.cells["imdbid"] {
            guard imdb.hasPrefix("tt"), MovieID(parsing: imdb) != nil,
                let id = MovieID.canonical(imdb, of: "imdb")
            else {
                throw row.problem("imdbID: expected an id such as tt6751668, found \(imdb.prefix(40))")
            }
            ids.append(MovieID(namespace: "imdb", value: id))
        }
        if let tmdb = row.cells["tmdbid"] {
            guard tmdb.utf8.count <= 12, tmdb.allSatisfy({ $0.isASCII && $0.isNumber }) else {
                throw row.problem("tmdbID: expected a number such as 496243, found \(tmdb.prefix(40))")
            }
            ids.append(MovieID(namespace: "tmdb", value: tmdb))
        }
        let title = row.cells["title"] ?? row.cells["name"]
        guard title?.count ?? 0 <= Self.longestTitle else {
            throw row.problem("the title is too long")
        }
        let year = try number(row, "year", "Year").map { Int($0) }
        var film = LibraryFilm(
            ids: ids,
            title: title ?? "",
            titles: [title].compactMap(\.self),
            year: year.flatMap { (1850...2200).contains($0) ? $0 : nil }
        )
        if ids.isEmpty { identifyByTitle(&film, namesEntries ? nil : Self.letterboxdID(row)) }
        guard let id = film.ids.first else {
            throw row.problem("expected an imdbID, a tmdbID, a LetterboxdURI, or a title and a year")
        }
        if title == nil { film.title = id.description }
        return title == nil ? film : detailed(film, row)
    }

    /// Returns the film with what the line says about it, whose source is the file.
    private mutating func detailed(_ film: LibraryFilm, _ row: CSVTable.Row) -> LibraryFilm {
        var facts = MovieFacts(ids: [:], title: film.title, year: film.year)
        for id in film.ids { facts.ids[id.namespace] = facts.ids[id.namespace] ?? id.value }
        if let original = row.cells["originaltitle"], original.count <= Self.longestTitle {
            facts.originalTitle = original
            if original != film.title { facts.titles.append(LocalizedText(original)) }
        }
        facts.runtimeMinutes = fact(row, "runtime(mins)") { Int($0).flatMap { (1...10_000).contains($0) ? $0 : nil } }
        facts.releaseDate = fact(row, "releasedate", CalendarDate.init(parsing:))
        facts.genres = Self.values(row.cells["genres"])
        facts.directors = Self.values(row.cells["directors"]).map { Person(name: $0) }
        return LibraryFilm(imported: facts.normalized(), of: film, languages: languages)
    }

    private mutating func fact<Fact>(_ row: CSVTable.Row, _ column: String, _ read: (String) -> Fact?) -> Fact? {
        guard let text = row.cells[column] else { return nil }
        let fact = read(text)
        if fact == nil { unreadFacts.insert(column) }
        return fact
    }

    private static func values(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").prefix(mostValues)
            .map { String($0.trimmed.prefix(longestTitle)) }
            .filter { !$0.isEmpty }
    }

    /// Gives a film the ids of the one with its title and year, unless Letterboxd tells the two apart.
    private mutating func identifyByTitle(_ film: inout LibraryFilm, _ own: MovieID?) {
        film.ids = [own].compactMap(\.self)
        guard let titleID = film.titleID else { return }
        let same = film.including(titled[titleID] ?? []).including([titleID])
        guard own == nil || same.ids.allSatisfy({ $0 == own || $0.namespace != "letterboxd" }) else { return }
        film = same
        titled[titleID] = film.ids
    }

    private static func letterboxdID(_ row: CSVTable.Row) -> MovieID? {
        guard let address = row.cells["letterboxduri"] ?? row.cells["url"],
            ["letterboxd.com/", "boxd.it/"].contains(where: address.contains),
            let name = address.split(separator: "/").last, name.utf8.count <= 200
        else { return nil }
        return MovieID(namespace: "letterboxd", value: String(name))
    }

    private mutating func card(_ row: CSVTable.Row, _ film: LibraryFilm) throws(LineProblem) -> Card {
        var card = Card(film: film, changedAt: now)
        card.stars = try number(row, "rating", "Rating")
        if let stars = card.stars, !(0.5...5).contains(stars) || stars * 2 != (stars * 2).rounded() {
            throw row.problem("expected a rating from 0.5 to 5 in halves, found \(FilmNote.number(stars))")
        }
        if card.stars == nil, let tenths = try number(row, "rating10", "Rating10") {
            guard (1...10).contains(tenths), tenths == tenths.rounded() else {
                throw row.problem("expected a whole rating from 1 to 10, found \(FilmNote.number(tenths))")
            }
            card.stars = tenths / 2
        }
        let watchedOn = try self.day(row, "watcheddate", "WatchedDate")
        if let watchedOn, watchedOn > today { throw row.problem("WatchedDate: \(watchedOn) is in the future") }
        card.setWatched([watchedOn].compactMap(\.self))
        card.comment = row.cells["review"]
        guard card.comment?.count ?? 0 <= Self.longestReview else {
            throw row.problem("Review: expected a text of at most \(Self.longestReview) characters")
        }
        let day = try self.day(row, "date", "Date")
        if day != nil { dated.formUnion(film.ids) }
        card.changedAt = moment(of: day ?? card.watchedOn)
        return card
    }

    private func day(_ row: CSVTable.Row, _ key: String, _ name: String) throws(LineProblem) -> CalendarDate? {
        guard let text = row.cells[key] else { return nil }
        guard let day = CalendarDate(parsing: text) else {
            throw row.problem("\(name): expected a day such as 2026-11-20, found \(text.prefix(40))")
        }
        return day
    }

    private func number(_ row: CSVTable.Row, _ key: String, _ name: String) throws(LineProblem) -> Double? {
        guard let text = row.cells[key] else { return nil }
        guard text.utf8.count <= 20, let number = Double(text), number.magnitude < 100_000 else {
            throw row.problem("\(name): expected a number, found \(text.prefix(40))")
        }
        return number
    }
}

extension Timestamp {
    fileprivate var day: CalendarDate { date(utcOffsetSeconds: 0) }
}

extension Card {
    /// Returns the card, with missing values filled in from another card of the same film.
    func completed(with other: Card) -> Card {
        var card = self
        card.stars = stars ?? other.stars
        card.comment = comment ?? other.comment
        card.setWatched(watchedDays + other.watchedDays)
        // A line may name its film by an id alone.
        if film.titles.isEmpty { card.film = other.film }
        card.film = card.film.including(film.ids + other.film.ids)
        return card
    }

    /// Whether both say something about the film that is not the same.
    fileprivate func contradicts(_ other: Card) -> Bool {
        let (mine, theirs) = (completed(with: other), other.completed(with: self))
        return (mine.stars, mine.comment) != (theirs.stars, theirs.comment)
    }
}
