package import MovieDomain
import Platform

/// Lists films in some order, or trending films (`movies/list`, `movies/trending`).
package struct ListMovies: Hashable, Sendable {
    /// The requested films, without a window; the order and the filters don't apply to trending films.
    package var query = ListQuery(window: RowWindow(count: 0))
    package var page: PageRequest
    package var providers: [ProviderID] = []

    package init(page: PageRequest = PageRequest()) {
        self.page = page
    }

    /// Returns the merged films of one page, in the requested order.
    package func run(
        in catalogue: Catalogue,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws(CallError) -> SearchResult {
        if query.kind != nil, query.sort != nil || query.order != nil {
            throw .invalidParameter(
                name: query.sort == nil ? "direction" : "sort",
                message: "a list of a kind has its own order; leave out either kind or sort and direction"
            )
        }
        if query.region != nil, query.kind == nil, query.services.isEmpty {
            throw .invalidParameter(
                name: "region",
                message: "only a list of a kind, or of services, has a region; name a kind, services, or the country "
                    + "where the films were made"
            )
        }
        if !query.services.isEmpty, query.region == nil {
            throw .invalidParameter(
                name: "region",
                message: "services differ from country to country; name the country, such as KR"
            )
        }
        if query.trending == nil { try query.check() }
        let query = explicitQuery
        let repositories = try catalogue.repositories(named: providers)
        let refusals = repositories.filter { $0.profile.canBeAsked(for: query.capability) }
            .compactMap { repository in repository.refusal(of: query).map { (repository.profile.id, $0) } }
        let listing = MovieListing(
            catalogue: catalogue,
            repositories: repositories,
            capability: query.capability,
            request: try page.validated(),
            order: ListOrder(query),
            languages: query.languages,
            withheld: Dictionary(refusals) { first, _ in first },
            onAnswer: onAnswer
        )
        let deadline = catalogue.startDeadline()
        return try await listing.run(deadline: deadline) { repository, window, context throws(ProviderError) in
            var query = query
            query.window = window
            return try await repository.list(query, in: context)
        }
    }

    /// The query for all sources; it states the order, so that all sources agree on it.
    private var explicitQuery: ListQuery {
        var explicit = query
        if let trend = query.trending {
            explicit = ListQuery(window: query.window, languages: query.languages)
            explicit.trending = trend
        } else if case .sorted(_, let order) = ListOrder(query) {
            explicit.order = order
        }
        explicit.genre = explicit.genre.map(Genre.slug)
        explicit.withoutGenre = explicit.withoutGenre.map(Genre.slug)
        return explicit
    }
}

/// The order of merged films in a list.
enum ListOrder: Hashable, Sendable {
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
        case .sorted(.year, let order):
            compare(left.compactMap(\.likelyYear), right.compactMap(\.likelyYear), order)
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
