package import JSON
package import MovieDomain

extension MovieResult: SourcedResult {
    package func encodeMembers(to writer: inout JSONWriter) {
        writer.field("movie", movie)
        if let similar { writer.list("similar", similar) }
        if let recommendations { writer.list("recommendations", recommendations) }
    }
}

extension NamedSchema {
    static let movieResult = NamedSchema(
        "MovieResult",
        "One film, and what became of every source.",
        [
            .always("movie", .reference(to: .movie)),
            .known("similar", .list(of: .reference(to: .movie)), "Where `include` asks for it and a source can say."),
            .known("recommendations", .list(of: .reference(to: .movie)), "As for `similar`."),
            .always("sources", .list(of: .reference(to: .sourceReport))),
        ]
    )
}
