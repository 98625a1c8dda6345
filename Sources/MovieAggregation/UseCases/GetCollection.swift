package import MovieDomain
import MovieMatching
import Platform

/// Gets a film and its sequels, as sources put them together (`collections/get`).
package struct GetCollection: Hashable, Sendable {
    /// What tells the collection.
    package enum Subject: Hashable, Sendable {
        case collection(MovieID)
        /// A film in it.
        case film(MovieID)
    }

    package var subject: Subject
    package var languages: [String] = []

    package init(_ subject: Subject) {
        self.subject = subject
    }

    /// Returns the merged collection, with its films in the order of release.
    package func run(
        in catalogue: Catalogue,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws(CallError) -> CollectionResult {
        switch subject {
        case .collection(let id): try CallRange.check(id)
        case .film(let id): try CallRange.check(id, "film")
        }
        let deadline = catalogue.startDeadline()
        let id = try await id(in: catalogue, deadline)
        let given = [id.namespace: id.value]
        let reached = catalogue.repositories.filter { $0.profile.accepted(given, for: .collection) != nil }
        let results = await catalogue.fanOut(until: deadline).ask(reached, for: .collection, items: \.films.count) {
            repository,
            context throws(ProviderError) in
            let taken = repository.profile.accepted(given, for: .collection) ?? [:]
            let query = CollectionQuery(ids: taken, languages: languages)
            return try await repository.collection(query, in: context).shown(catalogue.showsAdult)
        }
        if Task.isCancelled { throw .cancelled }
        var reports = catalogue.repositories.map { repository in
            results.first { $0.provider == repository.profile.id }?.report
                ?? repository.profile.report(notReachedFor: .collection, of: "collection")
        }
        let found = results.compactMap { result in result.answer.map { (result.provider, $0) } }
        guard let first = found.first?.1.value else {
            throw CallError(nothingOf: id, .collection, reports.filter(\.isAsked), reports: reports, in: catalogue)
        }
        let policy = catalogue.policy.preferring(languages: languages)
        var collection = found.dropFirst().reduce(into: first) { $0.complete(with: $1.1.value) }
        let texts = found.compactMap { $0.1.value.overview?.unlessBlank }
        let wanted = policy.languages
        collection.overview = texts.min { $0.rank(in: wanted) < $1.rank(in: wanted) }
        let records: [MovieRecord] = found.flatMap { provider, answer in
            answer.value.films.map { film in
                var record = MovieRecord(provider: provider, facts: film, freshness: answer.freshness)
                record.isRow = true
                return catalogue.separated(record)
            }
        }
        collection.films = []
        let replaced = await catalogue.putApart(records)
        for film in replaced {
            guard let place = reports.firstIndex(where: { $0.provider == film.record.provider }) else { continue }
            reports[place].remarks.append(film.remark)
        }
        // Films of the library have lost ids that now belong to other films.
        let current = replaced.isEmpty ? catalogue : await catalogue.corrected()
        let merging = MovieMerger(policy: current.policy.preferring(languages: languages))
        current.remember(records, in: languages)
        return CollectionResult(
            id: id,
            collection: collection,
            movies: await films(of: records, merging, current),
            sources: reports
        )
    }

    /// Returns the id of the collection; that of a film tells it within half of the time.
    private func id(in catalogue: Catalogue, _ deadline: Deadline) async throws(CallError) -> MovieID {
        switch subject {
        case .collection(let id): return id
        case .film(let film):
            var lookup = GetMovie(id: film)
            lookup.languages = languages
            let answer = try await lookup.run(in: catalogue.within(deadline.dividing(by: 2)))
            guard let id = answer.movie.facts.collection?.id.flatMap({ MovieID(parsing: $0) }) else {
                throw .noCollection(film, reports: answer.sources)
            }
            return id
        }
    }

    /// Returns the merged films in the order of release; those without a day or a year come last.
    private func films(of records: [MovieRecord], _ merging: MovieMerger, _ catalogue: Catalogue) async -> [Movie] {
        let clusters = catalogue.matcher.clusters(of: records)
        let merged = clusters.compactMap { merging.movie(of: records, at: $0.members, match: $0.explanation) }
        let inOrder = merged.sorted { left, right in
            let (one, other) = (left.facts.day, right.facts.day)
            return other.isEmpty ? !one.isEmpty : !one.isEmpty && one < other
        }
        return merging.identified(await catalogue.shown(inOrder, merging))
    }
}

extension ProviderAnswer<CollectionFacts> {
    /// Returns the answer without films for adults only, unless those are shown, too.
    fileprivate func shown(_ showsAdult: Bool) -> Self {
        var answer = self
        answer.value.films.removeAll { !showsAdult && $0.isForAdults }
        answer.remark(adultsLeftOut: value.films.count - answer.value.films.count)
        return answer
    }
}

extension CollectionFacts {
    /// Completes the facts, apart from the films, with those of another source.
    fileprivate mutating func complete(with other: CollectionFacts) {
        ids.merge(other.ids) { own, _ in own }
        images = (images + other.images).withoutRepeats(by: \.url)
    }
}

/// A collection with its films, and the report of each source.
package struct CollectionResult: Hashable, Sendable {
    package var id: MovieID
    /// Without films, which are in ``movies``.
    package var collection: CollectionFacts
    /// In the order of release.
    package var movies: [Movie]
    package var sources: [ProviderReport]

    package init(id: MovieID, collection: CollectionFacts, movies: [Movie], sources: [ProviderReport]) {
        (self.id, self.collection, self.movies, self.sources) = (id, collection, movies, sources)
    }
}
