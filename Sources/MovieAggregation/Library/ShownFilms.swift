import MovieDomain

/// The ids by which answers show films.
extension Catalogue {
    /// Returns the films of an answer with the ids that earlier answers matched with theirs, each by the id by which it was
    /// shown first, so that a film has the same id whichever sources answer, and whatever they say about it later.
    ///
    /// Unless they are only a part of a list, whose rows are not matched yet, these are the ids of new films from now on.
    func shown(_ movies: [Movie], _ merging: MovieMerger, isPart: Bool = false) async -> [Movie] {
        guard !movies.isEmpty else { return [] }
        let before = await shownBefore(movies)
        let linked = await linked(movies, before, merging)
        let films = zip(linked, before).map { named($0, by: $1?.firstID) }
        if !isPart {
            let told = films.filter(\.hasTitle).map(LibraryFilm.init(outlineOf:)).compactMap(self.films.current)
            self.films.learn(told, keys: LibraryFilm.keys)
        }
        return films
    }

    /// Returns a person with the films as answers show them.
    func shown(_ person: PersonProfile, languages: [String]) async -> PersonProfile {
        let merging = MovieMerger(policy: policy.preferring(languages: languages))
        let films = merging.identified(await shown(person.films.map(\.movie), merging))
        var person = person
        for (index, film) in films.enumerated() { person.films[index].movie = film }
        return person
    }

    /// Returns each film as it was shown first, or as the library has it; `nil` for a film that is new.
    ///
    /// Every film of a recording is new, so that the same call always gets the same answer.
    private func shownBefore(_ movies: [Movie]) async -> [ShownFilm?] {
        guard !isRecorded else { return movies.map { _ in nil } }
        return zip(movies, await films.shown(movies.map(\.ids))).map { movie, shown in
            let own = kept?.film(movie)
            guard let id = shown?.firstID ?? own.flatMap({ MovieID.preferred(among: $0.ids) }) else { return nil }
            return ShownFilm(firstID: id, ids: (shown?.ids ?? []) + (own?.ids ?? []))
        }
    }

    /// Takes the films of earlier answers with the ids of some pairs apart, so that none has both ids of a pair.
    ///
    /// What only a match joined is matched again by the next answers.
    func takeApart(_ pairs: [IDPair], apart: Bool = true) async {
        guard !isRecorded, !pairs.isEmpty else { return }
        let ids = Set(pairs.flatMap { [$0.first, $0.second] }).sorted()
        await films.regroup(ids, apart: apart ? Set(pairs) : [], keys: LibraryFilm.keys)
    }

    /// Returns a film of earlier answers by the id by which answers show it: in a recording, by the best one.
    func asShown(_ match: IndexedMatch) async -> IndexedMatch {
        var match = match
        if isRecorded, let ids = await films.film(with: match.id)?.ids {
            match.id = MovieID.preferred(among: ids) ?? match.id
        }
        return match
    }

    /// Returns the film by its first id, if it has that one.
    private func named(_ movie: Movie, by firstID: MovieID?) -> Movie {
        guard let firstID, movie.facts.ids[firstID.namespace] == firstID.value else { return movie }
        var film = movie
        film.id = firstID
        return film
    }
}

extension Movie {
    /// Whether the film has no id in the namespace of one.
    func lacks(_ id: MovieID) -> Bool { facts.ids[id.namespace] == nil }

    fileprivate var hasTitle: Bool { facts.title != nil || facts.originalTitle != nil }
}
