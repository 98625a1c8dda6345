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
