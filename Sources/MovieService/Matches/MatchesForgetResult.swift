import JSON

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
