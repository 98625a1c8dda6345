package import MovieDomain

/// Records the user's corrections of matches (`matches/pin`, `matches/split`, `matches/forget`), and lists the notes
/// about matches (`matches/list`).
package struct CorrectMatches: Sendable {
    package enum Correction: Hashable, Sendable {
        /// Whether two ids belong to one film or to two.
        case pair(MovieID, MatchNote.Verdict, MovieID)
        /// The source that a field of the film comes from.
        case field(MovieID, MovieField, from: ProviderID)
    }

    package let catalogue: Catalogue

    package init(catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// Records a correction, which applies from the next call on, and returns all notes about the film.
    package func note(_ correction: Correction) async throws(LibraryError) -> MatchNotes {
        switch correction {
        case .pair(let id, let verdict, let other):
            let pair = IDPair(id, other)
            if verdict == .different, let provider = await onlyHolder(of: pair) {
                throw .conflict(CorrectionConflict(.oneRecord(pair, of: provider)))
            }
            let note = MatchNote(pair, verdict, by: .user, at: catalogue.book.now)
            try await catalogue.book.correct(note)
            await catalogue.takeApart([pair], apart: verdict == .different)
            if verdict == .different { try await forgetMatches(across: pair) }
            return try await notesAfterChange(of: id)
        case .field(let id, let field, let provider):
            let now = catalogue.book.now
            try await catalogue.book.choose(FieldChoice(id: id, field: field, provider: provider, decidedAt: now))
            return try await notesAfterChange(of: id)
        }
    }

    /// Returns the pairs of ids about which the user decided, of an id and another one, or of an id and any other.
    package func pairs(of id: MovieID, with other: MovieID?) async throws(LibraryError) -> [IDPair] {
        try await catalogue.book.notes(about: id, limit: Self.wholeFilm)
            .filter { $0.author == .user && (other.map($0.pair.holds) ?? true) }
            .map(\.pair)
    }

    /// Deletes the note about a film and another id, the choice for a field, or everything noted about the film;
    /// returns the number of deleted notes and choices.
    package func forget(_ id: MovieID, with other: MovieID?, field: MovieField?) async throws(LibraryError) -> Int {
        let choices = other == nil ? try await choices(for: id) : []
        let pairs = field == nil ? try await pairs(about: id, with: other) : []
        var removed = try await catalogue.book.forget(id, with: other, field: field)
        await catalogue.takeApart(pairs, apart: false)
        // A choice holds for the film by each of its ids.
        for choice in choices where choice.id != id && (field == nil || choice.field == field) {
            removed += try await catalogue.book.forget(choice.id, with: nil, field: choice.field)
        }
        return removed
    }

    private func pairs(about id: MovieID, with other: MovieID?) async throws(LibraryError) -> [IDPair] {
        if let other { return [IDPair(id, other)] }
        return try await catalogue.book.notes(about: id, limit: Self.wholeFilm).map(\.pair)
    }

    /// Forgets that other ids of two films which the user has split were matched: those that sources themselves have
    /// beside the split ones.
    private func forgetMatches(across pair: IDPair) async throws(LibraryError) {
        let films = await catalogue.films.shown([[pair.first], [pair.second]])
        let (ids, others) = (films[0]?.ids ?? [pair.first], films[1]?.ids ?? [pair.second])
        for note in await catalogue.book.links(of: ids) where note.author == .matcher && note.verdict == .same {
            guard ids.contains(where: { note.pair.partner(of: $0).map(others.contains) ?? false }) else { continue }
            _ = try await catalogue.book.forget(note.pair.first, with: note.pair.second, field: nil)
        }
    }

    /// Returns the notes about a film, or about all films, the user's own first.
    package func list(of id: MovieID?, limit: Int) async throws(LibraryError) -> MatchNotes {
        guard let id else {
            let matches = try await catalogue.book.notes(about: nil, limit: limit)
            return MatchNotes(matches: matches, choices: try await catalogue.book.choices(for: nil))
        }
        var matches: [MatchNote] = []
        for id in await ids(of: id) {
            matches += try await catalogue.book.notes(about: id, limit: limit).filter { !matches.contains($0) }
        }
        matches = Array(matches.sorted(by: MatchNote.isListedBefore).prefix(limit))
        return MatchNotes(matches: matches, choices: try await choices(for: id))
    }

    /// Returns notes with what the films of their ids are called in earlier answers.
    package func titled(_ notes: [MatchNote]) async -> [MatchNote] {
        var titles: [MovieID: String] = [:]
        for id in Set(notes.flatMap { [$0.pair.first, $0.pair.second] }) {
            let records = await catalogue.films.records(with: id).map(\.record)
            titles[id] = records.first { $0.facts.ids[id.namespace] == id.value }?.facts.title?.text
        }
        return notes.map { note in
            var note = note
            for id in [note.pair.first, note.pair.second] { note.titles[id] = titles[id] }
            return note
        }
    }

    /// Returns the user's choices for a film by any of its ids.
    private func choices(for id: MovieID) async throws(LibraryError) -> [FieldChoice] {
        let ids = await ids(of: id)
        return try await catalogue.book.choices(for: nil).filter { ids.contains($0.id) }
    }

    /// Returns all ids of a film that are known without a request: from notes, and from cached answers.
    private func ids(of id: MovieID) async -> [MovieID] {
        let corrections = await catalogue.book.corrections()
        let linked = corrections.ids(linkedWith: [id], by: await catalogue.book.links(of: [id]))
        let known = await resolved(id).ids.merging(linked) { own, _ in own }
        return [id] + known.movieIDs.filter { $0 != id }
    }

    /// Returns a film as the cached answers describe it; `nil` if there are none, or the library learns nothing from them.
    package func known(_ id: MovieID) async -> Movie? {
        guard catalogue.library.learns else { return nil }
        let film = await resolved(id)
        return MovieMerger(policy: catalogue.policy).movie(of: film.records, match: film.explanation)
    }

    /// Puts a film together from cached answers and what was kept of earlier ones as `movies/get` does it, so nothing is
    /// sent; without them, nothing is known.
    private func resolved(_ id: MovieID) async -> Resolution {
        let catalogue = await catalogue.corrected()
        let deadline = Deadline(after: min(catalogue.timeLimit, .seconds(1)), on: catalogue.clock)
        var resolver = FilmResolver(catalogue: catalogue, deadline: deadline, purpose: .enrichment)
        resolver.cachedAnswers = .only
        resolver.known = await catalogue.known(id)
        return await resolver.resolve(ids: [id.namespace: id.value])
    }

    /// Returns the source whose record has both ids, if no other known record has either.
    private func onlyHolder(of pair: IDPair) async -> ProviderID? {
        var only: ProviderID?
        for id in [pair.first, pair.second] {
            for record in await resolved(id).records {
                let ids = record.facts.ids.movieIDs
                let held = [pair.first, pair.second].filter(ids.contains)
                if held.isEmpty { continue }
                guard held.count == 2, only == nil || only == record.provider else { return nil }
                only = record.provider
            }
        }
        return only
    }

    private static let wholeFilm = 100

    /// If reading fails here, the change still stands and must not be reported as refused.
    private func notesAfterChange(of id: MovieID) async throws(LibraryError) -> MatchNotes {
        do throws(LibraryError) { return try await list(of: id, limit: Self.wholeFilm) } catch { throw .unconfirmed }
    }
}

extension CallError {
    package init(_ failure: LibraryError) {
        self =
            switch failure {
            case .outdated(let card, let revision): .outdated(card, revision: revision)
            case .conflict(let conflict): .invalidParameter(name: "with", message: conflict.message)
            case .unavailable: .libraryUnavailable(reason: nil, advice: nil, isLasting: false)
            case .unusable(let reason, let advice, let isLasting):
                .libraryUnavailable(reason: reason, advice: advice, isLasting: isLasting)
            case .unconfirmed: .changeUnconfirmed
            }
    }
}
