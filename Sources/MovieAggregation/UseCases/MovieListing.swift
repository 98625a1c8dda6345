package import MovieDomain
import MovieMatching

/// The common part of searching, listing, and related films: merges several lists into one, page by page.
struct MovieListing: Sendable {
    typealias Call =
        @Sendable (any MovieRepository, RowWindow, CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>

    let catalogue: Catalogue
    let repositories: [any MovieRepository]
    let capability: Capability
    let request: PageRequest
    var order = FilmOrder.rank
    var languages: [String] = []
    /// Ids of films that are not listed.
    var excludedIDs: [String: String] = [:]
    /// Sources that are not asked, each with the reason.
    var withheld: [ProviderID: ProviderError] = [:]
    /// Whether to wait for a turn at a source whose rate is used up; a source that is asked alone always waits, and so
    /// does a call that finds nothing else.
    var waitsForTurn = false
    /// The title that is searched for; films of earlier answers are shown first, and in place of a source that fails.
    var title: String?
    var onAnswer: PartialAnswer.Observer?

    /// Returns one page of films with the reports of the sources.
    ///
    /// A single source gets the page's own window. Several sources are each asked for everything up to the page's end,
    /// because it is not known beforehand which of their films are the same.
    func run(deadline: Deadline, _ call: @escaping Call) async throws(CallError) -> SearchResult {
        let reached = repositories.filter { withheld[$0.profile.id] == nil }
        let asked = reached.filter { $0.profile.canBeAsked(for: capability) }
        let isAlone = asked.count == 1
        let window = isAlone ? request.window : request.windowOfStrides
        let merging = MovieMerger(policy: catalogue.policy.preferring(languages: languages))
        let title = request.page == 1 ? title : nil
        if let onAnswer, let title { await showKnown(title, merging, to: onAnswer) }
        func ask(_ repositories: [any MovieRepository], waiting: Bool) async -> [ProviderResult<MovieList>] {
            var fanOut = catalogue.fanOut(until: deadline)
            fanOut.waitsForTurn = waiting
            return await fanOut.ask(
                repositories,
                for: capability,
                items: \.movies.count,
                onResult: { result in
                    guard let onAnswer else { return }
                    let films = await catalogue.shown(ownFilms(of: result.records(in: catalogue), merging), merging)
                    onAnswer(PartialAnswer(reports: [result.report], movies: merging.identified(films)))
                },
                { repository, context throws(ProviderError) in
                    try await rows(of: window, from: repository, context, call)
                }
            )
        }
        let waits = isAlone || waitsForTurn || catalogue.waitsForTurn
        var answers = await ask(reached, waiting: waits)
        if !waits, answers.allSatisfy({ $0.answer?.value.movies.isEmpty ?? true }) {
            let limited = Set(answers.filter { $0.report.status == .rateLimited }.map(\.provider))
            let late = await ask(reached.filter { limited.contains($0.profile.id) }, waiting: true)
            for result in late {
                if let place = answers.firstIndex(where: { $0.provider == result.provider }) { answers[place] = result }
            }
        }
        if Task.isCancelled { throw .cancelled }
        catalogue.remember(answers.flatMap { $0.records(in: catalogue) }, in: languages)
        if let title { answers = await withKnown(title, in: answers) }
        let results = inConfiguredOrder(answers)
        let reports = results.map(\.report)
        guard !asked.isEmpty else { throw .noSource(capability, reports: reports) }
        guard results.contains(where: { $0.answer != nil || !$0.report.isFailed && $0.report.isAsked }) else {
            // Sources that don't support what the call asks for have not failed.
            throw reports.contains(where: \.isFailed)
                ? .allFailed(reports: reports) : .noSource(capability, reports: reports)
        }
        var page = isAlone ? ownPage(of: results, merging) : try await mergedPage(of: results, merging)
        page.movies = merging.identified(await catalogue.shown(page.movies, merging))
        return page
    }

    /// Returns the rows of a window of one source.
    ///
    /// Rows of a source that ignores a filter are read from the first on until enough of them are wanted.
    private func rows(
        of window: RowWindow,
        from repository: any MovieRepository,
        _ context: CallContext,
        _ call: @escaping Call
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        var answer = try await call(repository, window, context)
        let isFilteredHere = answer.value.isFilteredHere
        let read = isFilteredHere ? RowWindow(count: window.offset + window.count) : window
        if read != window { answer = try await call(repository, read, context) }
        let walk = RowWalk(answer, window: read, isFilteredHere: isFilteredHere)
        answer = await walk.rest(from: repository.profile.id, context) { step, context throws(ProviderError) in
            try await call(repository, step, context)
        }
        if isFilteredHere { answer.value = answer.value.compacted(to: window) }
        return answer
    }

    /// Returns the answers with the withheld sources in their configured places.
    private func inConfiguredOrder(_ answers: [ProviderResult<MovieList>]) -> [ProviderResult<MovieList>] {
        guard !withheld.isEmpty else { return answers }
        return repositories.compactMap { repository in
            let provider = repository.profile.id
            if let failure = withheld[provider] {
                return ProviderResult(report: ProviderReport(failure, provider: provider, after: nil))
            }
            return answers.first { $0.provider == provider }
        }
    }

    /// Returns the page as the only asked source gives it.
    private func ownPage(of results: [ProviderResult<MovieList>], _ merging: MovieMerger) -> SearchResult {
        let answer = results.compactMap(\.answer).first
        let records = results.flatMap { $0.records(in: catalogue) }.prefix(request.limit).filter { !isExcluded($0) }
        let shown = (request.page - 1) * request.limit + records.count
        let page = Page(
            page: request.page,
            limit: request.limit,
            // A total that is smaller than the number of films is none.
            totalItems: answer?.value.totalItems.flatMap { records.isEmpty || $0 >= shown ? $0 : nil },
            hasMore: answer.map(hasMore) ?? false
        )
        return SearchResult(movies: ownFilms(of: records, merging), page: page, sources: results.map(\.report))
    }

    /// Returns the films of one source; the matcher merges them if rows share an id, or a title if they have no ids.
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

    private func mergedPage(
        of results: [ProviderResult<MovieList>],
        _ merging: MovieMerger
    ) async throws(CallError) -> SearchResult {
        let rows = results.enumerated().flatMap { source, result in
            let rows = result.answer?.value.rows
            return result.records(in: catalogue).enumerated().map { film, record in
                (record: record, place: (rank: rows?[film] ?? film, source: source))
            }
        }
        let wanted = rows.filter { !isExcluded($0.record) }
        let matcher = await catalogue.matcher(remembering: wanted.map(\.record))
        let pool = FilmPool(
            records: wanted.map(\.record),
            places: wanted.map(\.place),
            order: order,
            matcher: matcher
        )
        let (clusters, hasMore) = pool.page(request)
        if Task.isCancelled { throw .cancelled }
        var learned: [MatchNote] = []
        let now = catalogue.book.now
        let movies = clusters.compactMap { cluster in
            let notes = MatchNote.learned(from: pool.records, members: cluster.members, cluster.explanation, at: now)
            // A match must not become surer by being remembered.
            let isRemembered = cluster.explanation?.reasons.contains(MatchExplanation.matchedBefore) ?? false
            learned += notes.filter { !isRemembered || matcher.remembered[$0.pair] == nil }
            return merging.movie(of: pool.records, at: cluster.members, match: cluster.explanation)
        }
        catalogue.book.remember(learned)
        let page = Page(page: request.page, limit: request.limit, hasMore: hasMore ? true : moreFollows(results))
        return SearchResult(movies: movies, page: page, sources: results.map(\.report))
    }

    /// Whether any source has rows past the page's end; `nil` if none reports more and at least one doesn't say.
    private func moreFollows(_ results: [ProviderResult<MovieList>]) -> Bool? {
        let asked = results.filter { $0.report.isAsked && ($0.answer != nil || $0.report.status != .empty) }
        return asked.map { $0.answer.flatMap(hasMore) }.anyHasMore
    }

    /// Whether a source has rows past the page's end; `nil` after a failure, whatever its total says.
    private func hasMore(_ answer: ProviderAnswer<MovieList>) -> Bool? {
        if let hasMore = answer.value.hasMore { return hasMore }
        guard answer.failures.isEmpty, !answer.value.isContradicted else { return nil }
        if let total = answer.value.totalItems { return total > request.page * request.limit }
        return answer.value.movies.isEmpty ? false : nil
    }

    private func isExcluded(_ record: MovieRecord) -> Bool {
        record.facts.ids.contains { excludedIDs[$0.key] == $0.value }
    }
}

/// The rows of several sources, from which the pages of films are made.
struct FilmPool {
    /// A row's place in its source's list, and the source's place in the configuration.
    typealias Place = (rank: Int, source: Int)

    let records: [MovieRecord]
    let places: [Place]
    let order: FilmOrder
    let matcher: Matcher

    /// Returns a page of films, and whether the rows hold more of them.
    ///
    /// Recomputes the earlier strides of pages as they were when they were requested, each from the rows that it had.
    /// Their films stay separate, whatever later rows say, so nothing is lost or repeated between pages. The page of a
    /// cancelled task is of no use.
    func page(_ request: PageRequest) -> (clusters: [MatchCluster], hasMore: Bool) {
        let deepest = (places.map(\.rank).max() ?? 0) / request.limit + 1
        let strides = PageRequest.strides(to: min(request.page, deepest))
        let last = strides.last ?? 1...1
        var shown: [[Int]] = []
        for pages in strides.dropLast() where !Task.isCancelled {
            let films = rest(after: shown, ranksBelow: pages.upperBound * request.limit)
            shown += films.prefix(pages.count * request.limit).map(\.members)
        }
        let rest = rest(after: shown, ranksBelow: last.upperBound * request.limit)
        let skipped = (request.page - last.lowerBound) * request.limit
        return (Array(rest.dropFirst(skipped).prefix(request.limit)), rest.count > skipped + request.limit)
    }

    /// Returns the films of the rows up to a rank, in order and without those already shown.
    private func rest(after shown: [[Int]], ranksBelow limit: Int) -> [MatchCluster] {
        let pool = places.indices.filter { places[$0].rank < limit }
        // Usually the pool is all rows, and copying the large records would be slow.
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
    /// Returns the cluster with its positions in a part of a list turned into positions in the whole list.
    fileprivate func moved(to pool: [Int]) -> MatchCluster {
        MatchCluster(members: members.map { pool[$0] }, explanation: explanation, rivals: rivals.map { pool[$0] })
    }
}

/// The position of an answer in a longer list; values that are not known are `nil`.
package struct Page: Hashable, Sendable {
    package var page: Int
    package var limit: Int
    /// The number of items on all pages, if only one source was asked and reports it.
    package var totalItems: Int?
    package var hasMore: Bool?

    package init(page: Int, limit: Int, totalItems: Int? = nil, hasMore: Bool? = nil) {
        self.page = page
        self.limit = limit
        self.totalItems = totalItems
        self.hasMore = hasMore
    }

    /// The number of pages, if ``totalItems`` is known.
    package var totalPages: Int? { totalItems.map { $0 / limit + ($0 % limit > 0 ? 1 : 0) } }
}

/// A requested page of films.
package struct PageRequest: Hashable, Sendable {
    package var page: Int
    package var limit: Int

    package init(page: Int = 1, limit: Int = 20) {
        self.page = page
        self.limit = limit
    }

    /// The last row that a page may reach.
    private static let deepest = 100_000

    func validated() throws(CallError) -> PageRequest {
        guard page >= 1 else { throw .invalidParameter(name: "page", message: "page starts at 1") }
        guard limit >= 1 else { throw .invalidParameter(name: "limit", message: "limit is at least 1") }
        guard limit <= PageRequest.deepest, page <= PageRequest.deepest / limit else {
            throw .invalidParameter(name: "page", message: "no page goes past row \(PageRequest.deepest)")
        }
        return self
    }

    var window: RowWindow { RowWindow(offset: (page - 1) * limit, count: limit) }
}

extension PageRequest {
    /// Returns the pages up to one in strides, each of which is matched at once, from the same rows.
    ///
    /// A stride has an eighth of the pages before it, so that their number hardly grows with the page: page 500 would
    /// otherwise need 500 of them. In return, at most an eighth more rows are read.
    package static func strides(to page: Int) -> [ClosedRange<Int>] {
        var strides: [ClosedRange<Int>] = []
        var first = 1
        while first <= page {
            let next = first + max(1, first / 8)
            strides.append(first...(next - 1))
            first = next
        }
        return strides
    }

    /// The rows of all strides up to the page.
    fileprivate var windowOfStrides: RowWindow {
        RowWindow(count: (PageRequest.strides(to: page).last?.upperBound ?? page) * limit)
    }
}

/// One page of films, and the report of each source.
package struct SearchResult: Hashable, Sendable {
    /// The films in order, each once.
    package var movies: [Movie]
    package var page: Page
    package var sources: [ProviderReport]
    /// How the query of a search was read; `nil` if as the words of a title.
    package var interpreted: QueryReading?

    package init(movies: [Movie], page: Page, sources: [ProviderReport]) {
        self.movies = movies
        self.page = page
        self.sources = sources
    }
}
