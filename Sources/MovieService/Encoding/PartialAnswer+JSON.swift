package import JSON
package import MovieDomain

extension PartialAnswer: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.list("movies", movies)
            writer.list("sources", [report])
        }
    }
}

extension NamedSchema {
    static let partialResult = NamedSchema(
        "PartialResult",
        """
        What a call with a `partialResultToken` gets by `$/progress` as soon as a source has answered: the source's own \
        films, not merged yet. The call's result is the merged whole all the same.
        """,
        [
            .always("movies", .list(of: .reference(to: .movie))),
            .always("sources", .list(of: .reference(to: .sourceReport)), "The one source that has answered."),
        ]
    )
}
