import MovieDomain

/// Questions that are part of no call: nobody is in a hurry.
extension MovieRepository {
    func boxOffice(_ query: BoxOfficeQuery) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        try await boxOffice(query, in: CallContext())
    }

    func search(_ query: SearchQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        try await search(query, in: CallContext())
    }

    func list(_ query: ListQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        try await list(query, in: CallContext())
    }

    func lookup(_ query: LookupQuery) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
        try await lookup(query, in: CallContext())
    }

    func related(_ query: RelatedQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        try await related(query, in: CallContext())
    }
}
