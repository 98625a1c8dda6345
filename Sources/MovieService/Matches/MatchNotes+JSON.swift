package import JSON
package import MovieDomain

extension MatchNotes: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.list("matches", matches)
            writer.list("fields", choices)
        }
    }
}

extension NamedSchema {
    static let matchesResult = NamedSchema(
        "MatchesResult",
        "What is noted of which ids are of one film.",
        [
            .always("matches", .list(of: .reference(to: .notedMatch)), "The user's first, then the newest first."),
            .always(
                "fields",
                .list(of: .reference(to: .fieldChoice)),
                "Fields that come from a source of the user's choice."
            ),
        ]
    )
}
