package import MovieDomain
import MovieMatching
import Platform

/// Finds films by words of their titles, at all sources that can search (`movies/search`).
package struct SearchMovies: Sendable {
    /// The parameters of one call.
    package struct Request: Hashable, Sendable {
        /// Words of a title, in any language.
        package var text: String
        /// Of the film's release; none is any.
        package var year: Int?
        /// The wanted page.
        package var page: PageRequest
        /// Sources to ask; none is all.
        package var providers: [ProviderID] = []
        /// Wanted languages of texts, best first; none is the configured order.
        package var languages: [String] = []

        package init(text: String, year: Int? = nil, page: PageRequest = PageRequest()) {
            self.text = text
            self.year = year
            self.page = page
        }
    }

    /// The sources, and how they are asked and merged.
    package let catalogue: Catalogue

    package init(catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// The merged films of one page, best ranks first.
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
        return try await listing.run(deadline: catalogue.startDeadline()) { repository, window throws(ProviderError) in
            try await repository.search(
                SearchQuery(text: request.text, year: request.year, window: window, languages: request.languages)
            )
        }
    }
}
