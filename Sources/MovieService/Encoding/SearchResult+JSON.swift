package import JSON
package import MovieDomain

extension SearchResult: SourcedResult {
    package func encodeMembers(to writer: inout JSONWriter) {
        writer.list("movies", movies)
        writer.field("page", page)
    }
}

extension NamedSchema {
    static let moviesResult = NamedSchema(
        "MoviesResult",
        "One page of films, and what became of every source.",
        [
            .always("movies", .list(of: .reference(to: .movie))),
            .always("page", .reference(to: .page)),
            .always("sources", .list(of: .reference(to: .sourceReport))),
        ]
    )
}
