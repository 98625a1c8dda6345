/// Everything that all sources know of one film (`movies/get`).
package struct GetMovie: Sendable {
    /// The parameters of one call.
    package struct Request: Hashable, Sendable {
        /// In any name space.
        package var id: MovieID
        /// Parts that need calls of their own at some sources.
        package var include: Set<LookupQuery.Part> = []
        /// Wanted languages of texts, best first; none is the configured order.
        package var languages: [String] = []

        package init(id: MovieID) {
            self.id = id
        }
    }

    /// The sources, and how they are asked and merged.
    package let catalogue: Catalogue

    package init(catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// The merged film.
    ///
    /// It is not found only when every source that takes the id says so; where one of those failed, nobody knows.
    package func run(
        _ request: Request,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws(UseCaseFailure) -> MovieResult {
        let resolver = FilmResolver(
            catalogue: catalogue,
            deadline: catalogue.startDeadline(),
            languages: request.languages,
            include: request.include,
            onAnswer: onAnswer
        )
        let resolution = await resolver.resolve(ids: [request.id.namespace: request.id.value])
        if Task.isCancelled { throw .cancelled }
        let merging = Merging(policy: catalogue.policy.preferring(languages: request.languages))
        guard let movie = merging.movie(of: resolution.records, match: resolution.explanation) else {
            throw resolution.failure(for: request.id)
        }
        return MovieResult(movie: movie, sources: resolution.reports)
    }
}

extension Resolution {
    /// Why nothing is known of a film.
    func failure(for id: MovieID) -> UseCaseFailure {
        if witnesses.isEmpty { return .noSource(.lookup, reports: reports) }
        if witnesses.allSatisfy(\.isFailed) { return .allFailed(reports: reports) }
        if witnesses.contains(where: \.isFailed) { return .undecided(id, reports: reports) }
        return .notFound(id, reports: reports)
    }
}
