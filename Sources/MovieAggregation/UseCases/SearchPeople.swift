package import MovieDomain
import Platform

/// Finds people by words of their names, at all sources that support it (`people/search`).
package struct SearchPeople: Hashable, Sendable {
    package var text: String
    package var page: PageRequest
    package var providers: [ProviderID] = []
    package var languages: [String] = []

    package init(text: String, page: PageRequest = PageRequest()) {
        self.text = text
        self.page = page
    }

    /// Returns the people of one page, best ranks first; people of two sources are the same only if they share an id, or
    /// if an earlier call found them to be.
    ///
    /// Each source is asked for everything up to the page's end, so that a person of two sources is on one page only.
    package func run(in catalogue: Catalogue) async throws(CallError) -> PeopleResult {
        let page = try page.validated()
        try CallRange.checkedText(text, "query")
        let repositories = try catalogue.repositories(named: providers)
        let query = PeopleQuery(
            text: text,
            window: RowWindow(count: page.pages.upperBound * page.limit),
            languages: languages
        )
        let results = await catalogue.fanOut(until: catalogue.startDeadline()).ask(
            repositories,
            for: .peopleSearch,
            items: \.people.count
        ) { repository, context throws(ProviderError) in
            let first = try await repository.people(query, in: context)
            let walk = RowWalk(first, window: query.window)
            return await walk.rest(from: repository.profile.id, context) { step, context throws(ProviderError) in
                var further = query
                further.window = step
                return try await repository.people(further, in: context)
            }
        }
        if Task.isCancelled { throw .cancelled }
        let reports = results.map(\.report)
        guard reports.contains(where: \.isAsked) else { throw .noSource(.peopleSearch, reports: reports) }
        guard results.contains(where: { $0.answer != nil || $0.report.isAsked && !$0.report.isFailed }) else {
            throw .allFailed(reports: reports)
        }
        let people = await profiles(of: results, in: catalogue)
        let end = page.pages.upperBound * page.limit
        let (shown, answered) = page.choose(
            from: page.pages.map { Array(people.dropFirst(($0 - 1) * page.limit).prefix(page.limit)) },
            ids: { [$0.id] + $0.facts.ids.movieIDs.filter { [id = $0.id] other in other != id } },
            totalItems: nil,
            hasMore: people.count > end ? true : moreFollows(results),
            isIncomplete: reports.contains(where: \.isIncomplete)
        )
        var named: [PersonProfile] = []
        for person in shown { named.append(await catalogue.shown(person, languages: languages)) }
        return PeopleResult(people: named, page: answered, sources: reports)
    }

    /// Returns the people in the order of their best places; a later row joins an earlier person who has one of its
    /// ids.
    ///
    /// A row never changes the places of the rows before it, so pages keep their people when later rows are known.
    private func profiles(of results: [ProviderResult<PeopleList>], in catalogue: Catalogue) async -> [PersonProfile] {
        let lists = results.compactMap { result in
            result.answer.map { answer in
                answer.value.people.map { PersonRecord(provider: result.provider, facts: $0) }
            }
        }
        let known = await KnownPeople(with: lists.joined().map(\.facts.ids), in: catalogue)
        var groups: [[PersonRecord]] = []
        var holders: [MovieID: Int] = [:]
        for rank in 0..<(lists.map(\.count).max() ?? 0) {
            for list in lists where rank < list.count {
                var record = list[rank]
                record.facts.ids.merge(known.ids(besides: record.facts.ids)) { own, _ in own }
                let ids = record.facts.ids.movieIDs
                let holder = ids.compactMap { holders[$0] }.sorted().first { group in
                    groups[group].allSatisfy { known.mayBeOne($0, record) }
                }
                let group = holder ?? groups.count
                if holder == nil { groups.append([record]) } else { groups[group].append(record) }
                for id in ids where holders[id] == nil { holders[id] = group }
            }
        }
        let merger = await PersonMerger(of: Array(lists.joined()), in: catalogue, languages: languages)
        return groups.compactMap { merger.profile(of: $0) }
    }

    /// Whether any source has rows past the page's end; `nil` if none reports more and at least one doesn't say.
    private func moreFollows(_ results: [ProviderResult<PeopleList>]) -> Bool? {
        results.filter { $0.report.isAsked && $0.report.status != .empty }.map { $0.answer?.value.hasMore }.anyHasMore
    }
}

/// One page of people, and the report of each source.
package struct PeopleResult: Hashable, Sendable {
    package var people: [PersonProfile]
    package var page: Page
    package var sources: [ProviderReport]

    package init(people: [PersonProfile], page: Page, sources: [ProviderReport]) {
        self.people = people
        self.page = page
        self.sources = sources
    }
}
