package import MovieDomain
import MovieMatching

/// Looks at the sources for the film with a title and a year (`library/identify`).
package struct IdentifyFilm: Hashable, Sendable {
    package enum Finding: Hashable, Sendable {
        case found(Movie)
        /// The films that may be the one: several are, or the only one is not certain enough.
        case undecided([Movie])
        case unknown
    }

    package var film: LibraryFilm
    package var providers: [ProviderID]

    /// The least confidence of a match that is stored.
    package static let leastConfidence = 0.9
    private static let mostCandidates = 5

    package init(film: LibraryFilm, providers: [ProviderID] = []) {
        self.film = film
        self.providers = providers
    }

    /// Searches for the film by its title, and decides among the results by the rules for records of several sources.
    package func run(in catalogue: Catalogue) async throws(CallError) -> (finding: Finding, sources: [ProviderReport]) {
        var search = SearchMovies(text: film.title, year: film.year)
        search.providers = providers
        let result = try await search.run(in: catalogue)
        return (finding(among: result.movies, catalogue.matcher), result.sources)
    }

    private func finding(among movies: [Movie], _ matcher: Matcher) -> Finding {
        let ids = film.ids.map { ($0.namespace, $0.value) }
        let wanted = MovieFacts(
            ids: Dictionary(ids) { first, _ in first },
            title: film.title,
            year: film.year
        )
        let records =
            [MovieRecord(provider: "library", facts: wanted)]
            + movies.map { MovieRecord(provider: "sources", facts: $0.facts) }
        guard let own = matcher.clusters(of: records).first(where: { $0.members.contains(0) }) else { return .unknown }
        let candidates = Set(own.members + own.rivals).filter { $0 > 0 }.sorted().map { movies[$0 - 1] }
        guard let first = candidates.first else {
            // A title without a year says too little for a match.
            let title = TitleKey(film.title).text
            guard film.year == nil, !title.isEmpty else { return .unknown }
            let namesakes = movies.filter { movie in
                movie.facts.allTitles.contains { TitleKey($0.text).text == title }
                    && !film.ids.contains { own in
                        movie.ids.contains { matcher.corrections.split.contains(IDPair(own, $0)) }
                    }
            }
            return namesakes.isEmpty ? .unknown : .undecided(Array(namesakes.prefix(Self.mostCandidates)))
        }
        guard candidates.count == 1, let match = own.explanation, match.confidence >= Self.leastConfidence else {
            return .undecided(Array(candidates.prefix(Self.mostCandidates)))
        }
        var movie = first
        movie.match = match
        return .found(movie)
    }
}
