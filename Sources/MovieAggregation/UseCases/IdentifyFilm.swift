package import MovieDomain
import MovieMatching
import Platform

/// Looks at the sources for one film, of which a name, or a title and a year, is known (`movies/identify`,
/// `library/identify`).
package struct IdentifyFilm: Hashable, Sendable {
    package enum Finding: Hashable, Sendable {
        case found(Movie)
        /// The films that may be the one: several are, or the only one is not certain enough.
        case undecided([Movie])
        case unknown
    }

    /// What is known of the film.
    let name: FilmName
    /// The ways to read the name, the likeliest first.
    private let readings: [FilmName]
    /// Ids that no source knows, which the user's corrections may name.
    private let ids: [MovieID]
    package var providers: [ProviderID] = []
    package var languages: [String] = []

    /// The least confidence of a match that is stored.
    package static let leastConfidence = 0.9
    fileprivate static let mostCandidates = 5

    init(_ name: FilmName, languages: [String] = []) {
        self.name = name
        readings = [name] + name.otherReadings
        ids = []
        self.languages = languages
    }

    /// Looks for a film of the library, whose title and year are known to be these.
    package init(film: LibraryFilm, providers: [ProviderID] = []) {
        var name = FilmName()
        (name.title, name.year) = (film.title, film.year)
        name.otherTitles = film.titles.filter { $0 != film.title }
        self.name = name
        readings = [name]
        ids = film.ids
        self.providers = providers
    }

    package func run(in catalogue: Catalogue) async throws(CallError) -> IdentifiedName {
        let catalogue = try catalogue.limited(to: providers)
        var answers = Answers()
        return try await run(in: catalogue, until: catalogue.startDeadline(), sharing: &answers)
    }

    /// The answers to questions about films whose names have something in common.
    struct Answers {
        fileprivate var searches: [SearchMovies: Result<SearchResult, CallError>] = [:]
        fileprivate var lookups: [MovieID: Result<MovieResult, CallError>] = [:]
    }

    /// Looks for the film by its id, or else by its title, until one way to read the name finds something.
    ///
    /// Asks nothing that `answers` has.
    func run(
        in catalogue: Catalogue,
        until deadline: Deadline,
        sharing answers: inout Answers
    ) async throws(CallError) -> IdentifiedName {
        var identified = IdentifiedName(reading: name)
        if name.episode != nil {
            identified.status = .episode
            return identified
        }
        if let id = MovieID.preferred(among: name.ids) {
            try await lookUp(id, &identified, in: catalogue, deadline, &answers)
            if identified.status != .unknown { return identified }
        }
        if name.title.isEmpty {
            if name.ids.isEmpty { identified.status = .noTitle }
            return identified
        }
        for (search, reading) in searches(in: catalogue) {
            let known = answers.searches[search.folded]
            if known == nil && deadline.hasPassed || identified.sources.contains(where: \.isFailed) {
                identified.status = .unanswered
                return identified
            }
            let outcome: Result<SearchResult, CallError>
            if let known {
                outcome = known
            } else {
                outcome = await Result { () async throws(CallError) in
                    try await search.run(in: catalogue.within(deadline))
                }
                answers.searches[search.folded] = outcome
            }
            do throws(CallError) {
                let result = try outcome.get()
                identified.sources = catalogue.combine(identified.sources, with: result.sources)
                identified.take(.init(of: wanted(reading), ids, among: result.movies, catalogue.matcher), reading)
                if identified.status != .unknown { return identified }
            } catch {
                guard case .allFailed(let reports) = error else { throw error }
                identified.sources = catalogue.combine(identified.sources, with: reports)
            }
        }
        if identified.sources.contains(where: \.isFailed) { identified.status = .unanswered }
        return identified
    }

    private func wanted(_ reading: FilmName) -> MovieFacts {
        let known = Dictionary(ids.map { ($0.namespace, $0.value) }) { first, _ in first }
        let own = name.ids.merging(known) { own, _ in own }
        var wanted = MovieFacts(ids: own, title: reading.title, year: reading.year)
        wanted.titles = ([reading.title] + reading.otherTitles).map { LocalizedText($0) }
        return wanted
    }

    private func lookUp(
        _ id: MovieID,
        _ identified: inout IdentifiedName,
        in catalogue: Catalogue,
        _ deadline: Deadline,
        _ answers: inout Answers
    ) async throws(CallError) {
        var lookup = GetMovie(id: id)
        lookup.languages = languages
        let known = answers.lookups[id]
        let outcome: Result<MovieResult, CallError>
        if let known {
            outcome = known
        } else {
            outcome = await Result { [lookup] () async throws(CallError) in
                try await lookup.run(in: catalogue.within(deadline))
            }
            answers.lookups[id] = outcome
        }
        do throws(CallError) {
            let result = try outcome.get()
            identified.sources = result.sources
            var wanted = MovieFacts()
            (wanted.ids, wanted.year) = ([id.namespace: id.value], name.year)
            if !name.title.isEmpty { wanted.title = LocalizedText(name.title) }
            identified.take(.init(of: wanted, [], among: [result.movie], catalogue.matcher), name)
        } catch {
            switch error {
            case .notFound(_, let reports): identified.sources = reports
            // No source takes the id, but one may know the title.
            case .noSource where !name.title.isEmpty: break
            case .noSource(_, let reports), .undecided(_, let reports), .allFailed(let reports):
                identified.sources = reports
                identified.status = .unanswered
            default: throw error
            }
        }
    }

    /// Returns the searches for the film, each with the reading that it is for; the next is made if one finds nothing.
    private func searches(in catalogue: Catalogue) -> [(SearchMovies, FilmName)] {
        func search(_ text: String, _ year: Int?) -> SearchMovies {
            var search = SearchMovies(text: text, year: year)
            (search.isTitle, search.waitsForTurn) = (true, true)
            search.languages = languages
            search.languagesOfSources = [catalogue.language(of: text, preferring: languages)]
            return search
        }
        var searches = readings.map { (search($0.title, $0.year), $0) }
        if let other = name.otherTitles.first { searches.insert((search(other, name.year), name), at: 1) }
        // Sources differ about years by one, and some have no film of another year for a search with one.
        if name.year != nil { searches.append((search(name.title, nil), name)) }
        return searches
    }
}

extension SearchMovies {
    /// The search, the same for a title in capitals and in lowercase, which sources do not tell apart.
    fileprivate var folded: SearchMovies {
        var search = self
        search.text = text.lowercased()
        return search
    }
}

extension IdentifyFilm.Finding {
    /// Decides which of the films is the wanted one; `match` of each says how certain that is, and why.
    init(of wanted: MovieFacts, _ ids: [MovieID], among movies: [Movie], _ matcher: Matcher) {
        let records =
            [MovieRecord(provider: "library", facts: wanted)]
            + movies.map { MovieRecord(provider: "sources", facts: $0.facts) }
        guard let own = matcher.clusters(of: records).first(where: { $0.members.contains(0) }) else {
            self = .unknown
            return
        }
        var candidates = Set(own.members + own.rivals).filter { $0 > 0 }.sorted().map { $0 - 1 }
        if candidates.count == 1, let match = own.explanation, match.confidence >= IdentifyFilm.leastConfidence {
            var movie = movies[candidates[0]]
            movie.match = match
            self = .found(movie)
            return
        }
        let title = TitleKey(whole: wanted.title?.text ?? "").text
        if candidates.isEmpty, wanted.year == nil, !title.isEmpty {
            // A title without a year says too little for a match.
            candidates = movies.indices.filter { index in
                movies[index].facts.allTitles.contains { TitleKey(whole: $0.text).text == title }
                    && !ids.contains { own in
                        movies[index].ids.contains { matcher.corrections.split.contains(IDPair(own, $0)) }
                    }
            }
        }
        guard !candidates.isEmpty else {
            self = .unknown
            return
        }
        let decisions = matcher.decisions(aboutFirstOf: records)
        self = .undecided(
            candidates.prefix(IdentifyFilm.mostCandidates).map { index in
                var movie = movies[index]
                let decision = decisions[index]
                movie.match =
                    decision.verdict == .different
                    ? nil : MatchExplanation(confidence: decision.confidence, reasons: decision.reasons)
                return movie
            }
        )
    }
}

extension Catalogue {
    /// Returns the language to ask sources in, so that they give titles in the script of this one.
    fileprivate func language(of title: String, preferring wanted: [String]) -> String {
        if title.hasHangul { return "ko" }
        let others = ["ko", "ja", "zh", "ru", "uk", "bg", "sr", "el", "he", "ar", "fa", "hi", "th"]
        let preferred = wanted + policy.languages
        return preferred.first { tag in !others.contains { Language.matches(tag, wanted: $0) } } ?? "en"
    }
}
