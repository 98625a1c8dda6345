package import JSON
package import MovieDomain

extension SearchResult: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.list("movies", movies)
            writer.field("page", page)
            writer.list("sources", sources)
        }
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
