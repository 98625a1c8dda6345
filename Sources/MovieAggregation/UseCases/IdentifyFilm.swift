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
        let ids = film.ids.map { ($0.namespace, $0.value) }
        let wanted = MovieFacts(
            ids: Dictionary(ids) { first, _ in first },
            title: film.title,
            year: film.year
        )
        return (Finding(of: wanted, film.ids, among: result.movies, catalogue.matcher), result.sources)
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
        let title = TitleKey(wanted.title?.text ?? "").text
        if candidates.isEmpty, wanted.year == nil, !title.isEmpty {
            // A title without a year says too little for a match.
            candidates = movies.indices.filter { index in
                movies[index].facts.allTitles.contains { TitleKey($0.text).text == title }
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

/// Finds the films that names of files, or messy titles, are about (`movies/identify`).
package struct IdentifyNames: Hashable, Sendable {
    package var names: [String]
    package var providers: [ProviderID] = []
    package var languages: [String] = []

    private static let mostAtOnce = 4

    package init(names: [String]) {
        self.names = names
    }

    /// Returns what each name is about, in their order; names of one film are looked for once.
    ///
    /// `onFilm` gets the number of films that have been looked for, and that of all.
    package func run(
        in catalogue: Catalogue,
        onFilm: @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(CallError) -> IdentifiedNames {
        let catalogue = try catalogue.limited(to: providers)
        let latestYear = catalogue.now.date(utcOffsetSeconds: 0).year + 5
        let read = names.map { FilmName($0, latestYear: latestYear) }
        var films: [FilmName] = []
        var places: [FilmName: Int] = [:]
        for name in read where places[name.identity] == nil {
            places[name.identity] = films.count
            films.append(name)
        }
        let deadline = catalogue.startDeadline()
        var outcomes = [Result<IdentifiedName, CallError>?](repeating: nil, count: films.count)
        var done = 0
        await films.work(atMost: Self.mostAtOnce) { film in
            await Result { () async throws(CallError) in try await find(film, in: catalogue, deadline) }
        } taking: { index, outcome in
            outcomes[index] = outcome
            done += 1
            onFilm(done, films.count)
        }
        if Task.isCancelled { throw .cancelled }
        var identified: [IdentifiedName] = []
        for (name, film) in zip(names, read) {
            guard let place = places[film.identity], let outcome = outcomes[place] else { continue }
            var found = try outcome.get()
            found.name = name
            found.reading.dropped = film.dropped
            identified.append(found)
        }
        return IdentifiedNames(names: identified)
    }

    /// Looks for a film by its id, or else by its title, until one way to read the name finds something.
    private func find(
        _ name: FilmName,
        in catalogue: Catalogue,
        _ deadline: Deadline
    ) async throws(CallError) -> IdentifiedName {
        var identified = IdentifiedName(reading: name)
        if name.episode != nil {
            identified.status = .episode
            return identified
        }
        if let id = MovieID.preferred(among: name.ids) {
            try await lookUp(id, &identified, in: catalogue, deadline)
            if identified.status != .unknown { return identified }
        }
        if name.title.isEmpty {
            if name.ids.isEmpty { identified.status = .noTitle }
            return identified
        }
        for (search, reading) in searches(for: name, in: catalogue) {
            if deadline.hasPassed || identified.sources.contains(where: \.isFailed) {
                identified.status = .unanswered
                return identified
            }
            do throws(CallError) {
                let result = try await search.run(in: catalogue.within(deadline))
                identified.sources = catalogue.combine(identified.sources, with: result.sources)
                let names = [reading.title] + reading.otherTitles
                var wanted = MovieFacts(ids: name.ids, title: reading.title, year: reading.year)
                wanted.titles = names.map { LocalizedText($0) }
                identified.take(.init(of: wanted, [], among: result.movies, catalogue.matcher), reading)
                if identified.status != .unknown { return identified }
            } catch {
                guard case .allFailed(let reports) = error else { throw error }
                identified.sources = catalogue.combine(identified.sources, with: reports)
            }
        }
        if identified.sources.contains(where: \.isFailed) { identified.status = .unanswered }
        return identified
    }

    private func lookUp(
        _ id: MovieID,
        _ identified: inout IdentifiedName,
        in catalogue: Catalogue,
        _ deadline: Deadline
    ) async throws(CallError) {
        var lookup = GetMovie(id: id)
        lookup.languages = languages
        let name = identified.reading
        do throws(CallError) {
            let result = try await lookup.run(in: catalogue.within(deadline))
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

    /// Returns the searches for a film, each with the reading that it is for; the next is made if one finds nothing.
    private func searches(for name: FilmName, in catalogue: Catalogue) -> [(SearchMovies, FilmName)] {
        func search(_ text: String, _ year: Int?) -> SearchMovies {
            var search = SearchMovies(text: text, year: year)
            (search.isTitle, search.waitsForTurn) = (true, true)
            search.languages = languages
            search.languagesOfSources = [catalogue.language(of: text, preferring: languages)]
            return search
        }
        var searches = ([name] + name.otherReadings).map { (search($0.title, $0.year), $0) }
        if let other = name.otherTitles.first { searches.insert((search(other, name.year), name), at: 1) }
        // Sources differ about years by one, and some have no film of another year for a search with one.
        if name.year != nil { searches.append((search(name.title, nil), name)) }
        return searches
    }
}

extension FilmName {
    /// What it has in common with other names of the film.
    fileprivate var identity: FilmName {
        var name = self
        name.title = TitleKey(title).text
        (name.otherTitles, name.dropped, name.mayEndWithYear) = ([], [], false)
        return name
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

/// What a name is about, and what the sources have of it.
package struct IdentifiedName: Hashable, Sendable {
    package enum Status: String, Hashable, Sendable, CaseIterable {
        case found, undecided, unknown, unanswered, episode, noTitle
    }

    package var name = ""
    package var reading: FilmName
    package var status = Status.unknown
    package var movie: Movie?
    package var candidates: [Movie] = []
    package var sources: [ProviderReport] = []

    package init(reading: FilmName) {
        self.reading = reading
    }

    fileprivate mutating func take(_ finding: IdentifyFilm.Finding, _ reading: FilmName) {
        switch finding {
        case .found(let movie): (status, self.movie, self.reading) = (.found, movie, reading)
        case .undecided(let movies): (status, candidates, self.reading) = (.undecided, movies, reading)
        case .unknown: break
        }
    }
}

/// The answer about several names.
package struct IdentifiedNames: Hashable, Sendable {
    package var names: [IdentifiedName]

    package init(names: [IdentifiedName]) {
        self.names = names
    }
}
