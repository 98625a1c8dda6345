package import MovieDomain
import Platform

/// Finds films by words of their titles, at all sources that support it (`movies/search`).
package struct SearchMovies: Hashable, Sendable {
    package var text: String
    /// The year of the film's release; `nil` is any.
    package var year: Int?
    package var page: PageRequest
    package var providers: [ProviderID] = []
    package var languages: [String] = []

    package init(text: String, year: Int? = nil, page: PageRequest = PageRequest()) {
        self.text = text
        self.year = year
        self.page = page
    }

    /// Returns the merged films of one page, best ranks first.
    package func run(
        in catalogue: Catalogue,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws(CallError) -> SearchResult {
        let listing = MovieListing(
            catalogue: catalogue,
            repositories: try catalogue.repositories(named: providers),
            capability: .search,
            request: try page.validated(),
            languages: languages,
            onAnswer: onAnswer
        )
        let deadline = catalogue.startDeadline()
        return try await listing.run(deadline: deadline) { repository, window, context throws(ProviderError) in
            let query = SearchQuery(text: text, year: year, window: window, languages: languages)
            return try await repository.search(query, in: context)
        }
    }
}

/// The position of an answer in a longer list; values that are not known are `nil`.
package struct Page: Hashable, Sendable {
    package var page: Int
    package var limit: Int
    /// The number of items on all pages, if only one source was asked and reports it.
    package var totalItems: Int?
    package var hasMore: Bool?

    package init(page: Int, limit: Int, totalItems: Int? = nil, hasMore: Bool? = nil) {
        self.page = page
        self.limit = limit
        self.totalItems = totalItems
        self.hasMore = hasMore
    }

    /// The number of pages, if ``totalItems`` is known.
    package var totalPages: Int? { totalItems.map { $0 / limit + ($0 % limit > 0 ? 1 : 0) } }
}

/// A requested page of films.
package struct PageRequest: Hashable, Sendable {
    package var page: Int
    package var limit: Int

    package init(page: Int = 1, limit: Int = 20) {
        self.page = page
        self.limit = limit
    }

    /// The last row that a page may reach.
    private static let deepest = 100_000

    func validated() throws(CallError) -> PageRequest {
        guard page >= 1 else { throw .invalidParameter(name: "page", message: "page starts at 1") }
        guard limit >= 1 else { throw .invalidParameter(name: "limit", message: "limit is at least 1") }
        guard limit <= PageRequest.deepest, page <= PageRequest.deepest / limit else {
            throw .invalidParameter(name: "page", message: "no page goes past row \(PageRequest.deepest)")
        }
        return self
    }

    var window: RowWindow { RowWindow(offset: (page - 1) * limit, count: limit) }

    var windowFromStart: RowWindow { RowWindow(offset: 0, count: page * limit) }
}
