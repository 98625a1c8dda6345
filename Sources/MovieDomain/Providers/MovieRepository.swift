/// A film source: the one protocol behind which KOFIC, a YTS-style API, and a user's own YAML all look alike.
///
/// A repository never answers "nothing" for "I could not ask": no rows is an empty list, everything else is a
/// ``ProviderError``. It is asked only for what its profile's `capabilities` name; anything else is
/// ``ProviderError/Kind-swift.enum/unsupported``, and so is a method that a repository leaves out. Many calls come at once;
/// cancelling the calling task ends the work down to the socket.
public protocol MovieRepository: Sendable {
    var profile: ProviderProfile { get }

    func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice>
    func search(_ query: SearchQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    /// An order or a filter that it cannot keep is ``ProviderError/Kind-swift.enum/unsupported``; see ``ListQuery/isPlain``.
    func list(_ query: ListQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    /// One film, or ``ProviderError/Kind-swift.enum/notFound``.
    func lookup(_ query: LookupQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieFacts>
    func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList>
    func people(_ query: PeopleQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<PeopleList>
    /// One person, or ``ProviderError/Kind-swift.enum/notFound``.
    func person(
        _ query: PersonQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PersonFacts>
}

// What a repository leaves out, it cannot do.
extension MovieRepository {
    public func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        throw unsupported(query.capability)
    }

    public func search(
        _ query: SearchQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        throw unsupported(.search)
    }

    public func list(
        _ query: ListQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        throw unsupported(query.capability)
    }

    public func lookup(
        _ query: LookupQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
        throw unsupported(.lookup)
    }

    public func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        throw unsupported(query.kind.capability)
    }

    public func people(
        _ query: PeopleQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PeopleList> {
        throw unsupported(.peopleSearch)
    }

    public func person(
        _ query: PersonQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PersonFacts> {
        throw unsupported(.person)
    }

    public func unsupported(_ capability: Capability) -> ProviderError {
        ProviderError(.unsupported, provider: profile.id, message: "the source has no \(capability.rawValue)")
    }
}

/// A value that a source gave, and how fresh it is.
public struct ProviderAnswer<Value: Sendable>: Sendable {
    public var value: Value
    public var freshness: Freshness
    /// What became of calls for parts that the value lacks now: each message names its part.
    public var failures: [ProviderError] = []

    public init(_ value: Value, freshness: Freshness = .live) {
        self.value = value
        self.freshness = freshness
    }

    public func map<Other: Sendable>(_ transform: (Value) -> Other) -> ProviderAnswer<Other> {
        var other = ProviderAnswer<Other>(transform(value), freshness: freshness)
        other.failures = failures
        return other
    }
}

/// Films of one source, in its order.
public struct MovieList: Hashable, Sendable {
    public var movies: [MovieFacts]
    /// How many the source has in all; `nil` where it does not say, or is known to lie.
    public var totalItems: Int?
    /// Whether rows follow the wanted window; `nil` where it is not known.
    public var hasMore: Bool?
    /// How many rows of the window were read, with those that gave no film; `nil` where each row is a film.
    public var rowCount: Int?
    /// The row of each film, from 0 at the window's start; `nil` where each row is a film.
    public var rows: [Int]?

    public init(movies: [MovieFacts], totalItems: Int? = nil, hasMore: Bool? = nil) {
        self.movies = movies
        self.totalItems = totalItems
        self.hasMore = hasMore
    }

    /// The films of a window's rows, each `nil` where its row gave none.
    package init(ofRows rows: [MovieFacts?]) {
        self.init(movies: rows.compactMap(\.self))
        if movies.count < rows.count {
            rowCount = rows.count
            self.rows = rows.indices.filter { rows[$0] != nil }
        }
    }

    /// Takes in what the same source gave for the window behind.
    package mutating func append(_ next: MovieList) {
        let read = rowCount ?? movies.count
        let isPlain = rows == nil && next.rows == nil
        let former = rows ?? Array(movies.indices)
        rows = isPlain ? nil : former + (next.rows ?? Array(next.movies.indices)).map { $0 + read }
        rowCount = read + (next.rowCount ?? next.movies.count)
        movies += next.movies
        totalItems = next.totalItems ?? totalItems
        hasMore = next.hasMore
    }

    /// The wanted rows of films that are all at hand.
    public init(_ all: [MovieFacts], in window: RowWindow) {
        let rest = all.dropFirst(window.offset)
        self.init(movies: Array(rest.prefix(window.count)), totalItems: all.count, hasMore: rest.count > window.count)
    }
}

/// The rows wanted out of a source's whole answer; a source turns it into the fewest pages of its own.
public struct RowWindow: Hashable, Sendable {
    public var offset: Int
    public var count: Int

    public init(offset: Int = 0, count: Int) {
        self.offset = offset
        self.count = count
    }
}
