package import MovieDomain
import Platform

/// Gets everything that all sources know about one film (`movies/get`).
package struct GetMovie: Hashable, Sendable {
    package var id: MovieID
    /// Parts that need separate calls at some sources.
    package var include: Set<LookupQuery.Part> = []
    /// The country (ISO 3166-1 alpha-2) whose certifications, releases, and offers are wanted; `nil` is all.
    package var region: String?
    package var languages: [String] = []
    /// Whether the whole cast and crew are wanted; earlier answers, which may have less, are of no use then.
    package var allCredits = false
    /// The importance of its requests.
    package var purpose = CallPurpose.essential
    /// Whether to wait for a turn at a source whose rate is used up.
    package var waitsForTurn = true

    package init(id: MovieID) {
        self.id = id
    }

    /// Returns the film as earlier answers have it, without asking a source; `nil` if none had it in these languages.
    ///
    /// `sources` are those that said something of it.
    package func known(in catalogue: Catalogue) async -> MovieResult? {
        guard isInConfiguredLanguages(of: catalogue), !allCredits else { return nil }
        var resolver = FilmResolver(catalogue: catalogue, deadline: catalogue.startDeadline())
        resolver.known = await known(catalogue)
        return await known(to: resolver)
    }

    private func known(to resolver: FilmResolver) async -> MovieResult? {
        guard !resolver.known.isEmpty else { return nil }
        let resolution = await resolver.resolveKnown(ids: [id.namespace: id.value])
        let merging = MovieMerger(policy: resolver.catalogue.policy)
        let movie = merging.movie(of: resolution.records, match: resolution.explanation)
        return await resolver.catalogue.shown([movie].compactMap(\.self), merging).first.map {
            MovieResult(movie: $0, sources: resolution.reports.filter { $0.items != nil })
        }
    }

    private func known(_ catalogue: Catalogue) async -> [MovieRecord] {
        await catalogue.known(id).map(limited)
    }

    private func isInConfiguredLanguages(of catalogue: Catalogue) -> Bool {
        languages.isEmpty || languages == catalogue.policy.languages
    }

    /// Returns the merged film.
    ///
    /// The film is not found only if every source that accepts the id says so; if one of them failed, it is undecided.
    package func run(
        in catalogue: Catalogue,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws(CallError) -> MovieResult {
        let deadline = catalogue.startDeadline()
        var resolver = FilmResolver(
            catalogue: catalogue,
            deadline: deadline,
            languages: languages,
            include: include,
            onAnswer: onAnswer
        )
        (resolver.purpose, resolver.waitsForTurn, resolver.region) = (purpose, waitsForTurn, region)
        resolver.allCredits = allCredits
        resolver.known = allCredits ? [] : await known(catalogue)
        var merging = MovieMerger(policy: catalogue.policy.preferring(languages: languages))
        if let onAnswer, isInConfiguredLanguages(of: catalogue), let first = await known(to: resolver) {
            onAnswer(PartialAnswer(reports: first.sources, movies: [first.movie], isMore: true))
        }
        var resolution = await resolver.resolve(ids: [id.namespace: id.value])
        if resolution.isOfNoFilm, case let others = await catalogue.otherIDs(of: id), !others.isEmpty {
            resolver.known = []
            let found = await resolver.resolve(ids: others)
            if !found.records.isEmpty { resolution = found }
        }
        if Task.isCancelled { throw .cancelled }
        let records = await inFurtherLanguages(resolution, merging.policy.languages, catalogue, deadline)
        let current = resolution.isOfReplacedFilm ? await catalogue.corrected() : catalogue
        merging = MovieMerger(policy: current.policy.preferring(languages: languages))
        let merged = merging.movie(of: records.map(limited), match: resolution.explanation)
        guard let movie = await current.shown([merged].compactMap(\.self), merging).first else {
            throw resolution.failure(for: id, in: catalogue)
        }
        // What other requests found is not the film: one record of a source is what its answer comes to.
        let reports = resolution.reports.map { report in
            var report = report
            if report.items != nil { report.items = records.contains { $0.provider == report.provider } ? 1 : 0 }
            return report
        }
        var result = MovieResult(movie: movie, sources: reports)
        result.isForOthers = region != nil || merging.policy.languages != catalogue.policy.languages
        async let similar = related(.similar, to: resolution.ids, catalogue, deadline)
        async let recommendations = related(.recommended, to: resolution.ids, catalogue, deadline)
        result.similar = result.taking(await similar)
        result.recommendations = result.taking(await recommendations)
        result.parts = LookupQuery.Part.allCases.filter(include.contains).map { part in
            result.report(of: part, in: catalogue.repositories.map(\.profile))
        }
        result.entry = await catalogue.entry(of: movie)
        if Task.isCancelled { throw .cancelled }
        return result
    }

    /// Returns the records, with texts in the next wanted language as long as one is missing: a source with several
    /// languages was asked only for the first one.
    private func inFurtherLanguages(
        _ resolution: Resolution,
        _ languages: [String],
        _ catalogue: Catalogue,
        _ deadline: Deadline
    ) async -> [MovieRecord] {
        var records = resolution.records
        for (place, language) in languages.enumerated().dropFirst() where records.lackTexts(in: languages.prefix(place))
        {
            let sources = catalogue.repositories.filter { source in
                let profile = source.profile
                return records.contains { $0.provider == profile.id } && profile.canBeAsked(in: language)
                    && profile.accepted(resolution.ids, for: .lookup) != nil
            }
            let fanOut = catalogue.fanOut(until: deadline.withMargin, for: .enrichment)
            let results = await fanOut.ask(sources, for: .lookup) {
                source,
                context throws(ProviderError) in
                let ids = source.profile.accepted(resolution.ids, for: .lookup) ?? [:]
                return try await source.lookup(LookupQuery(ids: ids, languages: [language]), in: context)
            }
            for result in results {
                guard var record = result.record, !record.facts.ids.contradicts(resolution.ids) else { continue }
                var texts = MovieFacts()
                texts.titles = record.facts.allTitles
                for case .localized(let place) in MovieField.allCases.map(\.declaration.value) {
                    texts[keyPath: place] = record.facts[keyPath: place]
                }
                record.facts = texts
                records.append(record)
            }
        }
        return records
    }

    /// Returns related films if they are requested and a source has them; failures are in the reports.
    private func related(
        _ kind: RelatedQuery.Kind,
        to ids: [String: String],
        _ catalogue: Catalogue,
        _ deadline: Deadline
    ) async -> (movies: [Movie]?, reports: [ProviderReport]) {
        guard include.contains(kind.part) else { return (nil, []) }
        var films = RelatedMovies(id: id, kind: kind)
        films.languages = languages
        do throws(CallError) {
            let list = try await films.list(of: ids, in: catalogue, deadline)
            return (list.movies, list.sources.map { $0.about(part: kind.part.rawValue) })
        } catch {
            return (nil, error.reports.map { $0.about(part: kind.part.rawValue) })
        }
    }

    /// Returns the record without what the call did not ask for: other regions, and long lists of releases and offers.
    private func limited(_ record: MovieRecord) -> MovieRecord {
        var record = record
        if !include.contains(.releases) { record.facts.releases = [] }
        if !include.contains(.watch) { record.facts.watch = [] }
        if let region {
            record.facts.certifications.removeAll { $0.region != region }
            record.facts.releases.removeAll { $0.region != region }
            record.facts.watch.removeAll { $0.region != region }
        }
        return record
    }
}

extension [MovieRecord] {
    /// Whether no record has an overview, or a title that is in one of the languages or does not say in which.
    fileprivate func lackTexts(in languages: ArraySlice<String>) -> Bool {
        if !contains(where: { $0.facts.stated.contains(.overview) }) { return true }
        let bases = Set(languages.map { $0.prefix { $0 != "-" } })
        return !contains { record in
            record.facts.allTitles.contains { title in
                title.language.map { bases.contains($0.prefix { $0 != "-" }) } ?? true
            }
        }
    }
}

extension Catalogue {
    fileprivate func entry(of movie: Movie) async -> LibraryEntry? {
        do throws(LibraryError) {
            return try await library.entry(of: LibraryFilm(outlineOf: movie))
        } catch {
            // The film says that it is not known whether it is bookmarked.
            return nil
        }
    }
}

extension MovieResult {
    /// Adds the reports of the sources that were asked for related films, and returns the films.
    fileprivate mutating func taking(_ part: (movies: [Movie]?, reports: [ProviderReport])) -> [Movie]? {
        for report in part.reports where report.isAsked {
            guard let index = sources.firstIndex(where: { $0.provider == report.provider }) else { continue }
            // Related films are counted by their own list.
            let items = sources[index].items
            sources[index] = sources[index].combined(with: report)
            sources[index].items = items
        }
        return part.movies
    }

    /// Returns the status of a part: present, from an old answer, failed at a source, empty at every source, or
    /// supported by none.
    fileprivate func report(of part: LookupQuery.Part, in profiles: [ProviderProfile]) -> PartReport {
        let givers = profiles.filter { profile in
            profile.availability.reason == nil
                && profile.capabilities.contains { $0.rawValue == part.rawValue || $0 == .lookup && part == .credits }
        }
        // A source that did not give the film could not be asked for its parts.
        let lost = sources.first { report in
            report.isFailed && report.failure?.part == nil && givers.contains { $0.id == report.provider }
        }
        let failure = sources.lazy.compactMap { $0.failedParts[part.rawValue] }.first ?? lost?.failure
        if let old = oldAnswer(with: part) {
            var report = PartReport(part: part, status: .stale, failure: failure ?? old.replacedFailure)
            report.ageSeconds = old.ageSeconds
            return report
        }
        if has(part) { return PartReport(part: part, status: .ok, failure: failure) }
        if let failure { return PartReport(part: part, status: ProviderReport.Status(failure.kind), failure: failure) }
        return PartReport(part: part, status: givers.isEmpty ? .unsupported : .empty)
    }

    /// The freshness of the old answer that gave a part, or that had none of it; `nil` if the part is not old.
    private func oldAnswer(with part: LookupQuery.Part) -> Freshness? {
        let givers = part.fields.flatMap { movie.provenance[$0] ?? [] }
        return sources.lazy
            .filter { givers.isEmpty || givers.contains($0.provider) }
            .compactMap { $0.staleParts[part.rawValue] }
            .first
    }

    /// Whether the film has something of a part.
    package func has(_ part: LookupQuery.Part) -> Bool {
        switch part {
        case .credits: !movie.facts.cast.isEmpty || !movie.facts.crew.isEmpty
        case .images: !movie.facts.images.isEmpty
        case .videos: !movie.facts.videos.isEmpty
        case .releases: !movie.facts.releases.isEmpty
        case .watch: !movie.facts.watch.isEmpty
        case .similar: similar?.isEmpty == false
        case .recommendations: recommendations?.isEmpty == false
        }
    }
}

extension LookupQuery.Part {
    /// The fields of a film that the part is; none for films related to it.
    fileprivate var fields: [MovieField] {
        switch self {
        case .credits: [.cast, .crew]
        case .images: [.images]
        case .videos: [.videos]
        case .releases: [.releases]
        case .watch: [.watch]
        case .similar, .recommendations: []
        }
    }
}

extension RelatedQuery.Kind {
    fileprivate var part: LookupQuery.Part { self == .similar ? .similar : .recommendations }
}

/// One film, and the report of each source.
package struct MovieResult: Hashable, Sendable {
    package var movie: Movie
    /// The film of the library that ``movie`` is, if no source returned it.
    package var stored: LibraryFilm?
    /// Similar films, best first; `nil` if they were not requested, or no source that knows the film has them.
    package var similar: [Movie]?
    /// Recommendations for viewers who liked the film, best first; `nil` as for ``similar``.
    package var recommendations: [Movie]?
    /// The status of each requested part.
    package var parts: [PartReport] = []
    /// The user's card of the film, and the lists that it is in; `nil` if the library cannot be read.
    package var entry: LibraryEntry?
    package var sources: [ProviderReport]
    /// Whether the film is for another audience than the configured one: in other languages, or for one country.
    package var isForOthers = false

    package init(movie: Movie, sources: [ProviderReport]) {
        self.movie = movie
        self.sources = sources
    }
}

/// The status of one part of a film.
package struct PartReport: Hashable, Sendable {
    package var part: LookupQuery.Part
    /// `unsupported` if no source that can be asked gives this part.
    package var status: ProviderReport.Status
    /// The failure of a source that may have had this part, or more of it.
    package var failure: ProviderError?
    /// The age of the old answer that the part is from, with the status `stale`.
    package var ageSeconds: Int?

    package init(part: LookupQuery.Part, status: ProviderReport.Status, failure: ProviderError? = nil) {
        self.part = part
        self.status = status
        self.failure = failure
    }
}

// MARK: - One part of several films

/// Gets one part of several films of the library, such as where to watch them.
package struct GetPartOfFilms: Hashable, Sendable {
    package var films: [LibraryFilm]
    package var part: LookupQuery.Part
    /// The country (ISO 3166-1 alpha-2) whose offers or releases are wanted.
    package var region: String?
    package var providers: [ProviderID] = []

    private static let mostAtOnce = 6

    package init(_ part: LookupQuery.Part, of films: [LibraryFilm], in region: String?) {
        (self.part, self.films, self.region) = (part, films, region)
    }

    /// Returns the part of each film, in their order; a film whose part is not known has the reason.
    ///
    /// `onFilm` gets the number of films that have been asked for.
    package func run(
        in catalogue: Catalogue,
        onFilm: @Sendable (Int) -> Void = { _ in }
    ) async throws(CallError) -> [PartOfFilm] {
        let catalogue = try catalogue.limited(to: providers)
        let givers = catalogue.repositories.map(\.profile).filter { $0.gives(part) }
        guard !givers.isEmpty else {
            let capability = Capability(rawValue: part.rawValue) ?? .lookup
            let reports = catalogue.repositories.map { $0.profile.report(notReachedFor: capability, of: "film") }
            throw .noSource(capability, reports: reports)
        }
        let deadline = catalogue.startDeadline()
        var parts = films.map { PartOfFilm(film: $0) }
        var done = 0
        await films.work(atMost: Self.mostAtOnce) { film in
            await ask(about: film, givers, in: catalogue, deadline)
        } taking: { index, part in
            parts[index] = part
            done += 1
            onFilm(done)
        }
        if Task.isCancelled { throw .cancelled }
        return parts
    }

    private func ask(
        about film: LibraryFilm,
        _ givers: [ProviderProfile],
        in catalogue: Catalogue,
        _ deadline: Deadline
    ) async -> PartOfFilm {
        var result = PartOfFilm(film: film)
        let ids = film.ids.reduce(into: [String: String]()) { $0[$1.namespace] = $0[$1.namespace] ?? $1.value }
        func id(for capability: Capability?) -> MovieID? {
            let taken = Set(givers.flatMap { giver in capability.flatMap { giver.namespaces[$0] } ?? [] })
            return MovieID.preferred(among: ids.filter { taken.contains($0.key) })
        }
        // An id for the part itself saves a request. Other sources are only asked about a film that none of these knows
        // by its id.
        let own = id(for: Capability(rawValue: part.rawValue)) ?? id(for: .lookup)
        guard !deadline.hasPassed, let id = own ?? MovieID.preferred(among: ids) else { return result }
        do throws(CallError) {
            let sources = own == nil ? catalogue : try catalogue.limited(to: givers.map(\.id))
            var lookup = GetMovie(id: id)
            (lookup.include, lookup.region) = ([part], region)
            lookup.languages = Array(catalogue.policy.languages.prefix(1))
            let answer = try await lookup.run(in: sources.within(deadline))
            result.sources = answer.sources
            result.facts = answer.movie.facts
            let report = answer.parts.first
            if let report {
                // An old part is shown as such by its source.
                result.isKnown =
                    report.status == .stale
                    || (report.status == .ok || report.status == .empty) && report.failure == nil
            }
        } catch {
            result.sources = error.reports
        }
        return result
    }
}

/// One part of a film of the library.
package struct PartOfFilm: Hashable, Sendable {
    package var film: LibraryFilm
    /// What the sources say of the film, with the part; `nil` if no source gave it.
    package var facts: MovieFacts?
    /// Whether every source that may have the part has answered.
    package var isKnown = false
    package var sources: [ProviderReport] = []

    package init(film: LibraryFilm) {
        self.film = film
    }
}

extension ProviderProfile {
    /// Whether the source can be asked for a part that needs its own operation.
    fileprivate func gives(_ part: LookupQuery.Part) -> Bool {
        availability.reason == nil && capabilities.contains { $0.rawValue == part.rawValue }
    }
}
