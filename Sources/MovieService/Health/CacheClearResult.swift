import JSON

/// The answer of `cache/clear`.
struct CacheClearResult: JSONEncodable, Sendable {
    /// Answers that are no longer kept.
    var removed: Int

    func encode(to writer: inout JSONWriter) {
        writer.object { $0.member("removed", removed) }
    }
}

extension NamedSchema {
    static let cacheClearResult = NamedSchema(
        "CacheClearResult",
        "What was dropped.",
        [.always("removed", .count, "Answers that are no longer kept.")]
    )
}
