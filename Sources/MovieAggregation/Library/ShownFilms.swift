import MovieDomain

/// The ids by which answers show films.
extension Catalogue {
    /// Returns the films of an answer with the ids that earlier answers matched with theirs, each by the id by which it was
    /// shown first, so that a film has the same id whichever sources answer, and whatever they tell of it later.
    ///
    /// Unless they are only a part of a list, whose rows are not matched yet, these are the ids of new films from now on.
    func shown(_ movies: [Movie], _ merging: MovieMerger, isPart: Bool = false) async -> [Movie] {
        guard !movies.isEmpty else { return [] }
        let firstIDs = await firstIDs(of: movies)
        let linked = await linked(movies, firstIDs, merging)
        var films: [Movie] = []
        for (movie, firstID) in zip(linked, firstIDs) {
            films.append(await named(movie, by: firstID, among: linked, merging))
        }
        if !isPart {
            self.films.learn(films.filter(\.hasTitle).map(LibraryFilm.init(outlineOf:)), keys: LibraryFilm.keys)
        }
        return films
    }

    /// Returns the id by which each film was shown first, or that it has in the library; `nil` for a film that is new.
    ///
    /// Every film of a recording is new, so that the same call always gets the same answer.
    private func firstIDs(of movies: [Movie]) async -> [MovieID?] {
        guard !isRecorded else { return movies.map { _ in nil } }
        return zip(movies, await films.firstIDs(of: movies.map(\.ids))).map { movie, firstID in
            firstID ?? kept?.film(movie).flatMap { MovieID.preferred(among: $0.ids) }
        }
    }

    /// Returns a film of earlier answers by the id by which answers show it: in a recording, by the best one.
    func asShown(_ match: IndexedMatch) async -> IndexedMatch {
        var match = match
        if isRecorded, let ids = await films.film(with: match.id)?.ids {
            match.id = MovieID.preferred(among: ids) ?? match.id
        }
        return match
    }

    /// Returns the film by its first id, if it has that one, or if the source that gave it or the library says so.
    private func named(
        _ movie: Movie,
        by firstID: MovieID?,
        among movies: [Movie],
        _ merging: MovieMerger
    ) async -> Movie {
        guard let firstID, firstID != movie.id else { return movie }
        var film = movie
        if movie.lacks(firstID) {
            let isTaken = movies.contains { $0.facts.ids[firstID.namespace] == firstID.value }
            guard !isTaken, merging.prefers(firstID.namespace), await isOne(movie, firstID) else { return movie }
            film = merging.adding([firstID.namespace: firstID.value], to: movie)
        }
        if film.facts.ids[firstID.namespace] == firstID.value { film.id = firstID }
        return film
    }

    private func isOne(_ movie: Movie, _ id: MovieID) async -> Bool {
        if let film = kept?.film(movie), film.ids.contains(id) { return true }
        return await known(id).contains { record in
            let ids = record.facts.ids.movieIDs
            return ids.contains(id) && ids.contains(where: movie.ids.contains)
        }
    }
}

extension Movie {
    /// Whether the film has no id in the namespace of one.
    func lacks(_ id: MovieID) -> Bool { facts.ids[id.namespace] == nil }

    fileprivate var hasTitle: Bool { facts.title != nil || facts.originalTitle != nil }
}
