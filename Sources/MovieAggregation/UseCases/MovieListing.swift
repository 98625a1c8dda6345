package import MovieDomain
import MovieMatching

/// What searching, listing and related films have in common: several lists become one, page by page.
struct MovieListing: Sendable {
    typealias Call =
        @Sendable (any MovieRepository, RowWindow, CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>

    let catalogue: Catalogue
    let repositories: [any MovieRepository]
    let capability: Capability
    let request: PageRequest
    var order = FilmOrder.rank
    var languages: [String] = []
    /// Films that are not to be listed, by their ids.
    var excludedIDs: [String: String] = [:]
    /// Sources that are not asked, with the reason.
    var withheld: [ProviderID: ProviderError] = [:]
    var onAnswer: PartialAnswer.Observer?

    /// How often one source is asked for one page, each time for what it fetches at once.
    private static let mostSteps = 64

    /// The page and the statuses.
    ///
    /// One source that is asked gets the page's own window. Several are each asked for everything up to the page's end,
    /// for which of their films are the same is not known beforehand.
    func run(deadline: Deadline, _ call: @escaping Call) async throws(CallError) -> SearchResult {
        let reached = repositories.filter { withheld[$0.profile.id] == nil }
        let asked = reached.filter { $0.profile.canBeAsked(for: capability) }
        let isAlone = asked.count == 1
        let window = isAlone ? request.window : request.windowFromStart
        let merging = MovieMerger(policy: catalogue.policy.preferring(languages: languages))
        var fanOut = catalogue.fanOut(until: deadline)
        fanOut.waitsForTurn = isAlone
        let answers = await fanOut.ask(
            reached,
            for: capability,
            items: \.movies.count,
            onResult: { result in
                onAnswer?(PartialAnswer(reports: [result.report], movies: ownFilms(of: result.records, merging)))
            },
            { repository, context throws(ProviderError) in try await rows(of: window, from: repository, context, call) }
        )
        if Task.isCancelled { throw .cancelled }
        let results = inConfiguredOrder(answers)
        let reports = results.map(\.report)
        guard !asked.isEmpty else { throw .noSource(capability, reports: reports) }
        guard results.contains(where: { $0.answer != nil || !$0.report.isFailed && $0.report.isAsked }) else {
            // A wish that each source would have to pass over is no fault of theirs.
            throw reports.contains(where: \.isFailed)
                ? .allFailed(reports: reports) : .noSource(capability, reports: reports)
        }
        return isAlone ? ownPage(of: results, merging) : mergedPage(of: results, merging)
    }

    /// The rows of a window, in several steps where the source limits the pages of one call.
    ///
    /// What came before a failure stays, and the failure goes with it. A source that speaks of more rows and gives none
    /// has ended: no other page would show them.
    private func rows(
        of window: RowWindow,
        from repository: any MovieRepository,
        _ context: CallContext,
        _ call: @escaping Call
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        var answer = try await call(repository, window, context)
        let step = answer.value.rowCount ?? answer.value.movies.count
        var context = context
        context.deadline = context.deadline?.beforehand
        context.waitsForTurn = true
        var last = answer.value.movies
        var isFull = false
        for number in 1... {
            let read = answer.value.rowCount ?? answer.value.movies.count
            guard answer.value.hasMore ?? isFull, answer.failures.isEmpty, read < window.count else { break }
            let rest = RowWindow(offset: window.offset + read, count: min(step, window.count - read))
            guard step > 0, number < MovieListing.mostSteps else {
                answer.value.hasMore = false
                break
            }
            switch await result(of: rest, from: repository, context, call) {
            case .success(let next):
                // Whatever window is asked for, it gives the same.
                let films = next.value.movies
                let isRepeated = !films.isEmpty && !last.isEmpty && zip(films, last).allSatisfy(==)
                isFull = (next.value.rowCount ?? films.count) == rest.count
                if isRepeated || (next.value.rowCount ?? films.count) == 0 {
                    answer.value.hasMore = false
                } else {
                    last = films
                    answer.value.append(next.value)
                }
                answer.freshness = answer.freshness.combined(with: next.freshness)
                answer.failures = next.failures
            case .failure(let failure):
                answer.value.hasMore = failure.kind == .notFound || failure.kind == .unsupported ? false : nil
                answer.failures = [failure]
            }
        }
        return answer
    }

    /// What a further step comes to before the call's time is up.
    private func result(
        of window: RowWindow,
        from repository: any MovieRepository,
        _ context: CallContext,
        _ call: @escaping Call
    ) async -> Result<ProviderAnswer<MovieList>, ProviderError> {
        let ask = { @Sendable () async throws(ProviderError) in try await call(repository, window, context) }
        return await Result { () async throws(ProviderError) in
            guard let deadline = context.deadline else { return try await ask() }
            if let answer = try await deadline.race(ask) { return answer }
            throw .late(repository.profile.id, deadline)
        }
    }

    /// The answers, with the sources that were withheld in their places.
    private func inConfiguredOrder(_ answers: [SourceResult<MovieList>]) -> [SourceResult<MovieList>] {
        guard !withheld.isEmpty else { return answers }
        return repositories.compactMap { repository in
            let provider = repository.profile.id
            if let failure = withheld[provider] {
                return SourceResult(report: ProviderReport(failure, provider: provider, after: nil))
            }
            return answers.first { $0.provider == provider }
        }
    }

    /// The page as the only source that was asked gives it.
    private func ownPage(of results: [SourceResult<MovieList>], _ merging: MovieMerger) -> SearchResult {
        let answer = results.compactMap(\.answer).first
        let records = results.flatMap(\.records).prefix(request.limit).filter { !isExcluded($0) }
        let page = Page(
            page: request.page,
            limit: request.limit,
            totalItems: answer?.value.totalItems,
            hasMore: answer.map(hasMore) ?? false
        )
        return SearchResult(movies: ownFilms(of: records, merging), page: page, sources: results.map(\.report))
    }

    /// The films of one source: a row that says the same as another, or has an id of another, is the same film.
    private func ownFilms(of records: [MovieRecord], _ merging: MovieMerger) -> [Movie] {
        var seen: Set<MovieID> = []
        let isRepeated = records.contains { record in
            guard !record.facts.ids.isEmpty else {
                return !seen.insert(MovieID(namespace: "", value: record.facts.title?.text ?? "")).inserted
            }
            return record.facts.ids.movieIDs.contains { !seen.insert($0).inserted }
        }
        guard isRepeated else { return records.compactMap { merging.movie(of: [$0]) } }
        let films = catalogue.matcher.clusters(of: records).compactMap { merging.movie(of: records, at: $0.members) }
        return merging.identified(films)
    }

    private func mergedPage(of results: [SourceResult<MovieList>], _ merging: MovieMerger) -> SearchResult {
        let rows = results.enumerated().flatMap { source, result in
            let rows = result.answer?.value.rows
            return result.records.enumerated().map { film, record in
                (record: record, place: (rank: rows?[film] ?? film, source: source))
            }
        }
        let wanted = rows.filter { !isExcluded($0.record) }
        let pool = FilmPool(
            records: wanted.map(\.record),
            places: wanted.map(\.place),
            order: order,
            matcher: catalogue.matcher
        )
        let (clusters, hasMore) = pool.page(request)
        var learned: [MatchNote] = []
        let now = catalogue.book.now
        let movies = clusters.compactMap { cluster in
            learned += MatchNote.learned(from: pool.records, members: cluster.members, cluster.explanation, at: now)
            return merging.movie(of: pool.records, at: cluster.members, match: cluster.explanation)
        }
        catalogue.book.remember(learned)
        let page = Page(page: request.page, limit: request.limit, hasMore: hasMore ? true : moreFollows(results))
        return SearchResult(movies: merging.identified(movies), page: page, sources: results.map(\.report))
    }

    /// Whether any source has rows past the page's end; `nil` where one of them does not say.
    private func moreFollows(_ results: [SourceResult<MovieList>]) -> Bool? {
        let asked = results.filter { $0.report.isAsked && ($0.answer != nil || $0.report.status != .empty) }
        return asked.map { $0.answer.flatMap(hasMore) }.anyHasMore
    }

    /// Whether a source has rows past the page's end; not known after a failure, whatever its total says.
    private func hasMore(_ answer: ProviderAnswer<MovieList>) -> Bool? {
        if let hasMore = answer.value.hasMore { return hasMore }
        guard answer.failures.isEmpty else { return nil }
        if let total = answer.value.totalItems { return total > request.page * request.limit }
        return answer.value.movies.isEmpty ? false : nil
    }

    private func isExcluded(_ record: MovieRecord) -> Bool {
        record.facts.ids.contains { excludedIDs[$0.key] == $0.value }
    }
}

/// The rows of several sources on their way to one page of films.
struct FilmPool {
    /// A row's place in its source's list, and its source's place in the configuration.
    typealias Place = (rank: Int, source: Int)

    let records: [MovieRecord]
    let places: [Place]
    let order: FilmOrder
    let matcher: Matcher

    /// A page of films, and whether the rows hold more of them.
    ///
    /// The pages before are gone through in the same way as when they were asked for, each with the rows that it had.
    /// What was on them stays a film of its own, whatever later rows say, so nothing is lost or doubled between pages.
    func page(_ request: PageRequest) -> (clusters: [MatchCluster], hasMore: Bool) {
        var shown: [[Int]] = []
        let deepest = (places.map(\.rank).max() ?? 0) / request.limit + 1
        for number in 1..<max(1, min(request.page, deepest)) {
            shown += rest(after: shown, ranksBelow: number * request.limit).prefix(request.limit).map(\.members)
        }
        let rest = rest(after: shown, ranksBelow: request.page * request.limit)
        let skipped = max(0, request.page - deepest) * request.limit
        return (Array(rest.dropFirst(skipped).prefix(request.limit)), rest.count > skipped + request.limit)
    }

    /// The films of the rows up to a rank that are not among those shown, in order.
    private func rest(after shown: [[Int]], ranksBelow limit: Int) -> [MatchCluster] {
        let pool = places.indices.filter { places[$0].rank < limit }
        // Mostly that is all of them, and records are wide.
        let isAll = pool.count == records.count
        let position = Dictionary(uniqueKeysWithValues: zip(pool, 0...))
        let fixed = shown.map { $0.compactMap { position[$0] } }
        let taken = Set(fixed.compactMap(\.first))
        let clusters = matcher.clusters(of: isAll ? records : pool.map { records[$0] }, fixed: fixed)
            .filter { $0.members.allSatisfy { !taken.contains($0) } }
        return inOrder(isAll ? clusters : clusters.map { $0.moved(to: pool) })
    }

    private func inOrder(_ clusters: [MatchCluster]) -> [MatchCluster] {
        let placed = clusters.map { cluster in
            (cluster: cluster, place: cluster.members.map { places[$0] }.min(by: <) ?? (.max, .max))
        }
        return placed.sorted { left, right in
            order.precedes(facts(of: left.cluster), facts(of: right.cluster)) ?? (left.place < right.place)
        }.map(\.cluster)
    }

    private func facts(of cluster: MatchCluster) -> [MovieFacts] {
        order == .rank ? [] : cluster.members.map { records[$0].facts }
    }
}

extension MatchCluster {
    /// The same with positions in a part of a list turned into positions in the list.
    fileprivate func moved(to pool: [Int]) -> MatchCluster {
        MatchCluster(members: members.map { pool[$0] }, explanation: explanation, rivals: rivals.map { pool[$0] })
    }
}

/// One page of films, and what became of each source.
package struct SearchResult: Hashable, Sendable {
    /// Each film once, in order.
    package var movies: [Movie]
    package var page: Page
    package var sources: [ProviderReport]

    package init(movies: [Movie], page: Page, sources: [ProviderReport]) {
        self.movies = movies
        self.page = page
        self.sources = sources
    }
}
