import MovieDomain
import MovieMatching

extension Catalogue {
    /// Returns the films of an answer with the ids that earlier answers matched with theirs, so that a film has the same
    /// id whichever of its sources answer.
    ///
    /// An id that another film of the answer has, or would get too, is not added: these are two films.
    func linked(_ movies: [Movie], _ merging: MovieMerger) async -> [Movie] {
        let lacking = movies.filter(merging.mayHaveBetterID)
        guard !lacking.isEmpty else { return movies }
        let links = await book.links(of: Set(lacking.flatMap(\.facts.ids.movieIDs)).sorted())
        let undone = Set(links.filter(\.isUndone).map(\.pair))
        let sure = links.filter { $0.verdict == .same && !undone.contains($0.pair) }
        guard !sure.isEmpty else { return movies }
        let added = movies.map { movie -> [String: String] in
            merging.mayHaveBetterID(movie)
                ? matcher.corrections.ids(linkedWith: movie.facts.ids.movieIDs, by: sure) : [:]
        }
        var holders: [MovieID: Int] = [:]
        for (movie, ids) in zip(movies, added) {
            for id in movie.facts.ids.movieIDs + ids.movieIDs { holders[id, default: 0] += 1 }
        }
        return zip(movies, added).map { movie, ids in
            let own = ids.filter {
                merging.prefers($0.key) && holders[MovieID(namespace: $0.key, value: $0.value)] == 1
            }
            guard !own.isEmpty else { return movie }
            let pairs = Set(movie.facts.ids.movieIDs.flatMap { id in own.movieIDs.map { IDPair(id, $0) } })
            let confidence = sure.filter { pairs.contains($0.pair) }.map(\.confidence).min() ?? 1
            var film = merging.adding(own, to: movie)
            film.match =
                film.match ?? MatchExplanation(confidence: confidence, reasons: [MatchExplanation.matchedBefore])
            return film
        }
    }
}
