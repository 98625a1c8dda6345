package import MovieDomain

/// Merges the records of several sources into one film, and names the sources of every field.
///
/// The result depends on the policy and the content of the records, but not on their order or on duplicates.
package struct MovieMerger: Sendable {
    /// The policy that decides which source wins.
    package let policy: MergePolicy

    /// The namespaces whose ids are preferred, best first.
    private let preferred: [String]

    package init(policy: MergePolicy) {
        self.policy = policy
        preferred = MovieID.preferredNamespaces + policy.order.map(\.rawValue)
    }

    /// Returns the film that `records` describe; `nil` only if there are none.
    package func movie(of records: [MovieRecord], match: MatchExplanation? = nil) -> Movie? {
        movie(of: records, at: Array(records.indices), match: match)
    }

    /// Returns the film that the records at some positions describe; `nil` only if there are none.
    package func movie(of records: [MovieRecord], at members: [Int], match: MatchExplanation? = nil) -> Movie? {
        movie(of: members.map { MergeInput(records[$0]) }, match: match)
    }

    private func movie(of statements: [MergeInput], match: MatchExplanation?) -> Movie? {
        guard !statements.isEmpty else { return nil }
        let policy = policy.choosing(forFilmOf: statements)
        var session = MergeSession(RecordOrder(statements, policy: policy), policy: policy)
        session.mergeFields()
        session.mergeTotals()
        let id = id(of: session.facts)
        return kept(session.film(id, match), by: policy)
    }

    private func kept(_ film: Movie, by policy: MergePolicy) -> Movie {
        var film = film
        if let library = policy.library {
            let own = library.film(film)
            (film.bookmarked, film.bookmarkedAt, film.card) = (own?.isBookmarked == true, own?.bookmarkedAt, own?.card)
        } else {
            film.bookmarked = nil
        }
        return film
    }

    /// Whether another id of the film would be preferred to the one that it has.
    func mayHaveBetterID(_ film: Movie) -> Bool { film.id.namespace != preferred.first }

    /// Whether films are named by ids of a namespace, and not only by sources and the library among themselves.
    func prefers(_ namespace: String) -> Bool { preferred.contains(namespace) }

    /// Returns the film with further ids, in namespaces in which it has none.
    func adding(_ ids: [String: String], to film: Movie) -> Movie {
        var film = film
        film.facts.ids.merge(ids) { own, _ in own }
        film.id = id(of: film.facts)
        return kept(film, by: policy)
    }

    /// Returns the films of one answer with unique ids.
    ///
    /// Two films have the same id if sources disagree about their other ids, or if they have no id and the same title.
    /// The later film then gets an id that only it has, or its title with its year or a number.
    func identified(_ movies: [Movie]) -> [Movie] {
        guard Set(movies.map(\.id)).count < movies.count else { return movies }
        var holders: [MovieID: Int] = [:]
        for movie in movies { for id in ids(of: movie.facts) { holders[id, default: 0] += 1 } }
        // A film without a second id keeps its own.
        var taken = Set(movies.filter { $0.facts.ids.count == 1 }.map(\.id))
        var movies = movies
        for index in movies.indices where movies[index].facts.ids.count != 1 {
            let movie = movies[index]
            if taken.insert(movie.id).inserted { continue }
            let others = ids(of: movie.facts).filter { !taken.contains($0) }
            movies[index].id = others.first { holders[$0] == 1 } ?? others.first ?? numbered(movie, taken)
            taken.insert(movies[index].id)
        }
        return movies
    }

    private func numbered(_ movie: Movie, _ taken: Set<MovieID>) -> MovieID {
        let marks = movie.facts.likelyYear.map { [$0] } ?? []
        for mark in marks + Array(2...taken.count + 2) {
            let id = MovieID(namespace: movie.id.namespace, value: "\(movie.id.value) (\(mark))")
            if !taken.contains(id) { return id }
        }
        return movie.id
    }

    /// Returns the ids in order of preference: `imdb`, `tmdb`, `kofic`, then the configured order, then alphabetical.
    private func ids(of facts: MovieFacts) -> [MovieID] {
        let place = { (id: MovieID) in preferred.firstIndex(of: id.namespace) ?? preferred.count }
        return facts.ids.movieIDs.sorted().sorted { place($0) < place($1) }
    }

    /// Returns the preferred id; a film without ids is named by its title, so that every film has one.
    private func id(of facts: MovieFacts) -> MovieID {
        if facts.ids.count == 1, let (namespace, value) = facts.ids.first {
            return MovieID(namespace: namespace, value: value)
        }
        for namespace in preferred {
            if let value = facts.ids[namespace] { return MovieID(namespace: namespace, value: value) }
        }
        let title = facts.title?.text ?? facts.originalTitle ?? ""
        return ids(of: facts).first ?? MovieID(namespace: "title", value: title)
    }
}
