import MovieDomain

/// A source in Swift behind the domain's protocol.
struct FilmSourceRepository: MovieRepository {
    let profile: ProviderProfile
    let source: any FilmSource

    func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        throw ProviderError(.unsupported, provider: profile.id, message: "a source in Swift has no box office")
    }

    func search(_ query: SearchQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    {
        let request = FilmRequest(.search, text: query.text, year: query.year)
        return try await list(request, query.window, query.languages) { film in
            query.year.map { film.mayBeOf(year: $0) } ?? true
        }
    }

    func list(_ query: ListQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let hasWishes = query.sort != nil || query.order != nil || query.genre != nil || query.minimumRating != nil
        guard !hasWishes else {
            throw ProviderError(.unsupported, provider: profile.id, message: "the source has one order of its own")
        }
        return try await list(FilmRequest(query.trending == nil ? .list : .trending), query.window, query.languages)
    }

    func lookup(_ query: LookupQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieFacts>
    {
        let request = FilmRequest(.lookup, ids: query.ids, count: 1, languages: query.languages)
        guard let film = try await page(request).films.first else {
            throw ProviderError(.notFound, provider: profile.id, message: "the source has no such film")
        }
        return ProviderAnswer(MovieFacts(film, provider: profile.id))
    }

    func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let operation: FilmOperation = query.kind == .similar ? .similar : .recommendations
        return try await list(FilmRequest(operation, ids: query.ids), query.window, query.languages)
    }

    private func list(
        _ request: FilmRequest,
        _ window: RowWindow,
        _ languages: [String],
        where isWanted: (MovieFacts) -> Bool = { _ in true }
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        var request = request
        request.offset = window.offset
        request.count = window.count
        request.languages = languages
        let page = try await page(request)
        let films = page.films.prefix(window.count).map { MovieFacts($0, provider: profile.id) }
        let wanted = films.filter(isWanted)
        let end = window.offset + films.count
        let list = MovieList(
            movies: wanted,
            totalItems: wanted.count == films.count ? page.totalCount : nil,
            hasMore: page.totalCount.map { $0 > end } ?? (films.count < window.count ? false : nil)
        )
        return ProviderAnswer(list)
    }

    private func page(_ request: FilmRequest) async throws(ProviderError) -> FilmPage {
        do throws(FilmSourceFailure) {
            return try await source.films(for: request)
        } catch {
            throw ProviderError(error, provider: profile.id)
        }
    }
}

extension ProviderError {
    fileprivate init(_ failure: FilmSourceFailure, provider: ProviderID) {
        self.init(
            Kind(rawValue: failure.kind.rawValue) ?? .upstream,
            provider: provider,
            message: failure.message,
            retryAfterSeconds: failure.retryAfterSeconds
        )
    }
}
