package import MovieDomain
import SQLite
import Synchronization

extension LibraryFile: LibraryStore {
    package func ids() async -> LibraryIDs? { await current()?.ids }

    package func changes(since revision: Int?) async throws(LibraryError) -> LibraryChange {
        try await reading { database throws(SQLiteError) in
            try database.snapshot { () throws(SQLiteError) in
                let known = if let revision { revision } else { try database.revision() }
                return try database.changes(since: known, apartFrom: nil)
            }
        }
    }

    package func bookmarks() async throws(LibraryError) -> [Bookmark] {
        try await scanning { database throws(SQLiteError) in try database.bookmarks() }
    }

    package func cards() async throws(LibraryError) -> [Card] {
        try await scanning { database throws(SQLiteError) in try database.cards() }
    }

    package func bookmarks(
        _ query: LibraryQuery,
        at places: Range<Int>
    ) async throws(LibraryError) -> LibraryPage<Bookmark> {
        try await querying { database throws(SQLiteError) in
            let selection = query.select(try database.bookmarkOutlines(for: query))
            return LibraryPage(entries: try database.bookmarks(ofFilms: selection.films.part(places)), of: selection)
        }
    }

    package func cards(
        _ query: LibraryQuery,
        at places: Range<Int>
    ) async throws(LibraryError) -> LibraryPage<Card> {
        try await querying { database throws(SQLiteError) in
            let selection = query.select(try database.cardOutlines(for: query))
            return LibraryPage(entries: try database.cards(ofFilms: selection.films.part(places)), of: selection)
        }
    }

    package func films(
        ofList name: String,
        _ query: LibraryQuery,
        at places: Range<Int>
    ) async throws(LibraryError) -> (list: FilmListSummary, page: LibraryPage<LibraryFilm>)? {
        try await querying { database throws(SQLiteError) in
            guard let (row, list) = try database.summary(ofList: name) else { return nil }
            let selection = query.select(try database.outlines(ofList: row, for: query))
            return (list, LibraryPage(entries: try database.films(selection.films.part(places)), of: selection))
        }
    }

    package func cardOutlooks() async throws(LibraryError) -> [CardOutlook] {
        try await querying { database throws(SQLiteError) in try database.cardOutlooks() }
    }

    package func genres() async throws(LibraryError) -> Set<String> {
        try await scanning { database throws(SQLiteError) in try database.genres() }
    }

    package func standings(of films: [[MovieID]]) async throws(LibraryError) -> [LibraryStanding] {
        try await reading { database throws(SQLiteError) in
            try database.standings(of: films, apartFrom: try database.corrections())
        }
    }

    /// Reads from all films in one state of the file, and has the facts stored that must be read from documents.
    private func querying<Value: Sendable>(_ work: @escaping DatabaseWork<Value>) async throws(LibraryError) -> Value {
        try await scanning { [self] database throws(SQLiteError) in
            if try database.lacksFacts(), !addsFacts.exchange(true, ordering: .relaxed) {
                writes.schedule { [self] in addFacts() }
            }
            return try database.snapshot { () throws(SQLiteError) in try work(database) }
        }
    }

    /// Stores facts until no film lacks them, each time for as many films as keep other changes waiting only briefly.
    private func addFacts() {
        let lacksFacts = writes.attempt { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in
                try database.addFacts(atMost: 1_000)
                return try database.lacksFacts()
            }
        }
        if lacksFacts == true { writes.schedule { [self] in addFacts() } }
    }

    package func films() async throws(LibraryError) -> [LibraryFilm] {
        try await scanning { [self] database throws(SQLiteError) in
            let version = try version(of: database)
            if let known = films.withLock(\.self), known.version == version { return known.films }
            let current = try database.films()
            films.withLock { $0 = (version, current) }
            return current
        }
    }

    package func outdated(
        at moment: Timestamp,
        after id: MovieID?,
        limit: Int
    ) async throws(LibraryError) -> OutdatedFilms {
        try await scanning { database throws(SQLiteError) in
            try database.outdated(at: moment, after: id, limit: limit)
        }
    }

    package func film(_ id: MovieID) async throws(LibraryError) -> LibraryFilm? {
        try await reading { database throws(SQLiteError) in try database.film(id) }
    }

    package func entry(of film: LibraryFilm) async throws(LibraryError) -> LibraryEntry {
        try await glancing { database throws(SQLiteError) in
            let corrections = try database.corrections()
            return LibraryEntry(
                card: try database.card(of: film, apartFrom: corrections),
                lists: try database.lists(with: film, apartFrom: corrections)
            )
        }
    }

    package func history(prefix: String, limit: Int) async throws(LibraryError) -> [HistoryEntry] {
        try await reading { database throws(SQLiteError) in
            try database.history(prefix: prefix, limit: limit)
        }
    }

    package func remember(_ query: String) {
        let entry = HistoryEntry(query: query, searchedAt: now)
        writeLater { $0.add(entry) }
    }

    package func refresh(_ film: LibraryFilm, inBackground: Bool) {
        if learns { writeLater { $0.add(film, inBackground: inBackground) } }
    }

    package func removeHistory(_ query: String?) async throws(LibraryError) -> Int {
        await writeWaiting()
        return try await changing { database throws(SQLiteError) in
            try database.forgetRecordedHistory(query)
            return try database.removeHistory(query)
        }
    }

    /// Writes the pending data, so that a query is in the history as soon as it has been answered.
    func writeWaiting() async {
        guard waiting.withLock({ !$0.isEmpty }) else { return }
        _ = await writes.done(within: settings.busyTimeout) { self.writeNow() }
    }

    /// Returns a film as far as the library takes it from sources.
    ///
    /// If it does not learn from them, this is the kept film as it is, or a new one without the ids of others. The first
    /// id is the one that the user gave.
    private func admitted(_ film: LibraryFilm, in database: SQLiteConnection) throws(SQLiteError) -> LibraryFilm {
        guard !learns, let own = film.ids.first else { return film }
        if let kept = try database.film(own) { return kept }
        let rows = try database.filmRows(of: film, apartFrom: try database.corrections())
        if let kept = try database.films(Array(rows.prefix(1))).first { return kept }
        var free: [MovieID] = []
        for id in film.ids where try database.filmRows(of: [id]).isEmpty { free.append(id) }
        return free == film.ids
            ? film : LibraryFilm(ids: free, title: film.title, titles: film.titles, year: film.year)
    }

    package func addBookmark(_ film: LibraryFilm) async throws(LibraryError) -> Bookmark {
        let moment = now
        return try await changing { [self] database throws(SQLiteError) in
            let film = try admitted(film, in: database)
            return try database.addBookmark(film, at: moment, apartFrom: try database.corrections()).bookmark
        }
    }

    package func removeBookmark(_ id: MovieID) async throws(LibraryError) -> Bool {
        try await changing { database throws(SQLiteError) in
            try database.remove(id, from: .bookmarks)
        }
    }

    package func putCard(_ change: CardChange, of film: LibraryFilm) async throws(LibraryError) -> WrittenCard {
        let moment = now
        let (written, isOutdated) = try await changing { [self] database throws(SQLiteError) in
            let (film, corrections) = (try admitted(film, in: database), try database.corrections())
            let old = try database.card(of: film, apartFrom: corrections)
            let rows = try database.filmRows(of: film, apartFrom: corrections)
            if let known = change.expectedRevision, try database.hasChangedCard(of: rows, film, since: known) {
                return (WrittenCard(card: old, revision: try database.revision()), true)
            }
            if let card = change.applied(to: old, of: film, at: moment) {
                try database.putCard(card, apartFrom: corrections)
            } else {
                for row in rows { try database.removeCard(ofFilm: row) }
            }
            for row in try database.filmRows(of: film, apartFrom: corrections) {
                if change.removesBookmark {
                    try database.run("DELETE FROM bookmarks WHERE film = ?", [.integer(row)])
                }
                try database.removeUnused(row)
            }
            // The stored film may have more details than the given one.
            let card = try database.card(of: film, apartFrom: corrections)
            return (WrittenCard(card: card, revision: try database.revision()), false)
        }
        if isOutdated { throw .outdated(written.card, revision: written.revision) }
        return written
    }

    package func replaceFilm(_ id: MovieID, with film: LibraryFilm) async throws(LibraryError) {
        try await changing { database throws(SQLiteError) in
            guard let row = try database.filmRows(of: [id]).first else { return }
            try database.run("DELETE FROM film_ids WHERE film = ?", [.integer(row)])
            // Details are stored over none, also those of a film of which only the ids and the title are known.
            try database.run("UPDATE films SET document = x'' WHERE film = ?", [.integer(row)])
            var free = film
            // An id that another film has is its own.
            for id in film.ids where try !database.filmRows(of: [id]).isEmpty { free.ids.removeAll { $0 == id } }
            try database.set(free, row)
        }
    }

    package func unite(_ pair: IDPair, as film: LibraryFilm) async throws(LibraryError) {
        await writeWaiting()
        try await changing { database throws(SQLiteError) in
            let rows = try database.filmRows(of: [pair.first, pair.second])
            guard let row = try database.unite(rows) else { return }
            try database.set(film, row)
        }
    }

    package func connect(_ film: LibraryFilm) async throws(LibraryError) -> Bool {
        guard learns else { return true }
        return try await changing { database throws(SQLiteError) in
            let corrections = try database.corrections()
            let same = try database.filmRows(of: film, apartFrom: corrections)
            if try database.cardCount(of: same) > 1, !(try database.films(same).map(\.ids)).contradict {
                _ = try database.unite(same)
            }
            // Also of films that another id tells apart: the one that this film turns out to be has one card.
            guard try database.cardCount(of: try database.filmRows(of: film.ids)) < 2 else { return false }
            return try database.refresh(film, apartFrom: corrections)
        }
    }

    package func removeCard(_ id: MovieID) async throws(LibraryError) -> Bool {
        try await changing { database throws(SQLiteError) in try database.remove(id, from: .cards) }
    }

    package func lists() async throws(LibraryError) -> [FilmListSummary] {
        try await reading { database throws(SQLiteError) in try database.lists() }
    }

    package func list(_ name: String) async throws(LibraryError) -> FilmList? {
        try await scanning { database throws(SQLiteError) in try database.list(name) }
    }

    package func add(_ film: LibraryFilm, toList name: String, at place: Int?) async throws(LibraryError) {
        let moment = now
        try await changing { [self] database throws(SQLiteError) in
            let film = try admitted(film, in: database)
            let row = try database.put(film, apartFrom: try database.corrections())
            try database.put(film: row, inList: try database.listRow(name, at: moment), at: place, on: moment)
        }
    }

    package func remove(_ id: MovieID, fromList name: String) async throws(LibraryError) -> Bool {
        let moment = now
        return try await changing { database throws(SQLiteError) in
            try database.remove(id, fromList: name, at: moment)
        }
    }

    package func removeList(_ name: String) async throws(LibraryError) -> Bool {
        try await changing { database throws(SQLiteError) in try database.removeList(name) }
    }

    package func renameList(_ name: String, to newName: String) async throws(LibraryError) -> FilmListRenaming {
        try await changing { database throws(SQLiteError) in try database.renameList(name, to: newName) }
    }
}

extension [[MovieID]] {
    /// Whether two films have different ids in one namespace, so that they are not the same one.
    fileprivate var contradict: Bool {
        var known: [String: (film: Int, value: String)] = [:]
        for (film, ids) in enumerated() {
            for id in ids where id.namespace != "title" {
                if let other = known[id.namespace], other.film != film, other.value != id.value { return true }
                known[id.namespace] = known[id.namespace] ?? (film, id.value)
            }
        }
        return false
    }
}

extension [Int] {
    /// Returns the films at some places, as far as there are any.
    fileprivate func part(_ places: Range<Int>) -> [Int] {
        Array(dropFirst(places.lowerBound).prefix(places.count))
    }
}
