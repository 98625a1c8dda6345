import MovieDomain

/// Follows one film through the sources: by its ids, by the ids that those answers teach, and at last by title and year,
/// taking only sure matches.
struct FilmResolver: Sendable {
    let catalogue: Catalogue
    let deadline: Deadline
    var languages: [String] = []
    var include: Set<LookupQuery.Part> = []
    /// Whether a film found by its title is also looked up at that source, and searched again without its year.
    var isThorough = true
    /// What its questions are to the sources.
    var purpose = CallPurpose.essential
    /// Called with what each source looked up by a sure id says.
    var onAnswer: PartialAnswer.Observer?

    private enum Event: Sendable {
        case lookup(SourceResult<MovieFacts>, ids: [String: String], isSure: Bool)
        case search(SourceResult<MovieList>)
        case halfTime
    }

    /// Everything that the sources say of the film of these ids and records, as far as the time goes.
    ///
    /// Look-ups start the moment an id is known. Searches wait until no look-up is under way, which may still teach an id,
    /// or until half of the time is over, so that one slow source does not keep the others from being searched.
    func resolve(ids: [String: String], seeds: [MovieRecord] = []) async -> Resolution {
        let policy = catalogue.policy.preferring(languages: languages)
        let links = await catalogue.book.links(of: Set(ids.movieIDs + seeds.flatMap(\.facts.ids.movieIDs)).sorted())
        var state = ResolutionState(
            catalogue: catalogue,
            policy: policy,
            ids: ids,
            seeds: seeds,
            links: links,
            isThorough: isThorough
        )
        await withTaskGroup(of: Event.self) { group in
            let halfTime = deadline.dividing(by: 2)
            group.addTask {
                await halfTime.wait()
                return .halfTime
            }
            var (lookups, searches) = (0, 0)
            var isHalfTime = false
            while !Task.isCancelled {
                for step in state.nextLookups() {
                    lookups += 1
                    start(step, in: &group)
                }
                if lookups == 0 || isHalfTime {
                    for step in state.nextSearches() {
                        searches += 1
                        start(step, in: &group)
                    }
                }
                guard lookups + searches > 0, let event = await group.next() else { break }
                switch event {
                case .lookup(let result, let ids, let isSure):
                    lookups -= 1
                    if isSure, let onAnswer {
                        let movie = result.record.flatMap { MovieMerger(policy: policy).movie(of: [$0]) }
                        onAnswer(PartialAnswer(reports: [result.report], movies: movie.map { [$0] } ?? []))
                    }
                    state.lookedUp(result, ids: ids, isSure: isSure)
                case .search(let result):
                    searches -= 1
                    state.searched(result)
                case .halfTime: isHalfTime = true
                }
            }
            group.cancelAll()
        }
        return resolution(of: state)
    }

    private func start(_ step: ResolutionState.Step, in group: inout TaskGroup<Event>) {
        let fanOut = catalogue.fanOut(until: deadline, for: purpose)
        switch step {
        case .lookup(let repository, let ids, let isSure):
            let query = LookupQuery(ids: ids, include: include, languages: languages)
            group.addTask {
                let result = await fanOut.ask(repository, for: .lookup) {
                    repository,
                    context throws(ProviderError) in try await repository.lookup(query, in: context)
                }
                return .lookup(result, ids: ids, isSure: isSure)
            }
        case .search(let repository, let text, let year):
            let query = SearchQuery(text: text, year: year, window: RowWindow(count: 10), languages: languages)
            let widens = isThorough
            group.addTask {
                let result = await fanOut.ask(repository, for: .search, items: \.movies.count) {
                    repository,
                    context throws(ProviderError) in
                    try await repository.search(query, widening: widens, in: context)
                }
                return .search(result)
            }
        }
    }

    private func resolution(of state: ResolutionState) -> Resolution {
        let (records, explanation) = state.agreed()
        catalogue.book.remember(MatchNote.learned(from: records, explanation, at: catalogue.book.now))
        let reports = catalogue.repositories.map { repository in
            state.reports[repository.profile.id] ?? repository.profile.report(notReachedFor: .lookup, of: "film")
        }
        return Resolution(records: records, explanation: explanation, reports: reports, witnesses: state.witnesses)
    }
}

extension MovieRepository {
    /// The films of a search; when a year leaves none and `widening` is wanted, those of all years.
    fileprivate func search(
        _ query: SearchQuery,
        widening: Bool,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let answer = try await search(query, in: context)
        guard widening, query.year != nil, answer.value.movies.isEmpty else { return answer }
        var wider = query
        wider.year = nil
        var widened = try await search(wider, in: context)
        widened.freshness = widened.freshness.combined(with: answer.freshness)
        return widened
    }
}

/// What was found out about one film.
struct Resolution: Sendable {
    /// What the sources say of it; empty where it is not known it.
    var records: [MovieRecord]
    var explanation: MatchExplanation?
    /// Of every source, in configured order.
    var reports: [ProviderReport]
    /// Sources that were asked by the ids that were given, and so could know the film.
    var witnesses: [ProviderReport]

    /// One id for each name space.
    var ids: [String: String] { records.map(\.facts.ids).united }

    /// Why nothing is known of a film.
    func failure(for id: MovieID) -> CallError { CallError(nothingOf: id, .lookup, witnesses, reports: reports) }
}

extension MovieRecord {
    var comparableYear: Int? { facts.year ?? facts.releaseDate?.year }
}

extension [MovieRecord] {
    /// What to search for at a source: the title in its languages, else the English, the original, or any title.
    func searchText(for profile: ProviderProfile) -> String? {
        let titles = flatMap(\.facts.allTitles)
        for language in profile.languages + ["en"] {
            if let title = titles.first(where: { $0.isIn(language) }) { return title.text }
        }
        let rest = compactMap(\.facts.originalTitle) + titles.map(\.text)
        // A source that has languages, and not Korean, finds nothing under a Korean title.
        let knowsHangul = profile.languages.isEmpty || profile.languages.contains { Language.matches($0, wanted: "ko") }
        return rest.first { knowsHangul || !$0.hasHangul }
    }
}

extension LocalizedText {
    /// Whether it is in a language: as it says, else Hangul is Korean and Latin letters are taken for English.
    fileprivate func isIn(_ wanted: String) -> Bool {
        if let language { return Language.matches(language, wanted: wanted) }
        if text.hasHangul { return Language.matches("ko", wanted: wanted) }
        return text.isLatin && Language.matches("en", wanted: wanted)
    }
}
