package import MovieDomain
import MovieMatching
import Synchronization

/// The common part of searching, listing, and related films: merges several lists into one, page by page.
struct MovieListing: Sendable {
    typealias Call =
        @Sendable (any MovieRepository, RowWindow, CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>

    var catalogue: Catalogue
    let repositories: [any MovieRepository]
    let capability: Capability
    let request: PageRequest
    var order = ListOrder.rank
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
        let remarks = Mutex<[ProviderID: [String]]>([:])
        func ask(_ repositories: [any MovieRepository], waiting: Bool) async -> [ProviderResult<MovieList>] {
            var fanOut = catalogue.fanOut(until: deadline)
            fanOut.waitsForTurn = waiting
            return await fanOut.ask(
                repositories,
                for: capability,
                items: \.movies.count,
                onResult: { result in
                    var (result, listing) = (result, self)
                    let replaced = await catalogue.putApart(result.records(in: catalogue)).map(\.remark)
                    if !replaced.isEmpty {
                        remarks.withLock { $0[result.provider] = replaced }
                        result.report.remarks += replaced
                        listing.catalogue = await catalogue.corrected()
                    }
                    if let onAnswer { await listing.show(result, to: onAnswer) }
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
        let replaced = remarks.withLock(\.self)
        for place in answers.indices { answers[place].report.remarks += replaced[answers[place].provider] ?? [] }
        var listing = self
        // Films of the library have lost ids that now belong to other films.
        if !replaced.isEmpty { listing.catalogue = await catalogue.corrected() }
        return try await listing.result(of: answers, asked: asked, title)
    }

    /// Shows the films of one source as it answers.
    private func show(_ result: ProviderResult<MovieList>, to onAnswer: PartialAnswer.Observer) async {
        let merging = MovieMerger(policy: catalogue.policy.preferring(languages: languages))
        let own = ownFilms(of: await dated(result).records(in: catalogue), merging)
        let films = await catalogue.shown(own, merging, isPart: true)
        let new = merging.identified(films).filter { !request.hasShown($0.ids) }
        onAnswer(PartialAnswer(reports: [result.report], movies: new))
    }

    /// Returns the merged page of what the sources answered.
    private func result(
        of answers: [ProviderResult<MovieList>],
        asked: [any MovieRepository],
        _ title: String?
    ) async throws(CallError) -> SearchResult {
        let merging = MovieMerger(policy: catalogue.policy.preferring(languages: languages))
        var answers = answers
        for place in answers.indices { answers[place] = await dated(answers[place]) }
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
        let found =
            asked.count == 1 ? ownPages(of: results, merging) : try await mergedPages(of: results, merging)
        var pages: [[Movie]] = []
        for page in found.pages { pages.append(merging.identified(await catalogue.shown(page, merging))) }
        let (movies, page) = request.choose(
            from: pages,
            ids: \.ids,
            totalItems: found.totalItems,
            hasMore: found.hasMore,
            isIncomplete: reports.contains(where: \.isIncomplete)
        )
        return SearchResult(movies: merging.identified(movies), page: page, sources: reports)
    }

    /// The requested pages, and whether more follow.
    private struct FoundPages {
        var pages: [[Movie]]
        var totalItems: Int?
        var hasMore: Bool?
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
        let all = answer.value.movies.count
        answer.value = answer.value.without { !isShown($0) }
        answer.remark(adultsLeftOut: all - answer.value.movies.count)
        if isFilteredHere { answer.value = answer.value.compacted(to: window) }
        return answer
    }

    /// Whether a film is not one for adults only, or those are shown, too.
    func isShown(_ film: MovieFacts) -> Bool { catalogue.showsAdult || !film.isForAdults }

    /// Returns the answer of a list with the years of the films, whose days may be those of later releases.
    private func dated(_ result: ProviderResult<MovieList>) async -> ProviderResult<MovieList> {
        guard capability == .charts, var answer = result.answer else { return result }
        answer.value.movies = await catalogue.dated(answer.value.movies, of: result.provider)
        return ProviderResult(report: result.report, answer: answer)
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

    /// Returns the pages as the only asked source gives them.
    private func ownPages(of results: [ProviderResult<MovieList>], _ merging: MovieMerger) -> FoundPages {
        guard let result = results.first(where: { $0.answer != nil }), let answer = result.answer else {
            return FoundPages(pages: [], hasMore: false)
        }
        let records = result.records(in: catalogue)
        let rows = answer.value.rows ?? Array(records.indices)
        let pages = (0..<request.pages.count).map { place in
            zip(records, rows).filter { $1 / request.limit == place && !isExcluded($0) }.map(\.0)
        }
        let shown = request.window.offset + pages.joined().count
        // A total that is smaller than the number of films is none.
        let total = answer.value.totalItems.flatMap { pages.joined().isEmpty || $0 >= shown ? $0 : nil }
        return FoundPages(
            pages: pages.map { ownFilms(of: $0, merging) },
            totalItems: total,
            hasMore: hasMore(answer)
        )
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

    private func mergedPages(
        of results: [ProviderResult<MovieList>],
        _ merging: MovieMerger
    ) async throws(CallError) -> FoundPages {
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
        let (pages, hasMore) = pool.pages(request)
        if Task.isCancelled { throw .cancelled }
        var learned: [MatchNote] = []
        let now = catalogue.book.now
        func movie(of cluster: MatchCluster) -> Movie? {
            let notes = MatchNote.learned(from: pool.records, members: cluster.members, cluster.explanation, at: now)
            // A match must not become surer by being remembered.
            let isRemembered = cluster.explanation?.reasons.contains(MatchExplanation.matchedBefore) ?? false
            learned += notes.filter { !isRemembered || matcher.remembered[$0.pair] == nil }
            return merging.movie(of: pool.records, at: cluster.members, match: cluster.explanation)
        }
        let films = pages.map { $0.compactMap(movie) }
        catalogue.book.remember(learned)
        return FoundPages(pages: films, hasMore: hasMore ? true : moreFollows(results))
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
        if let total = answer.value.totalItems { return total > request.pages.upperBound * request.limit }
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
    let order: ListOrder
    let matcher: Matcher

    /// Returns the requested pages of films, and whether the rows hold more of them.
    ///
    /// Recomputes the earlier strides of pages as they were when they were requested, each from the rows that it had.
    /// Their films stay separate, whatever later rows say, so nothing is lost or repeated between pages. The pages of a
    /// cancelled task are useless.
    func pages(_ request: PageRequest) -> (clusters: [[MatchCluster]], hasMore: Bool) {
        let deepest = (places.map(\.rank).max() ?? 0) / request.limit + 1
        let strides = PageRequest.strides(to: min(request.pages.upperBound, deepest))
        var shown: [[Int]] = []
        var pages: [[MatchCluster]] = []
        var hasMore = false
        for stride in strides where !Task.isCancelled {
            let films = rest(after: shown, ranksBelow: stride.upperBound * request.limit)
            let isLast = stride.upperBound == strides.last?.upperBound
            for page in request.pages where page >= stride.lowerBound && (isLast || stride.contains(page)) {
                pages.append(Array(films.dropFirst((page - stride.lowerBound) * request.limit).prefix(request.limit)))
            }
            shown += films.prefix(stride.count * request.limit).map(\.members)
            hasMore = films.count > (request.pages.upperBound - stride.lowerBound + 1) * request.limit
        }
        return (pages, hasMore)
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

extension ProviderAnswer {
    /// Says how many films for adults only were left out, if there were any.
    mutating func remark(adultsLeftOut count: Int) {
        if count > 0 { remarks.append("\(count) \(count == 1 ? "film" : "films") for adults only left out") }
    }
}
