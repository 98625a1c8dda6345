package import MovieDomain
import SQLite

extension LibraryFile {
    @discardableResult
    package func add(
        _ library: Library,
        _ way: LibraryAddition,
        completing: @escaping DetailCompletion
    ) async throws(LibraryError) -> LibraryAdditions {
        try await changing { database throws(SQLiteError) in
            var adding = LibraryAdding(
                database: database,
                corrections: try database.corrections(),
                way: way,
                completing: completing
            )
            return try adding.add(library)
        }
    }
}

/// The addition of one library to another, in one transaction.
///
/// All films are stored first. So the cards of films that turn out to be one are joined together, and the result does
/// not depend on the order in which they are found.
private struct LibraryAdding {
    let database: SQLiteConnection
    let corrections: Corrections
    let way: LibraryAddition
    let completing: DetailCompletion
    private var added = LibraryAdditions()
    /// The film that each film became which is no longer there.
    private var successors: [Int: Int] = [:]
    /// The cards, as they were before, of films that became one.
    private var cardsBefore: [Int: [Card]] = [:]

    init(
        database: SQLiteConnection,
        corrections: Corrections,
        way: LibraryAddition,
        completing: @escaping DetailCompletion
    ) {
        self.database = database
        self.corrections = corrections
        self.way = way
        self.completing = completing
    }

    mutating func add(_ library: Library) throws(SQLiteError) -> LibraryAdditions {
        // The newest comes last, as it was added.
        let bookmarks = Array(library.bookmarks.reversed())
        let bookmarked = try rows(of: bookmarks.map(\.film))
        for film in library.details {
            let film = film.separated(by: corrections.split)
            try database.complete(film, apartFrom: corrections, completing)
        }
        let carded = try rows(of: library.cards.map(\.film))
        let listed = try library.lists.map { list throws(SQLiteError) in try rows(of: list.films) }
        if way == .joining { try unitePinned() }
        for entry in library.history.reversed() { count(try database.add(entry), \.history) }
        try database.shrinkHistory()
        for (bookmark, row) in zip(bookmarks, bookmarked) { try add(bookmark, current(row)) }
        var cards: [(row: Int, cards: [Card])] = []
        var places: [Int: Int] = [:]
        for (card, row) in zip(library.cards, carded) {
            let row = current(row)
            let place = places[row] ?? cards.count
            if place == cards.count { cards.append((row, [])) }
            places[row] = place
            cards[place].cards.append(card)
        }
        for (row, cards) in cards { try add(cards, row) }
        for (list, rows) in zip(library.lists, listed) { try add(list, rows.map(current)) }
        return added
    }

    // MARK: Films

    private mutating func rows(of films: [LibraryFilm]) throws(SQLiteError) -> [Int] {
        var rows: [Int] = []
        for film in films {
            let film = film.separated(by: corrections.split)
            try database.complete(film, apartFrom: corrections, completing)
            let known = try database.filmRows(of: film, apartFrom: corrections)
            try noteUnion(of: known)
            rows.append(try database.put(film, in: known, keepsDetails: true))
        }
        return rows
    }

    /// Makes one film of the films that the user pinned, unless a source tells them apart, which other corrections settle.
    private mutating func unitePinned() throws(SQLiteError) {
        for pair in corrections.pinned.sorted(by: { ($0.first, $0.second) < ($1.first, $1.second) }) {
            let rows = try database.filmRows(of: [pair.first, pair.second])
            guard rows.count > 1 else { continue }
            let ids = Set(try database.films(rows).flatMap(\.ids))
            guard !ids.contains(where: { $0.namespace == pair.first.namespace && $0 != pair.first }),
                !ids.contains(where: { $0.namespace == pair.second.namespace && $0 != pair.second })
            else { continue }
            try noteUnion(of: rows)
            _ = try database.unite(rows)
        }
    }

    /// Notes the cards of films before one is made of them.
    private mutating func noteUnion(of rows: [Int]) throws(SQLiteError) {
        guard way == .joining, rows.count > 1, let first = rows.min() else { return }
        var cards: [Card] = []
        for row in rows {
            if let known = cardsBefore[row] { cards += known } else { cards += try database.cards(ofFilms: [row]) }
        }
        for row in rows where row != first {
            successors[row] = first
            cardsBefore[row] = nil
        }
        cardsBefore[first] = cards
    }

    private func current(_ row: Int) -> Int {
        var row = row
        while let next = successors[row] { row = next }
        return row
    }

    // MARK: Entries

    private mutating func count(_ isChanged: Bool, _ kind: WritableKeyPath<LibraryAdditions, Int>) {
        added[keyPath: isChanged ? kind : \.unchanged] += 1
    }

    private mutating func add(_ bookmark: Bookmark, _ row: Int) throws(SQLiteError) {
        let isNew = try database.addBookmark(row, at: bookmark.addedAt)
        guard !isNew, way == .joining else { return count(isNew, \.bookmarks) }
        let isEarlier = try database.run(
            "UPDATE bookmarks SET added_at = ?2 WHERE film = ?1 AND added_at > ?2",
            [.integer(row), .integer(bookmark.addedAt.secondsSinceEpoch)]
        )
        count(isEarlier > 0, \.bookmarks)
    }

    private mutating func add(_ cards: [Card], _ row: Int) throws(SQLiteError) {
        let known = try database.cards(ofFilms: [row]).first
        switch way {
        case .joining:
            guard var joined = Card.joined((cardsBefore[row] ?? [known].compactMap(\.self)) + cards) else { return }
            joined.film = known?.film ?? joined.film
            if joined != known { try database.put(joined, in: row) }
            guard let known else { return added.cards += 1 }
            let isChanged = !known.hasOpinion(of: joined)
            if isChanged { added.joined.count(known, joined: joined) }
            count(isChanged, \.cards)
        case .replacing:
            // Times are whole seconds: of two changes in one second, this is the later one.
            guard let card = cards.last, known.map({ $0.changedAt <= card.changedAt }) ?? true else {
                return added.unchanged += 1
            }
            try database.put(card, in: row)
            count(known.map { !$0.hasOpinion(of: card) } ?? true, \.cards)
        }
    }

    private mutating func add(_ list: FilmList, _ rows: [Int]) throws(SQLiteError) {
        var films: [Int] = []
        var seen: Set<Int> = []
        for row in rows where seen.insert(row).inserted { films.append(row) }
        let new = FilmOrder(name: list.name, films: films, changedAt: list.changedAt)
        guard let (number, known) = try database.order(ofList: list.name) else {
            try database.put(new, inList: try database.listRow(list.name, at: list.changedAt))
            return added.lists += 1
        }
        var joined = known
        switch way {
        case .joining:
            var ids: [Int: String] = [:]
            for row in Set(known.films + films) { ids[row] = try database.firstID(ofFilm: row) }
            joined = known.joined(with: new) { ids[$0] ?? "" }
        case .replacing:
            let own = Set(known.films)
            joined.films += films.filter { !own.contains($0) }
            if joined.films != known.films { joined.changedAt = max(known.changedAt, list.changedAt) }
        }
        if joined != known { try database.put(joined, inList: number) }
        count(joined.films != known.films || joined.name != known.name, \.lists)
    }
}

extension Card {
    /// Returns whether both cards have the same stars, comment, days, and marks.
    fileprivate func hasOpinion(of other: Card) -> Bool {
        (stars, comment) == (other.stars, other.comment) && watchedDays == other.watchedDays && marks == other.marks
    }
}
