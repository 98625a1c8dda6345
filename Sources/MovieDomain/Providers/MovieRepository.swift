/// A film source: the protocol that makes KOFIC, a YTS-style API, and a user's own YAML look alike.
///
/// A repository returns an empty list only if the source has no rows; every failure is a ``ProviderError``. It is asked
/// only for the `capabilities` in its profile. Any other request, and any method that it doesn't implement, throws
/// ``ProviderError/Kind-swift.enum/unsupported``, or ``ProviderError/Kind-swift.enum/disabled`` if its profile says
/// that it must not be asked. Many calls run concurrently. Cancelling the calling task ends all of its work, down to
/// the socket.
public protocol MovieRepository: Sendable {
    /// What is known about the source before it is asked.
    var profile: ProviderProfile { get }
    /// The last day that is over in the source's time zone, whose box office is called that of `yesterday`; `nil` means
    /// the time zone is UTC.
    var lastCompleteDay: CalendarDate? { get }

    /// Returns the films of the period that was asked for; without rows if there are none.
    func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice>
    /// Returns the films that match the words, best first; an empty list if there are none.
    func search(_ query: SearchQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    /// Lists films; throws ``ProviderError/Kind-swift.enum/unsupported`` for an order or a filter that the source
    /// doesn't have, see ``ListQuery/isPlain``.
    func list(_ query: ListQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    /// Returns why the source cannot list films for a query, if that is known without asking it; `nil` otherwise.
    func refusal(of query: ListQuery) -> ProviderError?
    /// Returns one film, or throws ``ProviderError/Kind-swift.enum/notFound``.
    func lookup(_ query: LookupQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieFacts>
    /// Returns films that are similar to one, or recommended to people who liked it; an empty list if there are none.
    func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList>
    /// Returns a collection with all of its films, or throws ``ProviderError/Kind-swift.enum/notFound``.
    func collection(
        _ query: CollectionQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<CollectionFacts>
    /// Returns the people whose names match the words, best first; an empty list if there are none.
    func people(_ query: PeopleQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<PeopleList>
    /// Returns one person, or throws ``ProviderError/Kind-swift.enum/notFound``.
    func person(
        _ query: PersonQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PersonFacts>
}

// A repository doesn't support the methods that it doesn't implement, and a disabled one needs none.
extension MovieRepository {
    public func refusal(of query: ListQuery) -> ProviderError? { nil }

    public var lastCompleteDay: CalendarDate? { nil }

    public func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        throw refusal(of: query.capability)
    }

    public func search(
        _ query: SearchQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        throw refusal(of: .search)
    }

    public func list(
        _ query: ListQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        throw refusal(of: query.capability)
    }

    public func lookup(
        _ query: LookupQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
        throw refusal(of: .lookup)
    }

    public func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        throw refusal(of: query.kind.capability)
    }

    public func collection(
        _ query: CollectionQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<CollectionFacts> {
        throw refusal(of: .collection)
    }

    public func people(
        _ query: PeopleQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PeopleList> {
        throw refusal(of: .peopleSearch)
    }

    public func person(
        _ query: PersonQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PersonFacts> {
        throw refusal(of: .person)
    }

    private func refusal(of capability: Capability) -> ProviderError {
        guard let reason = profile.availability.reason else { return unsupported(capability) }
        return ProviderError(.disabled, provider: profile.id, message: reason)
    }

    /// Returns the error of a repository that cannot answer a question of this kind.
    public func unsupported(_ capability: Capability) -> ProviderError {
        ProviderError(.unsupported, provider: profile.id, message: "the source has no \(capability.rawValue)")
    }
}

/// A value from a source, and its freshness.
public struct ProviderAnswer<Value: Sendable>: Sendable {
    public var value: Value
    public var freshness: Freshness
    /// The failures of calls for parts that the value lacks; each message names its part.
    public var failures: [ProviderError] = []
    /// What the value lacks compared with the source's data, one sentence each.
    public var remarks: [String] = []
    /// The parts of a film that come from old answers, by their names.
    public var staleParts: [String: Freshness] = [:]

    public init(_ value: Value, freshness: Freshness = .live) {
        self.value = value
        self.freshness = freshness
    }

    /// Returns the same answer with another value.
    public func map<Other: Sendable>(_ transform: (Value) -> Other) -> ProviderAnswer<Other> {
        var other = ProviderAnswer<Other>(transform(value), freshness: freshness)
        other.failures = failures
        other.remarks = remarks
        other.staleParts = staleParts
        return other
    }
}

/// Films from one source, in the source's order.
public struct MovieList: Hashable, Sendable {
    /// In the source's order; rows without a film are left out.
    public var movies: [MovieFacts]
    /// The total number at the source; `nil` if the source doesn't report it, or is known to report it wrongly.
    public var totalItems: Int?
    /// Whether rows follow the requested window; `nil` if that is unknown.
    public var hasMore: Bool?
    /// The number of rows read in the window, including those without a film; `nil` if each row is a film.
    public var rowCount: Int?
    /// The row of each film, from 0 at the start of the window; `nil` if each row is a film.
    public var rows: [Int]?
    /// Whether the source ignores a filter, so that its rows were filtered after it gave them.
    public var isFilteredHere = false
    /// Whether the source counts films and lists none, so that an empty list does not mean that it has none.
    package var isContradicted = false

    public init(movies: [MovieFacts], totalItems: Int? = nil, hasMore: Bool? = nil) {
        self.movies = movies
        self.totalItems = totalItems
        self.hasMore = hasMore
    }

    /// Creates a list from the films of a window's rows, each `nil` if its row has no film.
    package init(ofRows rows: [MovieFacts?]) {
        self.init(movies: rows.compactMap(\.self))
        if movies.count < rows.count {
            rowCount = rows.count
            self.rows = rows.indices.filter { rows[$0] != nil }
        }
    }

    /// The number of rows that were read for the films.
    package var readCount: Int { rowCount ?? movies.count }

    /// Appends the films that the same source gave for the next window.
    package mutating func append(_ next: MovieList) {
        let read = readCount
        let isPlain = rows == nil && next.rows == nil
        let former = rows ?? Array(movies.indices)
        rows = isPlain ? nil : former + (next.rows ?? Array(next.movies.indices)).map { $0 + read }
        rowCount = read + next.readCount
        movies += next.movies
        totalItems = next.totalItems ?? totalItems
        hasMore = next.hasMore
    }

    /// Returns the list without the films that are unwanted, whose rows stay.
    package func without(_ isUnwanted: (MovieFacts) -> Bool) -> MovieList {
        let kept = movies.indices.filter { !isUnwanted(movies[$0]) }
        guard kept.count < movies.count else { return self }
        var list = self
        (list.rowCount, list.rows) = (readCount, kept.map { rows?[$0] ?? $0 })
        (list.movies, list.totalItems) = (kept.map { movies[$0] }, nil)
        return list
    }

    /// Returns the films of a window as a list without gaps; these are all films of the rows from the first on.
    package func compacted(to window: RowWindow) -> MovieList {
        let rest = movies.dropFirst(window.offset)
        // Further rows of the source may have none of the wanted films.
        let hasMore = rest.count > window.count ? true : self.hasMore == false ? false : nil
        return MovieList(movies: Array(rest.prefix(window.count)), hasMore: hasMore)
    }

    /// Creates a list of the requested rows from all films.
    public init(_ all: [MovieFacts], in window: RowWindow) {
        let rest = all.dropFirst(window.offset)
        self.init(movies: Array(rest.prefix(window.count)), totalItems: all.count, hasMore: rest.count > window.count)
    }
}

/// The rows requested from a source's whole answer; the source turns them into the fewest pages of its own.
public struct RowWindow: Hashable, Sendable {
    /// The number of rows before the window: 0 for the first row.
    public var offset: Int
    /// The greatest number of rows in it.
    public var count: Int

    public init(offset: Int = 0, count: Int) {
        self.offset = offset
        self.count = count
    }
}
