/// A film source: the one protocol behind which KOFIC, a YTS-style API, and a user's own YAML all look alike.
///
/// A repository never answers "nothing" for "I could not ask": no rows is an empty list, everything else is a
/// ``ProviderError``. It is asked only for what its profile's `capabilities` name; anything else is
/// ``ProviderError/Kind-swift.enum/unsupported``. Cancelling the calling task ends the work down to the socket.
package protocol MovieRepository: Sendable {
    var profile: ProviderProfile { get }

    func boxOffice(_ query: BoxOfficeQuery) async throws(ProviderError) -> SourceAnswer<BoxOffice>
    func search(_ query: SearchQuery) async throws(ProviderError) -> SourceAnswer<MovieList>
    func list(_ query: ListQuery) async throws(ProviderError) -> SourceAnswer<MovieList>
    /// One film, or ``ProviderError/Kind-swift.enum/notFound``.
    func lookup(_ query: LookupQuery) async throws(ProviderError) -> SourceAnswer<MovieFacts>
    func related(_ query: RelatedQuery) async throws(ProviderError) -> SourceAnswer<MovieList>
}

/// A value that a source gave, and how fresh it is.
package struct SourceAnswer<Value: Sendable>: Sendable {
    package var value: Value
    package var freshness: Freshness
    /// What became of calls for parts that the value lacks now: each message names its part.
    package var failures: [ProviderError] = []

    package init(_ value: Value, freshness: Freshness = .live) {
        self.value = value
        self.freshness = freshness
    }

    /// The same answer with its value changed.
    package func map<Other: Sendable>(_ transform: (Value) -> Other) -> SourceAnswer<Other> {
        var other = SourceAnswer<Other>(transform(value), freshness: freshness)
        other.failures = failures
        return other
    }
}

/// Films of one source, in its order.
package struct MovieList: Hashable, Sendable {
    package var movies: [MovieFacts]
    /// How many the source has in all; `nil` where it does not say, or is known to lie.
    package var totalItems: Int?
    /// Whether rows follow the wanted window; `nil` where nobody knows.
    package var hasMore: Bool?

    package init(movies: [MovieFacts], totalItems: Int? = nil, hasMore: Bool? = nil) {
        self.movies = movies
        self.totalItems = totalItems
        self.hasMore = hasMore
    }
}

/// The rows wanted out of a source's whole answer; a source turns it into the fewest pages of its own.
package struct RowWindow: Hashable, Sendable {
    /// Rows to pass over.
    package var offset: Int
    package var count: Int

    package init(offset: Int = 0, count: Int) {
        self.offset = offset
        self.count = count
    }
}
