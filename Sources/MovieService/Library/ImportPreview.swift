import MovieAggregation
import MovieDomain

extension MethodContext {
    /// Tells what an import of a document would change, and changes nothing.
    func preview(_ document: LibraryDocument) async throws(ServiceError) -> LibraryImportResult {
        let known = await (try catalogue).book.corrections()
        var result = try await preview(document.library, .joining)
        let corrections = MatchNotes(
            matches: document.corrections.matches.filter { note in
                !(note.verdict == .same ? known.pinned : known.split).contains(note.pair)
            },
            choices: document.corrections.choices.filter { known.choices[$0.id]?[$0.field] != $0.provider }
        )
        (result.matches, result.fields) = (corrections.matches.count, corrections.choices.count)
        result.preview?.corrections = corrections
        return result
    }

    /// Tells what an import of these entries would change, and changes nothing.
    func preview(
        _ added: Library,
        _ rule: LibraryAddition = .replacing
    ) async throws(ServiceError) -> LibraryImportResult {
        let changes = try await library { store async throws(LibraryError) in
            try await added.changes(to: store, rule)
        }
        var result = LibraryImportResult()
        (result.history, result.bookmarks) = (changes.history.count, changes.bookmarks.count)
        (result.cards, result.lists) = (changes.cards.count, changes.lists.count)
        result.preview = LibraryDocument(library: changes, corrections: MatchNotes(matches: [], choices: []))
        return result
    }
}

extension Library {
    /// Returns the entries that the kept library would get, or that would take the place of others.
    fileprivate func changes(
        to store: any LibraryStore,
        _ rule: LibraryAddition
    ) async throws(LibraryError) -> Library {
        var changes = Library()
        let queries = try await store.history(prefix: "", limit: Self.longestHistory).map(\.query)
        let keys = Set(queries.map(HistoryEntry.key))
        changes.history = history.filter { !keys.contains(HistoryEntry.key(of: $0.query)) }
        let bookmarked = FilmPlaces(try await store.bookmarks().map(\.film.ids))
        changes.bookmarks = bookmarks.filter { bookmarked.first($0.film) == nil }
        let known = try await store.cards()
        let places = FilmPlaces(known.map(\.film.ids))
        changes.cards = cards.compactMap { card in
            guard let old = places.first(card.film).map({ known[$0] }) else { return card }
            let new = rule == .joining ? Card.joined([old, card]) ?? card : card
            return old.changedAt <= new.changedAt && !new.says(sameAs: old) ? new : nil
        }
        for list in lists {
            let old = try await store.list(list.name)
            let places = FilmPlaces(old?.films.map(\.ids) ?? [])
            let films = list.films.filter { places.first($0) == nil }
            guard old == nil || !films.isEmpty else { continue }
            changes.lists.append(FilmList(name: list.name, films: films, changedAt: list.changedAt))
        }
        return changes
    }
}
