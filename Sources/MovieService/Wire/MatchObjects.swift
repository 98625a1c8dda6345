package import JSON
package import MovieDomain

/// The answer of `matches/forget`.
struct MatchesForgetResult: JSONEncodable, Sendable {
    /// Decisions and choices that were taken back.
    var removed: Int

    func encode(to writer: inout JSONWriter) {
        writer.object { $0.member("removed", removed) }
    }
}

extension NamedSchema {
    static let matchesForgetResult = NamedSchema(
        "MatchesForgetResult",
        "What was taken back.",
        [.always("removed", .count, "Decisions and choices that no longer stand.")]
    )
}

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

extension FieldChoice: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id.description)
            writer.member("field", field.rawValue)
            writer.member("provider", provider.rawValue)
        }
    }
}

extension NamedSchema {
    static let fieldChoice = NamedSchema(
        "FieldChoice",
        "The source that the user wants a field of a film from.",
        [
            .always("id", .text),
            .always("field", .choice(MovieField.allCases.map(\.rawValue))),
            .always("provider", .text),
        ]
    )
}
