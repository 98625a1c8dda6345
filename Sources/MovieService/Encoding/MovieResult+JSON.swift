package import JSON
package import MovieDomain

extension MovieResult: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("movie", movie)
            writer.list("sources", sources)
        }
    }
}

extension NamedSchema {
    static let movieResult = NamedSchema(
        "MovieResult",
        "One film, and what became of every source.",
        [
            .always("movie", .reference(to: .movie)),
            .always("sources", .list(of: .reference(to: .sourceReport))),
        ]
    )
}
