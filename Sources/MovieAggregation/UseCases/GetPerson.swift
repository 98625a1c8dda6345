package import MovieDomain
import MovieMatching
import Platform

/// Gets everything that all sources know about one person (`people/get`).
package struct GetPerson: Hashable, Sendable {
    package var id: MovieID
    package var languages: [String] = []

    package init(id: MovieID) {
        self.id = id
    }

    /// The most people of one source's search result that are looked up as candidates.
    private static let mostCandidates = 3

    /// Returns the merged person.
    ///
    /// Sources that accept a given or learned id are asked by it, also by one that an earlier call matched with it. The
    /// others are searched by name, and a person found there is the same only if both names agree and a film of theirs
    /// is matched.
    package func run(in catalogue: Catalogue) async throws(CallError) -> PersonResult {
        try CallRange.check(id)
        let deadline = catalogue.startDeadline()
        let given = [id.namespace: id.value]
        var state = Progress(repositories: catalogue.repositories)
        await lookUp(given, in: catalogue, deadline, &state)
        if !state.records.isEmpty {
            await lookUp(state.ids, in: catalogue, deadline, &state)
            let others = state.repositories.filter { state.isOpen($0.profile) }
            // Half of the remaining time, so that a search that hangs doesn't delay the answer past its deadline.
            let match = await find(among: others, in: catalogue, deadline.dividing(by: 2), &state)
            state.match = match ?? state.match ?? (state.records.count > 1 ? .sameID : nil)
        }
        if Task.isCancelled { throw .cancelled }
        let reports = state.repositories.map { state.report(of: $0.profile) }
        // The person has these ids also while the source that they are of does not answer.
        let known = await KnownPeople(with: [state.ids], in: catalogue).ids(besides: state.ids)
        if !state.records.isEmpty { state.records[0].facts.ids.merge(known) { own, _ in own } }
        let merger = await PersonMerger(of: state.records, in: catalogue, languages: languages)
        guard var person = merger.profile(of: state.records, match: state.match) else {
            throw CallError(nothingOf: id, .person, reports.filter(\.isAsked), reports: reports, in: catalogue)
        }
        person = await catalogue.shown(person, languages: languages)
        return PersonResult(person: person, sources: reports)
    }

    /// Asks the sources that accept one of these ids, or one that is known to be of the same person, and were not asked
    /// yet.
    private func lookUp(
        _ ids: [String: String],
        in catalogue: Catalogue,
        _ deadline: Deadline,
        _ state: inout Progress
    ) async {
        let known = await KnownPeople(with: [ids], in: catalogue)
        let all = ids.merging(known.ids(besides: ids)) { own, _ in own }
        let reached = state.repositories.filter { repository in
            state.reports[repository.profile.id] == nil && repository.profile.accepted(all, for: .person) != nil
        }
        let results = await catalogue.fanOut(until: deadline).ask(reached, for: .person) {
            repository,
            context throws(ProviderError) in
            let taken = repository.profile.accepted(all, for: .person) ?? [:]
            let query = PersonQuery(ids: taken, languages: languages)
            return try await repository.person(query, in: context).map { $0.with(ids: taken) }
        }
        for result in results { state.reports[result.provider] = result.report }
        let records = results.compactMap { result in
            result.answer.map { PersonRecord(provider: result.provider, facts: $0.value) }
        }
        // What only an earlier match led to is compared with the others.
        for record in records where record.facts.ids.shares(with: ids) { state.add(record, known, in: catalogue) }
        for record in records where !record.facts.ids.shares(with: ids) { state.add(record, known, in: catalogue) }
    }

    /// Searches sources by name and adds the people who are surely the same; returns the reason if there is one.
    private func find(
        among sources: [any MovieRepository],
        in catalogue: Catalogue,
        _ deadline: Deadline,
        _ state: inout Progress
    ) async -> MatchExplanation? {
        guard let known = state.records.first, !sources.isEmpty else { return nil }
        let decided = await KnownPeople(with: [state.ids], in: catalogue)
        let fanOut = catalogue.fanOut(until: deadline, for: .enrichment)
        let found = await fanOut.ask(sources, for: .person, items: \.count) {
            repository,
            context throws(ProviderError) in
            try await repository.namesakes(of: known.facts, languages, atMost: Self.mostCandidates, in: context)
        }
        var match: MatchExplanation?
        for result in found {
            var report = result.report
            var agreeing: [(record: PersonRecord, match: MatchExplanation)] = []
            for facts in result.answer?.value ?? [] {
                let record = PersonRecord(provider: result.provider, facts: facts)
                let evidence = PersonEvidence(catalogue: catalogue, deadline: deadline)
                guard state.records.allSatisfy({ decided.mayBeOne($0, record) }) else { continue }
                if let why = await evidence.match(of: known, record) { agreeing.append((record, why)) }
            }
            // If two people have both names and a common film, it is unknown which of them is the right one.
            if agreeing.count == 1 {
                state.records.append(agreeing[0].record)
                match = agreeing[0].match
                catalogue.remember(known, agreeing[0].record, agreeing[0].match)
                report.items = 1
            } else if result.answer != nil {
                report = ProviderReport(provider: result.provider, status: .empty, items: 0)
            }
            state.reports[result.provider] = report
        }
        return match
    }

    private struct Progress {
        let repositories: [any MovieRepository]
        var records: [PersonRecord] = []
        var reports: [ProviderID: ProviderReport] = [:]
        var match: MatchExplanation?

        var ids: [String: String] { records.map(\.facts.ids).united }

        /// Adds what a source says about the person; a record that only an earlier match led to has to share a name.
        mutating func add(_ record: PersonRecord, _ known: KnownPeople, in catalogue: Catalogue) {
            guard records.allSatisfy({ known.mayBeOne($0, record) }) else { return }
            let ids = record.facts.ids
            if !self.ids.shares(with: ids),
                let match = records.lazy.compactMap({ known.match(of: $0.facts.ids, ids) }).first
            {
                guard records.contains(where: { $0.facts.sharesName(with: record.facts) }) else {
                    catalogue.remember(records[0], record, nil)
                    return
                }
                self.match = match
            }
            records.append(record)
        }

        /// Whether a source that was not asked yet can be searched for the person.
        func isOpen(_ profile: ProviderProfile) -> Bool {
            reports[profile.id] == nil && profile.capabilities.contains(.peopleSearch)
                && profile.canBeAsked(for: .person)
        }

        func report(of profile: ProviderProfile) -> ProviderReport {
            reports[profile.id] ?? profile.report(notReachedFor: .person, of: "person")
        }
    }
}

extension MatchExplanation {
    fileprivate static let sameID = MatchExplanation(confidence: 1, reasons: ["id equal"])
}

extension PersonFacts {
    fileprivate func with(ids others: [String: String]) -> PersonFacts {
        var person = self
        person.ids.merge(others) { own, _ in own }
        return person
    }
}

extension MovieRepository {
    /// Returns the source's facts about the first search results that share a name with the person.
    fileprivate func namesakes(
        of person: PersonFacts,
        _ languages: [String],
        atMost count: Int,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<[PersonFacts]> {
        let isKorean = profile.languages.isEmpty || profile.languages.contains { Language.matches($0, wanted: "ko") }
        let names = [person.name, person.nameEn].compactMap(\.self)
        guard let name = names.first(where: { isKorean || $0.isLatin }) else { return ProviderAnswer([]) }
        let query = PeopleQuery(text: name, window: RowWindow(count: 10), languages: languages)
        let list = try await people(query, in: context)
        var answer = ProviderAnswer<[PersonFacts]>([], freshness: list.freshness)
        let namesakes = list.value.people.filter { $0.sharesName(with: person) }.prefix(count)
        for namesake in namesakes {
            guard let ids = profile.accepted(namesake.ids, for: .person) else { continue }
            let whole = try await self.person(PersonQuery(ids: ids, languages: languages), in: context)
            answer.value.append(whole.value.with(ids: ids))
            answer.freshness = answer.freshness.combined(with: whole.freshness)
        }
        return answer
    }
}

/// One person, and the report of each source.
package struct PersonResult: Hashable, Sendable {
    package var person: PersonProfile
    package var sources: [ProviderReport]

    package init(person: PersonProfile, sources: [ProviderReport]) {
        self.person = person
        self.sources = sources
    }
}
