import JSON
import MovieAggregation
import MovieDomain

@testable import MCPServer
@testable import MovieService

/// Returns what an assistant reads of an answer.
func text(_ answer: any Outlined, isKorean: Bool = false, showsDates: Bool = false) -> String {
    var reader = Reader(.assistant, words: Wording(isKorean: isKorean))
    reader.showsDates = showsDates
    return MarkdownPrinter.text(of: answer.outline(for: reader))
}

/// Reads a film as answers write it.
func film(_ json: String) throws -> Movie {
    let root = try JSONDocument(json).root
    let id = (root["id"]?.string).flatMap { MovieID(parsing: $0) } ?? MovieID(namespace: "a", value: "")
    var movie = Movie(id: id, facts: MovieFacts(), provenance: [:])
    Movie.wire.read(root, into: &movie)
    movie.bookmarked = root["bookmarked"]?.bool
    if let card = root["card"] {
        movie.card = OwnCard(stars: card["stars"]?.double, changedAt: Timestamp(secondsSinceEpoch: 0))
    }
    return movie
}

/// Returns a list with these films.
func found(
    _ films: String...,
    page: Page = Page(page: 1, limit: 20, hasMore: false),
    sources: [ProviderReport] = []
) throws -> SearchResult {
    SearchResult(movies: try films.map(film), page: page, sources: sources)
}

/// Returns the answer about one film.
func one(_ json: String, sources: [ProviderReport] = []) throws -> MovieResult {
    MovieResult(movie: try film(json), sources: sources)
}

/// Returns the report of a source that failed with a message.
func failed(
    _ provider: ProviderID,
    _ message: String,
    status: ProviderReport.Status = .error,
    items: Int? = nil,
    page: Int? = nil
) -> ProviderReport {
    var failure = ProviderError(.upstream, provider: provider, message: message)
    failure.page = page
    return ProviderReport(provider: provider, status: status, items: items, failure: failure)
}
