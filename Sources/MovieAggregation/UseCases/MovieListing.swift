package import MovieDomain
import MovieMatching

/// What searching, listing and related films have in common: several lists become one, page by page.
struct MovieListing: Sendable {
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

    /// The page and the statuses.
    ///
    /// One source that is asked gets the page's own window. Several are each asked for everything up to the page's end,
    /// for which of their films are the same is not known beforehand.
    func run(
        deadline: Deadline,
        _ call:
            @escaping @Sendable (any MovieRepository, RowWindow, CallContext) async throws(ProviderError)
            -> ProviderAnswer<MovieList>
    ) async throws(CallError) -> SearchResult {
        let reached = repositories.filter { withheld[$0.profile.id] == nil }
        let asked = reached.filter { ProviderReport(notAsking: $0.profile, for: capability) == nil }
        let isAlone = asked.count == 1
        let window = isAlone ? request.window : request.windowFromStart
        let merging = MovieMerger(policy: catalogue.policy.preferring(languages: languages))
        let answers = await catalogue.fanOut(until: deadline).ask(
            reached,
            for: capability,
            items: \.movies.count,
            onResult: { result in onAnswer?(PartialAnswer(result, merging: merging)) },
            { repository, context throws(ProviderError) in try await call(repository, window, context) }
        )
        if Task.isCancelled { throw .cancelled }
        let results = inConfiguredOrder(answers)
        let reports = results.map(\.report)
        guard !asked.isEmpty else { throw .noSource(capability, reports: reports) }
        guard results.contains(where: { $0.answer != nil || !$0.report.isFailed && $0.report.isAsked }) else {
            throw .allFailed(reports: reports)
        }
        return isAlone ? ownPage(of: results, merging) : mergedPage(of: results, merging)
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
        let list = results.compactMap(\.answer).first?.value ?? MovieList(movies: [], hasMore: false)
        let records = results.flatMap(records).prefix(request.limit)
        let total = list.totalItems
        let page = Page(
            page: request.page,
            limit: request.limit,
            totalItems: total,
            hasMore: list.hasMore ?? total.map { $0 > request.page * request.limit }
        )
        let movies = records.filter { !isExcluded($0) }.compactMap { merging.movie(of: [$0]) }
        return SearchResult(movies: movies, page: page, sources: results.map(\.report))
    }

    private func mergedPage(of results: [SourceResult<MovieList>], _ merging: MovieMerger) -> SearchResult {
        let rows = results.enumerated().flatMap { source, result in
            records(of: result).enumerated().map { (record: $1, place: FilmPool.Place(rank: $0, source: source)) }
        }
        let wanted = rows.filter { !isExcluded($0.record) }
        let pool = FilmPool(wanted.map(\.record), wanted.map(\.place), order: order, matcher: catalogue.matcher)
        let (clusters, hasMore) = pool.page(request)
        var learned: [MatchNote] = []
        let now = catalogue.book.now
        let movies = clusters.compactMap { cluster in
            learned += MatchNote.learned(from: pool.records, members: cluster.members, cluster.explanation, at: now)
            return merging.movie(of: pool.records, at: cluster.members, match: cluster.explanation)
        }
        catalogue.book.remember(learned)
        let page = Page(page: request.page, limit: request.limit, hasMore: hasMore ? true : moreFollows(results))
        return SearchResult(movies: movies, page: page, sources: results.map(\.report))
    }

    /// Whether any source has rows past the page's end; `nil` where one of them does not say.
    private func moreFollows(_ results: [SourceResult<MovieList>]) -> Bool? {
        let asked = results.filter { $0.report.isAsked && $0.report.status != .empty }
        let says = asked.map { result -> Bool? in
            guard let list = result.answer?.value else { return nil }
            return list.hasMore ?? list.totalItems.map { $0 > request.page * request.limit }
        }
        if says.contains(true) { return true }
        return says.allSatisfy { $0 == false } ? false : nil
    }

    private func records(of result: SourceResult<MovieList>) -> [MovieRecord] {
        guard let answer = result.answer else { return [] }
        return answer.value.movies.map {
            MovieRecord(provider: result.provider, facts: $0, freshness: answer.freshness)
        }
    }

    private func isExcluded(_ record: MovieRecord) -> Bool {
        record.facts.ids.contains { excludedIDs[$0.key] == $0.value }
    }
}

extension PartialAnswer {
    /// A source's rows, each as a film of one record.
    init(_ result: SourceResult<MovieList>, merging: MovieMerger) {
        let freshness = result.answer?.freshness ?? .live
        let movies = (result.answer?.value.movies ?? []).compactMap {
            merging.movie(of: [MovieRecord(provider: result.provider, facts: $0, freshness: freshness)])
        }
        self.init(report: result.report, movies: movies)
    }
}

/// The rows of several sources on their way to one page of films.
struct FilmPool {
    /// A row's place in its source's list, and its source's place in the configuration.
    struct Place: Comparable, Sendable {
        var rank: Int
        var source: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.rank, left.source) < (right.rank, right.source)
        }

        static let last = Place(rank: .max, source: .max)
    }

    let records: [MovieRecord]
    private let places: [Place]
    private let order: FilmOrder
    private let matcher: Matcher

    init(_ records: [MovieRecord], _ places: [Place], order: FilmOrder, matcher: Matcher) {
        self.records = records
        self.places = places
        self.order = order
        self.matcher = matcher
    }

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
        let placed = clusters.map { cluster in (cluster: cluster, place: cluster.members.map { places[$0] }.min()) }
        return placed.sorted { left, right in
            let isFirst = order.precedes(facts(of: left.cluster), facts(of: right.cluster))
            return isFirst ?? ((left.place ?? .last) < (right.place ?? .last))
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
