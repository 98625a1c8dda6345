import MovieDomain

/// Follows one film through the sources: by its ids, by the ids that the answers add, and finally by title and year,
/// accepting only sure matches.
struct FilmResolver: Sendable {
    var catalogue: Catalogue
    let deadline: Deadline
    var languages: [String] = []
    var include: Set<LookupQuery.Part> = []
    /// The region whose offers and releases are wanted.
    var region: String?
    /// Whether the whole cast and crew are wanted.
    var allCredits = false
    /// Whether a film found by its title is also looked up at that source, and searched for in all rounds.
    var isThorough = true
    /// The purpose of its requests to the sources.
    var purpose = CallPurpose.essential
    /// Whether to wait for a turn at a source whose rate is used up; of many films, each would wait in turn.
    var waitsForTurn = true
    /// With `only`, nothing is sent.
    var cachedAnswers = CachedAnswers.accepted
    /// What sources said about the film before; each is used until its source answers.
    var known: [MovieRecord] = []
    /// Called with the answer of each source that is looked up by a sure id.
    var onAnswer: PartialAnswer.Observer?

    private enum Event: Sendable {
        case lookup(ProviderResult<MovieFacts>, ids: [String: String], isSure: Bool)
        case search(ProviderResult<MovieList>)
        case halfTime
    }

    /// Returns everything that the sources know about the film with these ids and records, as far as time allows.
    ///
    /// Lookups start as soon as an id is known. Searches wait until no lookup is running, because one may still add an
    /// id, or until half of the time is over, so that one slow source doesn't hold up the searches.
    ///
    /// If a source says that a wanted id belongs to another film than before, the sources are asked again, without what
    /// was known of that film.
    func resolve(ids wanted: [String: String], seeds: [MovieRecord] = []) async -> Resolution {
        var state = await state(ids: wanted, seeds: seeds)
        var replaced: [ReplacedFilm] = []
        await withTaskGroup(of: Event.self) { group in
            let halfTime = deadline.dividing(by: 2)
            group.addTask {
                await halfTime.wait()
                return .halfTime
            }
            var (lookups, searches) = (0, 0)
            var isHalfTime = false
            events: while !Task.isCancelled {
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
                    replaced = await catalogue.putApart([result.record].compactMap(\.self))
                    if replaced.contains(where: { wanted[$0.id.namespace] == $0.id.value }) { break events }
                    let links = isSure ? [] : await notes(about: [result.answer?.value].compactMap(\.self))
                    let (report, record) = state.lookedUp(
                        result,
                        ids: ids,
                        isSure: isSure,
                        replaced: replaced.first,
                        links: links
                    )
                    replaced = []
                    if isSure, let onAnswer {
                        let merging = MovieMerger(policy: catalogue.policy.preferring(languages: languages))
                        // It is the film that was asked for, whose ids the source may not know.
                        let movie = record.flatMap { merging.movie(of: [$0]) }.map { merging.adding(wanted, to: $0) }
                        let movies = [movie].compactMap(\.self)
                        onAnswer(PartialAnswer(reports: [report], movies: await catalogue.shown(movies, merging)))
                    }
                case .search(var result):
                    searches -= 1
                    result.report.remarks += await catalogue.putApart(result.records(in: catalogue)).map(\.remark)
                    state.searched(result, links: await notes(about: result.answer?.value.movies ?? []))
                case .halfTime: isHalfTime = true
                }
            }
            group.cancelAll()
        }
        guard !replaced.isEmpty, !Task.isCancelled else { return await resolution(of: state) }
        var fresh = self
        (fresh.catalogue, fresh.known) = (await catalogue.corrected(), [])
        var resolution = await fresh.resolve(ids: wanted, seeds: seeds)
        resolution.isOfReplacedFilm = true
        for film in replaced {
            for place in resolution.reports.indices where resolution.reports[place].provider == film.record.provider {
                resolution.reports[place].remarks.append(film.remark)
            }
        }
        return resolution
    }

    /// Returns what is known of the film with these ids, without asking a source.
    func resolveKnown(ids: [String: String]) async -> Resolution {
        var quiet = self
        quiet.cachedAnswers = .only
        return await quiet.resolution(of: await state(ids: ids, seeds: []))
    }

    private func state(ids: [String: String], seeds: [MovieRecord]) async -> ResolutionState {
        let links = await catalogue.book.links(
            of: Set(ids.movieIDs + (seeds + known).flatMap(\.facts.ids.movieIDs)).sorted()
        )
        return ResolutionState(
            catalogue: catalogue,
            policy: catalogue.policy.preferring(languages: languages),
            ids: ids,
            seeds: seeds,
            known: known,
            links: links,
            isThorough: isThorough,
            include: include
        )
    }

    /// Returns the notes of earlier calls about these films.
    private func notes(about films: [MovieFacts]) async -> [MatchNote] {
        let ids = Set(films.flatMap(\.ids.movieIDs))
        return ids.isEmpty ? [] : await catalogue.book.links(of: ids.sorted())
    }

    private func start(_ step: ResolutionState.Step, in group: inout TaskGroup<Event>) {
        var fanOut = catalogue.fanOut(until: deadline, for: purpose)
        fanOut.cachedAnswers = cachedAnswers
        fanOut.waitsForTurn = waitsForTurn
        switch step {
        case .lookup(let repository, let capability, let ids, let isSure):
            var query = LookupQuery(ids: ids, include: include, languages: languages)
            (query.region, query.allCredits) = (region, allCredits)
            group.addTask { [query] in
                let result = await fanOut.ask(repository, for: capability) {
                    repository,
                    context throws(ProviderError) in try await repository.lookup(query, in: context)
                }
                return .lookup(result, ids: ids, isSure: isSure)
            }
        case .search(let repository, let round):
            let queries = round.texts.map {
                SearchQuery(text: $0, year: round.year, window: RowWindow(count: 10), languages: languages)
            }
            group.addTask {
                let result = await fanOut.ask(repository, for: .search, items: \.movies.count) {
                    repository,
                    context throws(ProviderError) in
                    try await repository.search(queries, in: context)
                }
                return .search(result)
            }
        }
    }

    private func resolution(of state: ResolutionState) async -> Resolution {
        let (records, explanation) = state.agreed()
        // A known record is remembered as old as it is.
        let told = records.filter { !known.contains($0) }
        let remembered = region.map { region in told.map { $0.withoutParts(ofOnly: region) } } ?? told
        // Films are remembered with as many people as answers show.
        if !allCredits { catalogue.remember(remembered, in: languages) }
        if cachedAnswers != .only {
            let now = catalogue.book.now
            let learned = MatchNote.learned(from: records, explanation, at: now)
            let undone = state.undoneMatches(at: now)
            catalogue.book.remember(learned + undone)
            await catalogue.takeApart(undone.map(\.pair))
        }
        let remarked = state.reportsWithRemarks()
        let reports = catalogue.repositories.map { repository in
            let id = repository.profile.id
            let report = remarked[id] ?? repository.profile.report(notReachedFor: .lookup, of: "film")
            guard report.items == nil, let record = records.first(where: { $0.provider == id && known.contains($0) })
            else { return report }
            // From the cache alone, no source was asked and none has failed.
            return ProviderReport(known: [record], insteadOf: cachedAnswers == .only ? nil : report)
        }
        return Resolution(records: records, explanation: explanation, reports: reports, witnesses: state.witnesses)
    }
}

extension MatchNote {
    /// Returns what a film's records teach: the own id of the first one, and the ids that only other records have, are
    /// one film.
    ///
    /// Returns nothing if only one source knows the film, or if nothing explains why its records are one.
    static func learned(
        from records: [MovieRecord],
        members: [Int]? = nil,
        _ explanation: MatchExplanation?,
        at moment: Timestamp
    ) -> [MatchNote] {
        let members = members ?? Array(records.indices)
        guard let explanation, explanation.confidence > 0,
            let anchor = members.first(where: { records[$0].ownID != nil }), let own = records[anchor].ownID
        else { return [] }
        var taught: [IDPair] = []
        for member in members where records[member].provider != records[anchor].provider {
            for id in records[member].facts.ids.movieIDs.sorted()
            where records[anchor].facts.ids[id.namespace] == nil {
                let pair = IDPair(own, id)
                if !taught.contains(pair) { taught.append(pair) }
            }
        }
        return taught.map {
            MatchNote(
                $0,
                .same,
                by: .matcher,
                confidence: explanation.confidence,
                reasons: explanation.reasons,
                at: moment
            )
        }
    }
}

extension MovieRecord {
    /// The id in the source's own namespace, or else in the alphabetically first one.
    fileprivate var ownID: MovieID? {
        let ids = facts.ids.movieIDs.sorted()
        return ids.first { $0.namespace == provider.rawValue } ?? ids.first
    }
}

extension MovieRecord {
    /// Returns the record without the lists that have one region alone, which may be all that its source was asked for.
    fileprivate func withoutParts(ofOnly region: String) -> MovieRecord {
        var record = self
        if facts.watch.allSatisfy({ $0.region == region }) { record.facts.watch = [] }
        if facts.releases.allSatisfy({ $0.region == region }) { record.facts.releases = [] }
        if facts.certifications.allSatisfy({ $0.region == region }) { record.facts.certifications = [] }
        return record
    }
}

extension MovieRepository {
    /// Returns the films of the first search that finds any.
    fileprivate func search(
        _ queries: [SearchQuery],
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        var answer = ProviderAnswer(MovieList(movies: []))
        for (index, query) in queries.enumerated() {
            let found = try await search(query, in: context)
            let freshness = index == 0 ? found.freshness : answer.freshness.combined(with: found.freshness)
            answer = found
            answer.freshness = freshness
            if !answer.value.movies.isEmpty { break }
        }
        return answer
    }
}

/// What the sources know about one film.
struct Resolution: Sendable {
    /// The records of the film; empty if no source knows it.
    var records: [MovieRecord]
    var explanation: MatchExplanation?
    /// The reports of all sources, in configured order.
    var reports: [ProviderReport]
    /// The reports of the sources that were asked by a sure id, and so could know the film.
    var witnesses: [ProviderReport]
    /// Whether the wanted ids were of another film before, which may have been in the library.
    var isOfReplacedFilm = false

    /// One id for each namespace.
    var ids: [String: String] { records.map(\.facts.ids).united }

    /// Whether a source that knows such ids has no film with this one, and none failed.
    var isOfNoFilm: Bool { records.isEmpty && !witnesses.isEmpty && witnesses.allSatisfy { !$0.isFailed } }

    /// Returns the reason why no source knows the film.
    func failure(for id: MovieID, in catalogue: Catalogue) -> CallError {
        CallError(nothingOf: id, .lookup, witnesses, reports: reports, in: catalogue)
    }
}
