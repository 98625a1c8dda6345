package import MovieDomain
import Platform

/// Shows the box office of a day or a week (`boxOffice/daily`, `boxOffice/weekly`).
package struct ShowBoxOffice: Hashable, Sendable {
    package var query: BoxOfficeQuery
    /// Whether to look up each film and match it with the other sources.
    package var enrich = false
    /// The sources that may give the entries; if there are none, all.
    package var providers: [ProviderID] = []
    package var languages: [String] = []

    package init(query: BoxOfficeQuery, enrich: Bool = false) {
        self.query = query
        self.enrich = enrich
    }

    /// Returns the entries of the first source, in configured order, that has any.
    ///
    /// Asks one source after the other, each with an equal share of the remaining time, because the second is only
    /// needed if the first fails, and the number of calls is limited. Sources that were not needed are not in
    /// `sources`.
    package func run(
        in catalogue: Catalogue,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws(CallError) -> BoxOfficeResult {
        if let limit = query.limit, limit < 1 {
            throw .invalidParameter(name: "limit", message: "limit is at least 1")
        }
        let sources = try catalogue.repositories(named: providers)
        var query = query
        query.region = try sources.code(ofRegion: query.region, for: query.capability)
        let deadline = catalogue.startDeadline()
        let results = await catalogue.ask(sources, query, deadline)
        if Task.isCancelled { throw .cancelled }
        var reports = results.map(\.report)
        let answers = results.filter { $0.answer != nil }
        guard let chosen = answers.first(where: { $0.hasRows }) ?? answers.first, let answer = chosen.answer else {
            let isAsked = reports.contains(where: \.isAsked)
            throw isAsked ? .allFailed(reports: reports) : .noSource(query.capability, reports: reports)
        }
        func rows(of films: [MovieFacts]) -> [MovieRecord] {
            films.map { facts in
                var record = MovieRecord(provider: chosen.provider, facts: facts, freshness: answer.freshness)
                record.isRow = true
                return catalogue.separated(record)
            }
        }
        let told = answer.value.rows.map(\.movie)
        let remarks = await catalogue.putApart(rows(of: told)).map(\.remark)
        if let place = reports.firstIndex(where: { $0.provider == chosen.provider }) {
            reports[place].remarks += remarks
        }
        // Films of the library have lost ids that now belong to other films.
        let current = remarks.isEmpty ? catalogue : await catalogue.corrected()
        let merging = MovieMerger(policy: current.policy.preferring(languages: languages))
        let records = rows(of: await current.dated(told, of: chosen.provider))
        current.remember(records, in: languages)
        let films = await current.shown(records.compactMap { merging.movie(of: [$0]) }, merging)
        let shown = zip(answer.value.rows, films).map { BoxOfficeEntry(figures: $0.figures, movie: $1) }
        var result = BoxOfficeResult(period: answer.value.period, entries: merging.identified(shown), sources: reports)
        onAnswer?(PartialAnswer(reports: reports.filter { $0.provider == chosen.provider }, entries: result.entries))
        guard enrich, !records.isEmpty else { return result }
        let resolver = FilmResolver(
            catalogue: current,
            deadline: deadline,
            languages: languages,
            isThorough: false,
            purpose: .enrichment,
            waitsForTurn: false
        )
        let further = await complete(&result.entries, with: records, by: resolver, merging, onAnswer)
        if Task.isCancelled { throw .cancelled }
        result.entries = merging.identified(result.entries)
        result.sources = catalogue.combine(reports, with: further)
        return result
    }

    /// The number of films resolved at the same time: ten entries at five sources would otherwise be fifty calls at
    /// once.
    private static let concurrency = 4

    /// Adds what all sources know to each film, from the first on, as far as sure matches and the time allow.
    ///
    /// Looks up each film at its own source, then finds it at the others; returns the reports of all sources. If the call
    /// waits for its turns, what needs no turn comes first, and then the films that lack something.
    private func complete(
        _ entries: inout [BoxOfficeEntry],
        with records: [MovieRecord],
        by resolver: FilmResolver,
        _ merging: MovieMerger,
        _ onAnswer: PartialAnswer.Observer?
    ) async -> [ProviderReport] {
        var reports = [[ProviderReport]](repeating: [], count: records.count)
        func complete(_ wanted: [Int], waiting: Bool) async {
            var resolver = resolver
            resolver.waitsForTurn = waiting
            await wanted.work(atMost: Self.concurrency) { [resolver] index in
                let record = records[index]
                let resolution = await resolver.resolve(ids: record.facts.ids, seeds: [record])
                let movie = merging.movie(of: resolution.records, match: resolution.explanation)
                return (resolution, await resolver.catalogue.shown([movie].compactMap(\.self), merging).first)
            } taking: { place, found in
                let (index, (resolution, movie)) = (wanted[place], found)
                reports[index] = resolution.reports
                guard let movie else { return }
                entries[index].movie = movie
                let asked = resolution.reports.filter(\.isAsked)
                onAnswer?(PartialAnswer(reports: asked, entries: [entries[index]], isMore: true))
            }
        }
        await complete(Array(records.indices), waiting: false)
        if resolver.catalogue.waitsForTurn {
            let lacking = records.indices.filter { reports[$0].contains { $0.status == .rateLimited } }
            await complete(lacking, waiting: true)
        }
        return reports.flatMap(\.self)
    }
}

extension [any MovieRepository] {
    /// Returns the code of a region that is given by code, name, or the beginning of one name; unchanged if a source
    /// doesn't list its regions.
    fileprivate func code(ofRegion wanted: String?, for capability: Capability) throws(CallError) -> String? {
        guard let wanted else { return nil }
        let profiles = map(\.profile).filter { $0.capabilities.contains(capability) }
        let known = profiles.flatMap(\.regions)
        if let region = known.first(where: { $0.code == wanted || $0.isCalled(wanted) }) { return region.code }
        let begun = wanted.count > 1 ? known.filter { $0.isCalled(beginning: wanted) } : []
        if begun.count == 1 { return begun[0].code }
        guard !known.isEmpty, profiles.allSatisfy({ !$0.regions.isEmpty }) else { return wanted }
        let names = known.map(\.name)
        let nearest = begun.first?.name ?? NearestName.nearest(to: wanted, among: names)
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "the regions are: \(names.joined(separator: ", "))"
        let shown = String(wanted.prefix(64)).onOneLine
        throw .invalidParameter(name: "region", message: "there is no region \"\(shown)\"; \(hint)")
    }
}

extension Catalogue {
    /// Asks one source after the other until one has entries.
    fileprivate func ask(
        _ sources: [any MovieRepository],
        _ query: BoxOfficeQuery,
        _ deadline: Deadline
    ) async -> [ProviderResult<BoxOffice>] {
        let capability = query.capability
        var results: [ProviderResult<BoxOffice>] = []
        var waiting = sources.count { $0.profile.canBeAsked(for: capability) }
        var isAnswered = false
        for repository in sources {
            if let report = ProviderReport(notAsking: repository.profile, for: capability) {
                results.append(ProviderResult(report: report))
                continue
            }
            guard !isAnswered, !Task.isCancelled else { continue }
            let part = fanOut(until: deadline.dividing(by: waiting))
            waiting -= 1
            let result = await part.ask(repository, for: capability, items: \BoxOffice.rows.count) {
                repository,
                context throws(ProviderError) in
                var answer = try await repository.boxOffice(query, in: context).withoutRepeats()
                answer.value.rows = Array(answer.value.rows.prefix(query.limit ?? .max))
                return answer
            }
            isAnswered = result.hasRows
            results.append(result)
        }
        return results
    }
}

extension MovieMerger {
    fileprivate func identified(_ entries: [BoxOfficeEntry]) -> [BoxOfficeEntry] {
        zip(entries, identified(entries.map(\.movie))).map { BoxOfficeEntry(figures: $0.figures, movie: $1) }
    }
}

extension ProviderResult<BoxOffice> {
    fileprivate var hasRows: Bool { answer.map { !$0.value.rows.isEmpty } ?? false }
}

/// The box office of one period, and the report of each source.
package struct BoxOfficeResult: Hashable, Sendable {
    package var period: BoxOfficePeriod
    package var entries: [BoxOfficeEntry]
    package var sources: [ProviderReport]

    package init(period: BoxOfficePeriod, entries: [BoxOfficeEntry], sources: [ProviderReport]) {
        self.period = period
        self.entries = entries
        self.sources = sources
    }
}

/// One film of a box office, with its figures.
package struct BoxOfficeEntry: Hashable, Sendable {
    package var figures: BoxOfficeFigures
    /// The film of one record, or the merged film if it was enriched.
    package var movie: Movie

    package init(figures: BoxOfficeFigures, movie: Movie) {
        self.figures = figures
        self.movie = movie
    }
}
