package import MovieDomain

extension MatchNote.Verdict: WireChoice {}
extension MatchNote.Author: WireChoice {}

/// The answer to `matches/forget`.
struct MatchesForgetResult: WireObject {
    var removed: Int

    static let wire = WireDescription<MatchesForgetResult>(
        "MatchesForgetResult",
        "What was forgotten.",
        [.always("removed", \.removed, as: .count, "The number of removed decisions and choices.")]
    )
}

extension MatchNotes: WireObject {
    package static let wire = WireDescription<MatchNotes>(
        "MatchesResult",
        "The recorded decisions about which ids belong to one film.",
        [
            .always("matches", \.matches, "The user's decisions first, then the newest ones."),
            .always("fields", \.choices, "Fields whose source the user has chosen."),
        ]
    )
}

extension MatchNote: WireObject {
    package static let wire = WireDescription<MatchNote>(
        "NotedMatch",
        "Whether two ids belong to one film, who decided that, and why.",
        [
            .always("id", \.pair.first),
            .always("with", \.pair.second),
            .always("verdict", \.verdict),
            .always(
                "by",
                \.author,
                "`user` decisions are kept; `matcher` ones are made again whenever both films are compared."
            ),
            .always("confidence", \.confidence, as: .number(0...1), "1 for an equal id or a decision of the user."),
            .always("reasons", \.reasons, "The reasons in words, the strongest first."),
            .always("decidedAt", \.decidedAt, "In UTC, `2026-11-21T15:00:00Z`."),
        ]
    )
}

extension FieldChoice: WireObject {
    package static let wire = WireDescription<FieldChoice>(
        "FieldChoice",
        "The user's choice of the source of a field.",
        [.always("id", \.id), .always("field", \.field), .always("provider", \.provider)]
    )
}
