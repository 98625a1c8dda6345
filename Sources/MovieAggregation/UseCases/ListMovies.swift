package import MovieDomain
import Platform

/// Lists films in some order, or trending films (`movies/list`, `movies/trending`).
package struct ListMovies: Hashable, Sendable {
    package var sort: ListQuery.Sort?
    /// `nil` is ascending for titles, and descending for everything else.
    package var order: ListQuery.Order?
    /// A list that sources keep, in its own order.
    package var kind: ListQuery.Kind?
    /// The year of the film's release.
    package var year: Int?
    /// The country as an ISO 3166-1 alpha-2 code.
    package var country: String?
    package var person: MovieID?
    /// A slug of ``Genre``, or a source's own word.
    package var genre: String?
    /// The minimum rating out of ten.
    package var minimumRating: Double?
    /// Requests trending films; the other filters don't apply then.
    package var trending: ListQuery.Trend?
    package var page: PageRequest
    package var providers: [ProviderID] = []
    package var languages: [String] = []

    package init(page: PageRequest = PageRequest()) {
        self.page = page
    }

    /// Returns the merged films of one page, in the requested order.
    package func run(
        in catalogue: Catalogue,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws(CallError) -> SearchResult {
        if kind != nil, sort != nil || order != nil {
            throw .invalidParameter(
                name: sort == nil ? "order" : "sort",
                message: "a list of some kind has an order of its own; leave out either kind or sort and order"
            )
        }
        let query = query
        let listing = MovieListing(
            catalogue: catalogue,
            repositories: try catalogue.repositories(named: providers),
            capability: query.capability,
            request: try page.validated(),
            order: FilmOrder(query),
            languages: languages,
            onAnswer: onAnswer
        )
        let deadline = catalogue.startDeadline()
        return try await listing.run(deadline: deadline) { repository, window, context throws(ProviderError) in
            var query = query
            query.window = window
            return try await repository.list(query, in: context)
        }
    }

    /// Returns the query for all sources, without a window; states the order explicitly, so that all sources agree on
    /// it.
    private var query: ListQuery {
        var query = ListQuery(window: RowWindow(count: 0), languages: languages)
        query.trending = trending
        guard trending == nil else { return query }
        (query.sort, query.order, query.kind) = (sort, order, kind)
        (query.year, query.country, query.person) = (year, country, person)
        (query.genre, query.minimumRating) = (genre.map(Genre.slug), minimumRating)
        if case .sorted(_, let order) = FilmOrder(query) { query.order = order }
        return query
    }
}

/// The order of merged films in a list.
enum FilmOrder: Hashable, Sendable {
    /// By the best place of the film at any source.
    case rank
    /// By a property of the film; films without it come last.
    case sorted(ListQuery.Sort, ListQuery.Order)

    init(_ query: ListQuery) {
        switch (query.sort, query.order) {
        case (.year?, let order): self = .sorted(.year, order ?? .descending)
        case (.rating?, let order): self = .sorted(.rating, order ?? .descending)
        case (.title?, let order): self = .sorted(.title, order ?? .ascending)
        case (.popularity?, _), (.added?, _), (nil, _): self = .rank
        }
    }

    /// Whether `left` comes before `right`; `nil` if the order doesn't decide and their places do.
    func precedes(_ left: [MovieFacts], _ right: [MovieFacts]) -> Bool? {
        switch self {
        case .rank: nil
        case .sorted(.title, let order): compare(left.compactMap(title), right.compactMap(title), order)
        case .sorted(.year, let order): compare(left.compactMap(\.year), right.compactMap(\.year), order)
        case .sorted(.rating, let order): compare(left.flatMap(ratings), right.flatMap(ratings), order)
        case .sorted(.popularity, _), .sorted(.added, _): nil
        }
    }

    private func compare<Key: Comparable>(_ left: [Key], _ right: [Key], _ order: ListQuery.Order) -> Bool? {
        let (mine, theirs) = order == .ascending ? (left.min(), right.min()) : (left.max(), right.max())
        guard let mine else { return theirs == nil ? nil : false }
        guard let theirs else { return true }
        if mine == theirs { return nil }
        return order == .ascending ? mine < theirs : mine > theirs
    }

    private func title(_ facts: MovieFacts) -> String? {
        (facts.title?.text ?? facts.originalTitle)?.lowercased()
    }

    /// Returns the ratings out of ten.
    private func ratings(_ facts: MovieFacts) -> [Double] {
        facts.ratings.filter { $0.scale > 0 }.map { $0.value / $0.scale * 10 }
    }
}
