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
    fileprivate let ids: [MovieID]
    package var providers: [ProviderID] = []
    package var languages: [String] = []

    /// The least confidence of a match that is stored.
    package static let leastConfidence = 0.9

    init(_ name: FilmName, languages: [String] = []) {
        self.name = name
        readings = [name] + name.otherReadings.map(name.read)
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

    /// Looks for the film by its ids, or else by its title, until one way to read the name finds it.
    ///
    /// Asks nothing that `answers` has.
    func run(
        in catalogue: Catalogue,
        until deadline: Deadline,
        sharing answers: inout Answers
    ) async throws(CallError) -> IdentifiedName {
        var search = NameSearch(film: self, catalogue: catalogue, deadline: deadline, answers: answers)
        defer { answers = search.answers }
        return try await search.run()
    }

    fileprivate func wanted(_ reading: FilmName) -> MovieFacts {
        let known = Dictionary(ids.map { ($0.namespace, $0.value) }) { first, _ in first }
        let own = name.ids.merging(known) { own, _ in own }
        var wanted = MovieFacts(ids: own, title: reading.title, year: reading.year)
        wanted.titles = ([reading.title] + reading.otherTitles).map { LocalizedText($0) }
        return wanted
    }
}

/// The search for one film, step by step, each if the ones before did not find it.
private struct NameSearch {
    let film: IdentifyFilm
    let catalogue: Catalogue
    let deadline: Deadline
    var answers: IdentifyFilm.Answers
    private var identified: IdentifiedName
    /// The reading of a search that found only films that may be it.
    private var undecided: FilmName?
    /// The ids of the name that no source has, which say nothing of its film.
    private var unknownIDs: [MovieID] = []

    /// If a search finds so few films, they are looked up for their other titles.
    private static let mostLookups = 3
    /// More ids in one name are not looked up.
    private static let mostIDs = 4

    init(film: IdentifyFilm, catalogue: Catalogue, deadline: Deadline, answers: IdentifyFilm.Answers) {
        (self.film, self.catalogue, self.deadline, self.answers) = (film, catalogue, deadline, answers)
        identified = IdentifiedName(reading: film.name)
    }

    private var name: FilmName { film.name }

    mutating func run() async throws(CallError) -> IdentifiedName {
        if name.episode != nil {
            identified.status = .episode
            return identified
        }
        if !name.ids.isEmpty {
            try await findByIDs()
            if identified.status != .unknown { return identified }
        }
        if name.title.isEmpty {
            if name.ids.isEmpty { identified.status = .noTitle }
            return identified
        }
        try await findByTitle()
        return identified
    }

    // MARK: By title

    private mutating func findByTitle() async throws(CallError) {
        for (search, reading) in film.searches(in: catalogue) {
            // What a search found is not made clearer by another one for the same title, or by one without the year.
            if let undecided {
                if undecided.title == reading.title || search.year != reading.year { continue }
                // The folder of a film may also have another one in the series.
                if name.isOfFolder(reading), undecided.title.lowercased().hasPrefix(reading.title.lowercased()) {
                    continue
                }
            }
            let isKnown = answers.searches[search.folded] != nil
            if !isKnown && deadline.hasPassed || identified.sources.contains(where: \.isFailed) {
                if undecided == nil { identified.status = .unanswered }
                return
            }
            do throws(CallError) {
                let result = try await answer(to: search)
                identified.sources = catalogue.combine(identified.sources, with: result.sources)
                try await take(result.movies, as: reading)
                if identified.status == .found || identified.status == .undecided && undecided == nil { return }
            } catch {
                guard case .allFailed(let reports) = error else { throw error }
                identified.sources = catalogue.combine(identified.sources, with: reports)
            }
        }
        if identified.status == .unknown, identified.sources.contains(where: \.isFailed) {
            identified.status = .unanswered
        }
    }

    private mutating func answer(to search: SearchMovies) async throws(CallError) -> SearchResult {
        if let known = answers.searches[search.folded] { return try known.get() }
        var timely = catalogue.within(deadline)
        timely.showsAdult = true
        let outcome = await Result { [timely] () async throws(CallError) in try await search.run(in: timely) }
        answers.searches[search.folded] = outcome
        return try outcome.get()
    }

    /// Decides which of the films that a search found is the wanted one.
    private mutating func take(_ movies: [Movie], as reading: FilmName) async throws(CallError) {
        var wanted = film.wanted(reading)
        for id in unknownIDs where wanted.ids[id.namespace] == id.value { wanted.ids[id.namespace] = nil }
        var finding = IdentifyFilm.Finding(of: wanted, film.ids, among: movies, catalogue.matcher)
        if finding == .unknown, let detailed = try await detailed(movies, as: reading) {
            finding = IdentifyFilm.Finding(of: wanted, film.ids, among: detailed, catalogue.matcher)
        }
        switch finding {
        case .found(var movie):
            movie.match?.reasons += unknownIDs.map { "although no source has \($0)" }
            identified.take(.found(movie), reading)
        case .undecided(let candidates):
            // Another way to read the name may be more certain; the first one stays otherwise.
            guard identified.status != .undecided else { return }
            identified.take(finding, reading)
            let isSure = candidates.contains { $0.match?.confidence ?? 0 >= IdentifyFilm.leastConfidence }
            undecided = isSure ? nil : reading
        case .unknown: break
        }
    }

    /// Returns a few films of the wanted year with what sources say about each, such as alternative titles; the search
    /// may have found them by these.
    private mutating func detailed(_ movies: [Movie], as reading: FilmName) async throws(CallError) -> [Movie]? {
        guard let year = reading.year else { return nil }
        let near = movies.filter { movie in movie.years.contains { abs($0 - year) < 2 } }
        guard (1...Self.mostLookups).contains(near.count) else { return nil }
        var detailed: [Movie] = []
        for movie in near where !deadline.hasPassed {
            if case .success(let result) = await answer(about: movie.id) { detailed.append(result.movie) }
            if Task.isCancelled { throw .cancelled }
        }
        return detailed.isEmpty ? nil : detailed
    }

    // MARK: By ids

    private mutating func answer(about id: MovieID) async -> Result<MovieResult, CallError> {
        if let known = answers.lookups[id] { return known }
        var lookup = GetMovie(id: id)
        lookup.languages = film.languages
        let timely = catalogue.within(deadline)
        let outcome = await Result { [lookup] () async throws(CallError) in try await lookup.run(in: timely) }
        answers.lookups[id] = outcome
        return outcome
    }

    /// Looks the ids of the name up, and believes them unless they are those of different films.
    private mutating func findByIDs() async throws(CallError) {
        let first = MovieID.preferred(among: name.ids)
        let ids = [first].compactMap(\.self) + name.ids.movieIDs.filter { $0 != first }.sorted() + name.otherIDs
        var films: [(id: MovieID, movie: Movie)] = []
        for id in ids.prefix(Self.mostIDs)
        where !films.contains(where: { $0.movie.facts.ids[id.namespace] == id.value }) {
            if !films.isEmpty && deadline.hasPassed { break }
            do throws(CallError) {
                let result = try await answer(about: id).get()
                identified.sources = catalogue.combine(identified.sources, with: result.sources)
                films.append((id, result.movie))
            } catch {
                if films.isEmpty { try takeFailure(error) } else if case .cancelled = error { throw error }
                if identified.status == .unanswered { return }
            }
        }
        guard let found = films.first else { return }
        identified.status = .unknown
        let others = films.dropFirst().filter { !isSame($0.movie, found.movie) }
        if others.isEmpty {
            believe(found.id, found.movie, ids)
        } else {
            choose([found] + others)
        }
    }

    private mutating func takeFailure(_ error: CallError) throws(CallError) {
        switch error {
        case .notFound(let id, let reports):
            unknownIDs.append(id)
            identified.sources = catalogue.combine(identified.sources, with: reports)
        // No source takes the id, but one may know the title.
        case .noSource where !name.title.isEmpty || name.ids.count > 1: break
        case .noSource(_, let reports), .undecided(_, let reports), .allFailed(let reports):
            identified.sources = reports
            identified.status = .unanswered
        default: throw error
        }
    }

    private func isSame(_ left: Movie, _ right: Movie) -> Bool {
        let records = [left, right].enumerated().map {
            MovieRecord(provider: ProviderID("id\($0)"), facts: $1.facts)
        }
        return catalogue.matcher.clusters(of: records).count == 1
    }

    private mutating func believe(_ id: MovieID, _ movie: Movie, _ ids: [MovieID]) {
        var wanted = MovieFacts()
        (wanted.ids, wanted.year) = ([id.namespace: id.value], movie.nearest(to: name.year))
        if !name.title.isEmpty { wanted.title = LocalizedText(name.title) }
        var finding = IdentifyFilm.Finding(of: wanted, [], among: [movie], catalogue.matcher)
        let contradicting = ids.filter { other in
            movie.facts.ids[other.namespace].map { $0 != other.value } ?? false
        }
        if case .found(var movie) = finding {
            movie.match?.reasons += contradicting.map { "although the name has \($0), too" }
            finding = .found(movie)
        }
        identified.take(finding, name)
    }

    /// Believes the one of several ids whose film has the title and the year of the name.
    private mutating func choose(_ films: [(id: MovieID, movie: Movie)]) {
        var wanted = MovieFacts(ids: [:], title: name.title, year: name.year)
        wanted.titles = ([name.title] + name.otherTitles).map { LocalizedText($0) }
        let movies = films.map(\.movie)
        let finding = IdentifyFilm.Finding(of: wanted, [], among: movies, catalogue.matcher)
        if case .found(var movie) = finding {
            movie.match?.reasons += films.filter { $0.movie.id != movie.id }.map {
                "although \($0.id) in the name is another film"
            }
            identified.take(.found(movie), name)
            return
        }
        let candidates = films.map { id, movie in
            var movie = movie
            let reasons = ["\(id.namespace) id equal", "the ids in the name are those of different films"]
            movie.match = MatchExplanation(confidence: 1 / Double(films.count), reasons: reasons)
            return movie
        }
        identified.take(.undecided(candidates), name)
    }
}

extension IdentifyFilm {
    /// Returns the searches for the film, each with the reading that it is for.
    fileprivate func searches(in catalogue: Catalogue) -> [(SearchMovies, FilmName)] {
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
