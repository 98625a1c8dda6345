package import MovieDomain
import Platform

/// Finds films by words of their titles, at all sources that support it (`movies/search`).
package struct SearchMovies: Sendable {
    package struct Request: Hashable, Sendable {
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
    }

    package let catalogue: Catalogue

    package init(catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// Returns the merged films of one page, best ranks first.
    package func run(
        _ request: Request,
        onAnswer: PartialAnswer.Observer? = nil
    ) async throws(CallError) -> SearchResult {
        let listing = MovieListing(
            catalogue: catalogue,
            repositories: try catalogue.repositories(named: request.providers),
            capability: .search,
            request: try request.page.validated(),
            languages: request.languages,
            onAnswer: onAnswer
        )
        let deadline = catalogue.startDeadline()
        return try await listing.run(deadline: deadline) { repository, window, context throws(ProviderError) in
            try await repository.search(
                SearchQuery(text: request.text, year: request.year, window: window, languages: request.languages),
                in: context
            )
        }
    }
}
