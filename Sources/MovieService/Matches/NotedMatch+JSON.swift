package import JSON
package import MovieDomain

extension NotedMatch: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", pair.first.description)
            writer.member("with", pair.second.description)
            writer.member("verdict", verdict.rawValue)
            writer.member("by", author.rawValue)
            writer.field("confidence", confidence)
            writer.list("reasons", reasons)
            writer.member("decidedAt", decidedAt.description)
        }
    }
}

extension NamedSchema {
    static let notedMatch = NamedSchema(
        "NotedMatch",
        "Whether two ids are of one film, who says so, and why.",
        [
            .always("id", .text),
            .always("with", .text),
            .always("verdict", .choice(NotedMatch.Verdict.allCases.map(\.rawValue))),
            .always(
                "by",
                .choice(NotedMatch.Author.allCases.map(\.rawValue)),
                "What the user said stands; the matcher decides again whenever it has both films before it."
            ),
            .always("confidence", .number(0...1), "1 is an equal id, or the user's word."),
            .always("reasons", .list(of: .text), "In words, strongest first."),
            .always("decidedAt", .text, "In UTC, `2026-11-21T15:00:00Z`."),
        ]
    )
}
