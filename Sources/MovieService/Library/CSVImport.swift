import MovieAggregation
import MovieDomain
import Platform

/// A table of films from another service, read as a library.
///
/// A table with ratings, days, or reviews is a diary and becomes cards; any other is a watchlist and becomes bookmarks,
/// unless its films are said to be watched. ``ImportForm`` tells which, or asks.
///
/// The films of IMDb's lists get a bookmark, and those with a rating also a card. If a list is named, as in Letterboxd's
/// exports of lists, the films are put in the list of that name in place of bookmarks.
///
/// What a line says about its film is kept with the film, until a source tells more.
///
/// A film is also the one that has its title and year, in the table or in the library, if there is only one and no id
/// tells the two apart.
struct CSVImport {
    /// What the films of a table without ratings, days, or reviews are to the user.
    enum Meaning: String, CaseIterable, WireChoice {
        case watched, watchlist
    }

    /// What is known about a table in addition to its text.
    struct Role {
        var meaning: Meaning?
        var scale: RatingScale?
        /// The list that the films are put in.
        var listName: String?
        /// The name of the list if the table does not name it.
        var standardListName: String?
        /// Whether the films are those that the user likes.
        var isLiked = false
    }

    private(set) var library = Library()
    private(set) var problems: [LineProblem] = []
    /// The parameter that tells what the file does not; nothing is imported without it.
    private(set) var asked: String?
    /// The cells that are not taken over although the rest of their line is, and why.
    private(set) var remarks: [LineProblem] = []
    /// The lines of which the stars or the review are not taken over, because a later day or your card has others.
    private(set) var superseded: [LineProblem] = []
    /// The number of lines that are taken over.
    private(set) var lineCount = 0
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
    private(set) var namesakes: Namesakes
    /// Whether the films of the table are liked, and the name of the list if the table has none.
    private let role: Role
    /// The addresses at Letterboxd of the films of each title and year.
    private var addresses: [MovieID: Set<MovieID>] = [:]
    /// What the table is, as far as it tells.
    private var form: ImportForm
    private let now: Timestamp
    private let today: CalendarDate
    /// The languages of the names of genres, best first.
    private let languages: [String]
    /// Returns the day of a moment where the user is.
    private let localDay: (Timestamp) -> CalendarDate

    private static let mostValues = 50
    private static let longestTitle = 1_000
    private static let longestReview = 10_000

    /// Reads a table.
    ///
    /// `role` tells what the table may not. `now` is the time of lines without one, `today` the last day that a line may
    /// name, and `namesakes` are the films that are known. `languages` are those of the names of genres.
    init(
        _ text: String,
        _ role: Role = Role(),
        now: Timestamp,
        today: CalendarDate,
        namesakes: Namesakes = Namesakes(),
        languages: [String] = [],
        localDay: @escaping (Timestamp) -> CalendarDate = { $0.date(utcOffsetSeconds: 0) }
    ) {
        (self.now, self.today, self.languages, self.localDay) = (now, today, languages, localDay)
        (self.namesakes, self.role) = (namesakes, role)
        var table = CSVTable(text)
        let ownName = table.head?.cells["name"] ?? role.standardListName ?? ""
        let name = String((role.listName ?? ownName).trimmed.prefix(Self.longestTitle))
        if !name.isEmpty { list = FilmList(name: name, films: [], changedAt: now) }
        form = ImportForm(&table, isNamed: !name.isEmpty)
        do throws(ImportQuestion) {
            try form.check(table, role.meaning, role.scale)
        } catch {
            let isBroken = table.format.hasElements && table.rows.isEmpty && !table.problems.isEmpty
            problems = isBroken ? table.problems : [LineProblem(line: 1, message: error.message)]
            asked = error.parameter
            return
        }
        read(table)
    }

    private mutating func read(_ table: CSVTable) {
        problems = table.problems
        if table.rows.isEmpty, problems.isEmpty {
            problems = [LineProblem(line: 1, message: "expected a line for each film below the names of the columns")]
        }
        var films: [(CSVTable.Row, LibraryFilm)] = []
        for row in table.rows.map(\.withoutReferences) {
            do throws(LineProblem) {
                try form.check(row, of: table)
                let film = try outline(row)
                films.append((row, film))
                // The films with ids are known before those that have only a title.
                if film.ids.contains(where: { ["imdb", "tmdb"].contains($0.namespace) }) { namesakes.note(film) }
                if let titleID = film.titleID, let own = film.ids.first(where: { $0.namespace == "letterboxd" }) {
                    addresses[titleID, default: []].insert(own)
                }
            } catch {
                problems.append(error)
            }
        }
        for (row, film) in films {
            do throws(LineProblem) {
                let film = detailed(try identified(film, row), row)
                let standing = form.standing(row)
                if !standing.isCard, !row.tags.isEmpty { unreadFacts.insert("tags") }
                if standing.isListed { add(film, row) }
                if standing.isCard { add(try card(row, film), at: row.line) }
                lineCount += 1
            } catch {
                problems.append(error)
            }
        }
        for lines in [\CSVImport.problems, \.remarks] { self[keyPath: lines].sort { $0.line < $1.line } }
        unreadColumns = zip(table.header, table.columns).filter { _, column in
            unreadFacts.contains(column)
                || !form.reads(column) && !column.isEmpty && table.rows.contains { $0.cells[column] != nil }
        }.map(\.0)
        for (column, name) in [("tags", "Tags"), ("description", "Description")]
        where table.head?.cells[column] != nil && !unreadColumns.contains(name) {
            unreadColumns.append(name)
        }
        if let list, !list.films.isEmpty { library.lists = [list] }
    }

    /// The number of films of which only the title and the year are known.
    var filmsKnownByTitle: Int {
        let films = library.bookmarks.map(\.film) + library.cards.map(\.film) + library.lists.flatMap(\.films)
        return films.count { $0.isKnownByTitle }
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
            let isKnown = new.says(sameAs: old)
            library.details.append(card.film)
            if isKnown, card.film.ids.allSatisfy(old.film.ids.contains) { continue }
            new.changedAt = changedAt
            library.cards.append(new)
        }
        superseded.sort { $0.line < $1.line }
    }

    private mutating func add(_ film: LibraryFilm, _ row: CSVTable.Row) {
        var day = day(row, "date", "Date")
        for (key, name) in [("created", "Created"), ("collected", "collected_at")] {
            if let created = self.day(row, key, name) { day = created }
        }
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
        // Of two lines about one day, the later one counts.
        let isLater = card.watchedOn.map { day in known.watchedOn.map { day >= $0 } ?? true } ?? false
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

    /// Returns the film of a line with its own ids alone.
    private mutating func outline(_ row: CSVTable.Row) throws(LineProblem) -> LibraryFilm {
        let guids = row.guids
        let imdb = try id(row, "imdb", in: "imdbid", named: "imdbID", like: "an id such as tt6751668") ?? guids["imdb"]
        let tmdb = try id(row, "tmdb", in: "tmdbid", named: "tmdbID", like: "a number such as 496243") ?? guids["tmdb"]
        var ids = [imdb, tmdb].compactMap(\.self)
        let title = row.cells["title"] ?? row.cells["name"]
        guard title?.count ?? 0 <= Self.longestTitle else {
            throw row.problem("the title is too long")
        }
        let year = try year(row, isNeeded: ids.isEmpty)
        if ids.isEmpty, !form.namesEntries, let own = form.letterboxdID(row) { ids = [own] }
        var film = LibraryFilm(ids: ids, title: title ?? "", titles: [title].compactMap(\.self), year: year)
        guard let id = ids.first ?? film.titleID else {
            throw row.problem("expected an imdbID, a tmdbID, a LetterboxdURI, or a title and a year")
        }
        if title == nil { film.title = id.description }
        return film
    }

    /// Returns an id in a cell; one that cannot be read costs the line only if nothing else tells the film.
    private mutating func id(
        _ row: CSVTable.Row,
        _ namespace: String,
        in column: String,
        named name: String,
        like example: String
    ) throws(LineProblem) -> MovieID? {
        do throws(LineProblem) {
            return try row.id(namespace, in: column, named: name, like: example)
        } catch {
            let hasTitle = (row.cells["title"] ?? row.cells["name"]) != nil && row["year"] != nil
            let others = ["imdbid", "tmdbid"].filter { $0 != column }
            guard hasTitle || others.contains(where: { row[$0] != nil }), !error.isOfSeries else { throw error }
            remarks.append(error)
            return nil
        }
    }

    /// Returns the year of a film, which may be that of its release; `isNeeded` says that nothing else tells the film.
    private mutating func year(_ row: CSVTable.Row, isNeeded: Bool) throws(LineProblem) -> Int? {
        let released = row["releasedate"].flatMap { ImportedDay(parsing: $0)?.inUTC.year }
        guard let text = row["year"] else { return released }
        guard let found = ImportedYear(text) else {
            let problem = row.problem("Year: expected a number, found \(text.prefix(40))")
            if isNeeded { throw problem }
            remarks.append(problem)
            return released
        }
        if found.isRange {
            remarks.append(row.problem("Year: expected one year, found \(text.prefix(40)); \(found.year) is taken"))
        }
        return CallRange.years.contains(found.year) ? found.year : nil
    }

    /// Returns the film with the ids of the one that is known by its title and year, if there is only one.
    private mutating func identified(_ film: LibraryFilm, _ row: CSVTable.Row) throws(LineProblem) -> LibraryFilm {
        var film = film
        guard let titleID = film.titleID else {
            namesakes.note(film)
            return film
        }
        if film.ids.isEmpty {
            film.ids = try ids(ofTitle: titleID, film, row)
        } else {
            let found = namesakes.find(film)
            film.ids = film.ids.including(found.own)
            let isJoined = found.others.count == 1 && found.possible.count == 1
            if isJoined { film.ids = film.ids.including(found.others[0].ids) }
            if film.isKnownByTitle, isJoined || found.others.isEmpty { film.ids = film.ids.including([titleID]) }
            if !isJoined, let other = found.possible.first {
                let ids = other.ids.map(\.description).joined(separator: ", ")
                remarks.append(
                    row.problem(
                        "cannot tell whether this is your film \(ids), because there are others of this title and year; "
                            + "if it is, join the two with matches pin"
                    )
                )
            } else if isJoined, addresses[titleID]?.count ?? 0 > 1 {
                remarks.append(row.problem("your film \(titleID) is assumed to be this one of several in the file"))
            }
        }
        namesakes.note(film)
        return film
    }

    /// Returns the ids of the only film with a title and a year.
    private func ids(
        ofTitle titleID: MovieID,
        _ film: LibraryFilm,
        _ row: CSVTable.Row
    ) throws(LineProblem) -> [MovieID] {
        var film = film
        film.ids = [titleID]
        let found = namesakes.find(film)
        let films = (found.own.isEmpty ? [] : [found.own]) + found.others.map(\.ids)
        switch films.count {
        case 0: return [titleID]
        case 1: return films[0].including([titleID])
        default:
            if found.own.allSatisfy({ $0.namespace == "title" }) && !found.own.isEmpty || namesakes.isPinned(titleID) {
                return found.own.including([titleID])
            }
            let ids = films.compactMap(\.first).map(\.description).joined(separator: ", ")
            throw row.problem(
                "cannot tell which of \(films.count) films this is: \(ids); add a column imdbID or tmdbID"
            )
        }
    }

    /// Returns the film with what the line says about it, whose source is the file.
    private mutating func detailed(_ film: LibraryFilm, _ row: CSVTable.Row) -> LibraryFilm {
        if film.titles.isEmpty { return film }
        var facts = MovieFacts(ids: [:], title: film.title, year: film.year)
        for id in film.ids { facts.ids[id.namespace] = facts.ids[id.namespace] ?? id.value }
        if let original = row.cells["originaltitle"], original.count <= Self.longestTitle {
            facts.originalTitle = original
            if original != film.title { facts.titles.append(LocalizedText(original)) }
        }
        facts.runtimeMinutes = fact(row, "runtimemins") { text in
            Double(cell: text).flatMap { (1...10_000).contains($0) ? Int($0) : nil }
        }
        facts.releaseDate = fact(row, "releasedate") { ImportedDay(parsing: $0)?.inUTC }
        // A word in another language is not a genre that a filter finds.
        let words = Self.values(row["genres"])
        facts.genres = words.filter { Genre(name: $0) != nil }
        if facts.genres.count < words.count { unreadFacts.insert("genres") }
        facts.directors = Self.values(row.cells["directors"]).map { Person(name: $0) }
        return LibraryFilm(imported: facts.normalized(), of: film, languages: languages)
    }

    private mutating func fact<Fact>(_ row: CSVTable.Row, _ column: String, _ read: (String) -> Fact?) -> Fact? {
        guard let text = row[column] else { return nil }
        let fact = read(text)
        if fact == nil { unreadFacts.insert(column) }
        return fact
    }

    private static func values(_ text: String?) -> [String] {
        (text ?? "").split(scalar: ",").prefix(mostValues)
            .map { String($0.trimmed.prefix(longestTitle)) }
            .filter { !$0.isEmpty }
    }

    private mutating func card(_ row: CSVTable.Row, _ film: LibraryFilm) throws(LineProblem) -> Card {
        var card = Card(film: film, changedAt: now)
        let watchedOn = watchedDay(row, film)
        card.setWatched([watchedOn].compactMap(\.self))
        card.comment = row.cells["review"].flatMap { ["nan", "NaN"].contains($0) ? nil : $0 }
        card.marks = CardMarks(
            tags: Array(row.tags.prefix(CardMarks.mostTags)),
            isLiked: role.isLiked || row.isYes("liked"),
            isSeenBefore: watchedOn != nil && row.isYes("rewatch")
        )
        guard card.comment?.count ?? 0 <= Self.longestReview else {
            throw row.problem("Review: expected a text of at most \(Self.longestReview) characters")
        }
        switch form.rating(row) {
        case .stars(let stars): card.stars = stars
        case .between(let message): remarks.append(row.problem(message))
        case .unreadable(let message):
            // A line that says more than this is kept without it.
            guard card.watchedOn != nil || card.comment != nil else { throw row.problem(message) }
            remarks.append(row.problem(message))
        case .missing: break
        }
        let day = day(row, "date", "Date")
        if day != nil { dated.formUnion(film.ids) }
        card.changedAt = moment(of: day ?? card.watchedOn)
        return card
    }

    /// Returns the day on which the film was watched, unless nobody can have watched it then.
    private mutating func watchedDay(_ row: CSVTable.Row, _ film: LibraryFilm) -> CalendarDate? {
        guard let day = day(row, "watcheddate", "WatchedDate") else { return nil }
        // Services differ about the year of a film by one.
        let isTooEarly = film.year.map { day.year < $0 - 1 } ?? false
        if day <= today, !isTooEarly { return day }
        let reason = isTooEarly ? "before the film, which is from \(film.year ?? 0)" : "in the future"
        remarks.append(row.problem("WatchedDate: \(day) is \(reason)"))
        return nil
    }

    /// Returns the day in a cell; one that cannot be read costs the line nothing else.
    private mutating func day(_ row: CSVTable.Row, _ key: String, _ name: String) -> CalendarDate? {
        guard let text = row[key] else { return nil }
        guard let day = ImportedDay(parsing: text) else {
            remarks.append(row.problem("\(name): expected a day such as 2026-11-20, found \(text.prefix(40))"))
            return nil
        }
        return day.known(localDay)
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
        card.marks = joinedMarks(with: other)
        card.setWatched(watchedDays + other.watchedDays)
        // A line may name its film by an id alone.
        if film.titles.isEmpty { card.film = other.film }
        card.film = card.film.including(film.ids + other.film.ids)
        return card
    }

    /// Whether the cards have the same stars, comment, days, and marks.
    func says(sameAs other: Card) -> Bool {
        (stars, comment, watchedDays, marks) == (other.stars, other.comment, other.watchedDays, other.marks)
    }

    /// Whether both say something about the film that is not the same.
    fileprivate func contradicts(_ other: Card) -> Bool {
        let (mine, theirs) = (completed(with: other), other.completed(with: self))
        return (mine.stars, mine.comment) != (theirs.stars, theirs.comment)
    }
}
