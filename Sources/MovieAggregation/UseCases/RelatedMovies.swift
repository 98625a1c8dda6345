package import MovieDomain
import Platform

/// Finds films related to one film (`movies/related`).
package struct RelatedMovies: Hashable, Sendable {
    package var id: MovieID
    package var kind: RelatedQuery.Kind
    package var page: PageRequest
    package var languages: [String] = []

    package init(id: MovieID, kind: RelatedQuery.Kind, page: PageRequest = PageRequest()) {
        self.id = id
        self.kind = kind
        self.page = page
    }

    /// Returns the merged films of one page, without the film itself.
    ///
    /// If a source needs an id in another namespace, that id is resolved first, within half of the time.
    package func run(
        in catalogue: Catalogue,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws(CallError) -> SearchResult {
        _ = try page.validated()
        try CallRange.check(id)
        let deadline = catalogue.startDeadline()
        let ids = try await knownIDs(in: catalogue, deadline)
        let result = try await list(of: ids, in: catalogue, deadline, onAnswer: onAnswer)
        let asked = result.sources.filter(\.isAsked)
        // If only the given id led to the sources, none of them has shown that there is a film with it.
        if ids == [id.namespace: id.value], asked.allSatisfy({ $0.failure?.kind == .notFound }) {
            throw .notFound(id, reports: result.sources)
        }
        return result
    }

    /// Returns the page for a film with these ids, from the sources that accept one of them.
    func list(
        of ids: [String: String],
        in catalogue: Catalogue,
        _ deadline: Deadline,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws(CallError) -> SearchResult {
        let capability = kind.capability
        let listing = MovieListing(
            catalogue: catalogue,
            repositories: catalogue.repositories,
            capability: capability,
            request: page,
            languages: languages,
            excludedIDs: ids,
            withheld: withheld(ids: ids, in: catalogue),
            onAnswer: onAnswer
        )
        return try await listing.run(deadline: deadline) { repository, window, context throws(ProviderError) in
            let taken = repository.profile.accepted(ids, for: capability) ?? [:]
            return try await repository.related(
                RelatedQuery(kind: kind, ids: taken, window: window, languages: languages),
                in: context
            )
        }
    }

    private func knownIDs(in catalogue: Catalogue, _ deadline: Deadline) async throws(CallError) -> [String: String] {
        let capability = kind.capability
        let given = [id.namespace: id.value]
        let profiles = catalogue.profiles(capableOf: capability)
        let isReached = { (ids: [String: String]) in
            { (profile: ProviderProfile) in profile.accepted(ids, for: capability) != nil }
        }
        if profiles.allSatisfy(isReached(given)) { return given }
        let resolver = FilmResolver(catalogue: catalogue, deadline: deadline.dividing(by: 2), languages: languages)
        let resolution = await resolver.resolve(ids: given)
        if Task.isCancelled { throw .cancelled }
        let ids = resolution.ids.merging(given) { _, given in given }
        guard profiles.contains(where: isReached(ids)) else {
            if resolution.records.isEmpty { throw resolution.failure(for: id, in: catalogue) }
            throw .noSource(capability, reports: resolution.reports)
        }
        return ids
    }

    /// Returns the sources that accept none of the ids, each with its error.
    private func withheld(ids: [String: String], in catalogue: Catalogue) -> [ProviderID: ProviderError] {
        let capability = kind.capability
        let unreached = catalogue.profiles(capableOf: capability).filter { $0.accepted(ids, for: capability) == nil }
        return Dictionary(unreached.map { ($0.id, .noID(of: "film", for: $0, capability)) }) { first, _ in first }
    }
}

extension Catalogue {
    fileprivate func profiles(capableOf capability: Capability) -> [ProviderProfile] {
        repositories.map(\.profile).filter { $0.canBeAsked(for: capability) }
    }
}
