package import MovieDomain

/// Lists the whole cast or crew of a film (`credits/list`), of which the film itself has the most important people.
package struct ListCredits: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable { case cast, crew }

    package var id: MovieID
    package var kind: Kind
    package var page: PageRequest
    package var languages: [String] = []

    package init(id: MovieID, kind: Kind, page: PageRequest = PageRequest()) {
        (self.id, self.kind, self.page) = (id, kind, page)
    }

    /// Returns one page of the people, merged as those of the film.
    package func run(in catalogue: Catalogue) async throws(CallError) -> CreditsResult {
        let page = try page.validated()
        var film = GetMovie(id: id)
        (film.include, film.allCredits, film.languages) = ([.credits], true, languages)
        let answer = try await film.run(in: catalogue)
        let facts = answer.movie.facts
        // Some sources have the same row twice.
        let people = (kind == .cast ? facts.cast : facts.crew).withoutRepeats { $0 }
        var shown = page.page(of: people, isWhole: true)
        shown.page.isIncomplete = answer.sources.contains(where: \.isIncomplete)
        return CreditsResult(people: shown.entries, page: shown.page, sources: answer.sources)
    }
}

/// One page of the cast or the crew of a film, and the report of each source.
package struct CreditsResult: Hashable, Sendable {
    package var people: [Person]
    package var page: Page
    package var sources: [ProviderReport]

    package init(people: [Person], page: Page, sources: [ProviderReport]) {
        (self.people, self.page, self.sources) = (people, page, sources)
    }
}
