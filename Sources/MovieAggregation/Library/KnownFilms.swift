import MovieDomain
import MovieMatching

/// What the sources said about films in earlier answers, so that a film that was seen needs no second question.
extension Catalogue {
    /// Remembers what sources said about films.
    ///
    /// Nothing is remembered of a recording, so that the same call always gets the same answer.
    func remember(_ records: [MovieRecord], in languages: [String]) {
        guard !isRecorded else { return }
        films.learn(
            records.compactMap { record in
                guard let id = ownID(of: record) else { return nil }
                var known = KnownRecord(id: id, record: record)
                let owner = films.newOwner(of: id)
                if let owner, known.film.map({ !owner.agrees(with: $0) }) ?? true { return nil }
                known.isInOtherLanguages = !languages.isEmpty && languages != policy.languages
                return known
            }
        )
    }

    /// Returns what the sources said about the film with an id, without what the user or later details told apart from
    /// it, and without sources that are not in use.
    func known(_ id: MovieID) async -> [MovieRecord] {
        let used = Set(repositories.map(\.profile).filter { $0.availability.reason == nil }.map(\.id))
        let records = await films.records(with: id).map(\.record).filter { used.contains($0.provider) }
        guard !records.isEmpty else { return [] }
        let undone = await book.links(of: [id]).filter(\.isUndone).compactMap { $0.pair.partner(of: id) }
        let own = records.filter { record in
            ownID(of: record).map { matcher.corrections.id(splitFrom: $0, among: [id]) == nil } ?? true
        }
        return own.map { separated($0, known: [id]) }.filter { record in
            let ids = record.facts.ids
            let isOther = ids[id.namespace].map { $0 != id.value } ?? false
            return !isOther && matcher.corrections.id(splitFrom: id, among: ids.movieIDs) == nil
                && !ids.movieIDs.contains(where: undone.contains)
        }
    }
}

extension Catalogue {
    /// Returns rows of a list of what is shown now, with the years that earlier answers give for the films.
    ///
    /// Such a row may have the day of a later release, which does not tell the year of the film.
    func dated(_ rows: [MovieFacts], of provider: ProviderID) async -> [MovieFacts] {
        guard !isRecorded else { return rows }
        var dated = rows
        for (place, row) in rows.enumerated() {
            guard let day = row.releaseDate, row.year ?? day.year == day.year,
                let id = ownID(of: MovieRecord(provider: provider, facts: row))
            else { continue }
            let told = await known(id).filter { $0.provider == provider && !$0.isRow }.map(\.facts)
            if let year = told.lazy.compactMap(\.likelyYear).first, year < day.year { dated[place].year = year }
        }
        return dated
    }

    /// Returns the other ids that the library, or earlier answers, have for a film that no source has by this id.
    ///
    /// A source may have given the film a new number.
    func otherIDs(of id: MovieID) async -> [String: String] {
        let kept = kept?.film(with: [id])?.ids ?? []
        let shown = isRecorded ? [] : await films.film(with: id)?.ids ?? []
        return (kept + shown).reduce(into: [:]) { ids, other in
            if other.namespace != id.namespace { ids[other.namespace] = ids[other.namespace] ?? other.value }
        }
    }

    /// The namespaces of the ids that the sources take, or may give if they can only be searched.
    ///
    /// Other definitions may have had other sources, whose films none of these knows.
    var namespaces: Set<String> {
        repositories.map(\.profile).reduce(into: []) { namespaces, profile in
            namespaces.insert(profile.id.rawValue)
            namespaces.formUnion(profile.namespaces[.lookup] ?? MovieID.sharedNamespaces + ["title"])
        }
    }

    /// Returns what the sources said about each film with a title that begins with a text.
    fileprivate func known(titled text: String, limit: Int) async -> [[MovieRecord]] {
        let key = TitleKey(text).text
        guard !key.isEmpty else { return [] }
        var films: [[MovieRecord]] = []
        for match in await self.films.films(beginningWith: key, in: namespaces, limit: limit) {
            let records = await known(match.id)
            if !records.isEmpty { films.append(records) }
        }
        return films
    }
}

extension MovieListing {
    /// Shows the films of earlier answers that a search will find, before any source has answered.
    func showKnown(_ title: String, _ merging: MovieMerger, to onAnswer: PartialAnswer.Observer) async {
        let films = await catalogue.known(titled: title, limit: request.limit)
        let asked = Set(repositories.map(\.profile.id))
        let records = films.map { $0.filter { asked.contains($0.provider) && isShown($0.facts) } }.filter {
            !$0.isEmpty
        }
        guard !records.isEmpty else { return }
        let reports = repositories.compactMap { repository -> ProviderReport? in
            let own = records.flatMap(\.self).filter { $0.provider == repository.profile.id }
            return own.isEmpty ? nil : ProviderReport(known: own, insteadOf: nil)
        }
        let known = await catalogue.shown(records.compactMap { merging.movie(of: $0) }, merging, isPart: true)
        onAnswer(PartialAnswer(reports: reports, movies: known, isMore: true))
    }

    /// Returns the answers with the films that a source has told before in place of one that it fails to give.
    func withKnown(_ title: String, in answers: [ProviderResult<MovieList>]) async -> [ProviderResult<MovieList>] {
        guard answers.contains(where: { $0.report.isFailed && $0.answer == nil }) else { return answers }
        let records = await catalogue.known(titled: title, limit: request.limit).flatMap(\.self)
            .filter { isShown($0.facts) }
        return answers.map { result in
            let own = records.filter { $0.provider == result.provider }
            guard result.report.isFailed, result.answer == nil, !own.isEmpty else { return result }
            let report = ProviderReport(known: own, insteadOf: result.report)
            let freshness = report.freshness ?? .live
            return ProviderResult(
                report: report,
                answer: ProviderAnswer(MovieList(movies: own.map(\.facts)), freshness: freshness)
            )
        }
    }
}

extension ProviderReport {
    /// Creates the report of what a source said before, in place of that of its failure if it failed.
    init(known records: [MovieRecord], insteadOf report: ProviderReport?) {
        let provider = report?.provider ?? records[0].provider
        var freshness = records.dropFirst().reduce(records[0].freshness) { $0.combined(with: $1.freshness) }
        freshness.isStale = report?.isFailed ?? false
        if freshness.isStale { freshness.replacedFailure = report?.failure }
        self.init(provider: provider, items: records.count, freshness: freshness, after: .zero)
        durationMilliseconds = report?.durationMilliseconds
        remarks = report?.remarks ?? []
    }
}
