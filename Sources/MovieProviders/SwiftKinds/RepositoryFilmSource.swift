package import MovieDomain

/// A repository of ours in the shape of a source in Swift: so every kind stands the same contract.
package struct RepositoryFilmSource: FilmSource {
    private let repository: any MovieRepository

    /// The repository's films, without what only the domain knows of them.
    package init(_ repository: any MovieRepository) {
        self.repository = repository
    }

    package func films(for request: FilmRequest) async throws(FilmSourceFailure) -> FilmPage {
        do throws(ProviderError) {
            return try await page(request)
        } catch {
            let kind = FilmSourceFailure.Kind(rawValue: error.kind.rawValue) ?? .upstream
            throw FilmSourceFailure(kind, error.message, retryAfterSeconds: error.retryAfterSeconds)
        }
    }

    private func page(_ request: FilmRequest) async throws(ProviderError) -> FilmPage {
        let window = RowWindow(offset: request.offset, count: request.count)
        switch request.operation {
        case .search:
            return FilmPage(
                try await repository.search(
                    SearchQuery(text: request.text, year: request.year, window: window),
                    in: CallContext()
                ).value
            )
        case .list: return FilmPage(try await repository.list(ListQuery(window: window), in: CallContext()).value)
        case .trending:
            var query = ListQuery(window: window)
            query.trending = .day
            return FilmPage(try await repository.list(query, in: CallContext()).value)
        case .lookup:
            return FilmPage([Film(try await repository.lookup(LookupQuery(ids: request.ids), in: CallContext()).value)])
        case .similar, .recommendations:
            let kind: RelatedQuery.Kind = request.operation == .similar ? .similar : .recommended
            return FilmPage(
                try await repository.related(
                    RelatedQuery(kind: kind, ids: request.ids, window: window),
                    in: CallContext()
                ).value
            )
        }
    }
}

extension FilmPage {
    fileprivate init(_ list: MovieList) {
        self.init(list.movies.map { Film($0) }, totalCount: list.totalItems)
    }
}
