package import JSON
package import MovieDomain

extension MovieResult: SourcedResult {
    package func encodeMembers(to writer: inout JSONWriter) {
        writer.field("movie", movie)
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
