import MovieDomain

/// A source that answers what a test tells it to, and fails with `unsupported` otherwise.
struct FakeRepository: MovieRepository {
    var profile: ProviderProfile
    var onBoxOffice: @Sendable (BoxOfficeQuery) async throws(SourceFailure) -> SourceAnswer<BoxOffice>
    var onSearch: @Sendable (SearchQuery) async throws(SourceFailure) -> SourceAnswer<MovieList>
    var onList: @Sendable (ListQuery) async throws(SourceFailure) -> SourceAnswer<MovieList>
    var onLookup: @Sendable (LookupQuery) async throws(SourceFailure) -> SourceAnswer<MovieFacts>
    var onRelated: @Sendable (RelatedQuery) async throws(SourceFailure) -> SourceAnswer<MovieList>

    init(_ id: ProviderID, capabilities: Set<Capability>, namespaces: [Capability: [String]] = [:]) {
        profile = ProviderProfile(id: id, title: id.rawValue, capabilities: capabilities, namespaces: namespaces)
        let unsupported = SourceFailure(.unsupported, provider: id, message: "\(id) was not told what to answer")
        onBoxOffice = { _ throws(SourceFailure) in throw unsupported }
        onSearch = { _ throws(SourceFailure) in throw unsupported }
        onList = { _ throws(SourceFailure) in throw unsupported }
        onLookup = { _ throws(SourceFailure) in throw unsupported }
        onRelated = { _ throws(SourceFailure) in throw unsupported }
    }

    func boxOffice(_ query: BoxOfficeQuery) async throws(SourceFailure) -> SourceAnswer<BoxOffice> {
        try await onBoxOffice(query)
    }

    func search(_ query: SearchQuery) async throws(SourceFailure) -> SourceAnswer<MovieList> {
        try await onSearch(query)
    }

    func list(_ query: ListQuery) async throws(SourceFailure) -> SourceAnswer<MovieList> {
        try await onList(query)
    }

    func lookup(_ query: LookupQuery) async throws(SourceFailure) -> SourceAnswer<MovieFacts> {
        try await onLookup(query)
    }

    func related(_ query: RelatedQuery) async throws(SourceFailure) -> SourceAnswer<MovieList> {
        try await onRelated(query)
    }
}
