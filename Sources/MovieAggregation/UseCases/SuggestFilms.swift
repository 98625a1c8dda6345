package import MovieDomain

/// Completes the beginning of a title or a query from what is already known (`movies/suggest`), without asking a
/// source.
package struct SuggestFilms: Sendable {
    package let catalogue: Catalogue

    package init(catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// Returns past queries first, then films of the library, then films of earlier answers; each film once.
    ///
    /// If the library cannot be read, it has no part in the suggestions.
    package func run(prefix: String, limit: Int) async -> [Suggestion] {
        let typed = TitleKey(prefix)
        guard !typed.text.isEmpty else { return [] }
        var suggestions: [Suggestion] = []
        let (library, keys) = (catalogue.library, catalogue.titleKeys)
        let (queries, films) = await remembered
        for entry in queries where suggestions.count < limit && keys[entry.query].begins(with: typed) {
            suggestions.append(Suggestion(title: entry.query, origin: .history))
        }
        var known: Set<MovieID> = []
        let kept = await library.ids()
        let namespaces = catalogue.namespaces
        let begun = Array(
            films.lazy.compactMap { film in film.match(typed, keys, namespaces).map { (film, $0) } }.prefix(limit)
        )
        let firstIDs = await catalogue.films.firstIDs(of: begun.map(\.0.ids))
        for ((film, found), firstID) in zip(begun, firstIDs) where known.isDisjoint(with: film.ids) {
            var match = found
            if let firstID, film.ids.contains(firstID), namespaces.contains(firstID.namespace) { match.id = firstID }
            known.formUnion(film.ids)
            let own = kept?.film(with: film.ids)
            suggestions.append(
                Suggestion(match, own?.isBookmarked == true ? .bookmark : own?.card != nil ? .card : .list)
            )
        }
        for match in await catalogue.films.films(beginningWith: typed.text, in: namespaces, limit: limit)
        where known.insert(match.id).inserted {
            suggestions.append(Suggestion(await catalogue.asShown(match), .cache))
        }
        return Array(suggestions.prefix(limit))
    }

    private var remembered: (queries: [HistoryEntry], films: [LibraryFilm]) {
        get async {
            let library = catalogue.library
            do throws(LibraryError) {
                let queries = try await library.history(prefix: "", limit: Library.longestHistory)
                return (queries, try await library.films())
            } catch {
                // Whoever types can do nothing about it; the log and the library's own methods say what is wrong.
                return ([], [])
            }
        }
    }
}

/// A title or query that completes the typed text.
package struct Suggestion: Hashable, Sendable {
    package enum Origin: String, CaseIterable, Sendable {
        /// A query that found something.
        case history
        case bookmark, card, list
        /// A film of an earlier answer.
        case cache
    }

    /// A film's title, or a query.
    package var title: String
    package var id: MovieID?
    package var year: Int?
    /// The film's title that matches the typed text, if it is not ``title``.
    package var matchedTitle: String?
    package var origin: Origin

    package init(title: String, id: MovieID? = nil, year: Int? = nil, origin: Origin) {
        self.title = title
        self.id = id
        self.year = year
        self.origin = origin
    }

    fileprivate init(_ match: IndexedMatch, _ origin: Origin) {
        self.init(title: match.title, id: match.id, year: match.year, origin: origin)
        if match.matchedTitle != match.title { matchedTitle = match.matchedTitle }
    }
}

extension LibraryFilm {
    /// Returns the film with the title that matches, by an id in one of the namespaces if it has one.
    fileprivate func match(_ typed: TitleKey, _ keys: TitleKeyMemory, _ namespaces: Set<String>) -> IndexedMatch? {
        guard let matched = ([title] + titles).first(where: { keys[$0].begins(with: typed) }),
            let id = ids.first(where: { namespaces.contains($0.namespace) }) ?? ids.first
        else { return nil }
        return IndexedMatch(id: id, title: title, year: year, matchedTitle: matched)
    }
}
