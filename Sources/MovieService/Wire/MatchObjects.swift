package import MovieDomain

extension MatchNote.Verdict: WireChoice {}
extension MatchNote.Author: WireChoice {}

/// The answer to `matches/forget`.
struct MatchesForgetResult: WireObject {
    var removed: Int

    static let wire = WireDescription<MatchesForgetResult>(
        "MatchesForgetResult",
        "What was taken back.",
        [.always("removed", \.removed, as: .count, "Decisions and choices that no longer stand.")]
    )
}

extension MatchNotes: WireObject {
    package static let wire = WireDescription<MatchNotes>(
        "MatchesResult",
        "What is noted of which ids are of one film.",
        [
            .always("matches", \.matches, "The user's first, then the newest first."),
            .always("fields", \.choices, "Fields that come from a source of the user's choice."),
        ]
    )
}

extension MatchNote: WireObject {
    package static let wire = WireDescription<MatchNote>(
        "NotedMatch",
        "Whether two ids are of one film, who says so, and why.",
        [
            .always("id", \.pair.first),
            .always("with", \.pair.second),
            .always("verdict", \.verdict),
            .always(
                "by",
                \.author,
                "What the user said stands; the matcher decides again whenever it has both films before it."
            ),
            .always("confidence", \.confidence, as: .number(0...1), "1 is an equal id, or the user's word."),
            .always("reasons", \.reasons, "In words, strongest first."),
            .always("decidedAt", \.decidedAt, "In UTC, `2026-11-21T15:00:00Z`."),
        ]
    )
}

extension FieldChoice: WireObject {
    package static let wire = WireDescription<FieldChoice>(
        "FieldChoice",
        "The source that the user wants a field of a film from.",
        [.always("id", \.id), .always("field", \.field), .always("provider", \.provider)]
    )
}
