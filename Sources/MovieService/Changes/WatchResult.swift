import JSON

/// The answer of `cache/watch` and of `providers/watch`.
struct WatchResult: JSONEncodable, Sendable {
    /// Whether the client is told from now on.
    var isEnabled: Bool

    func encode(to writer: inout JSONWriter) {
        writer.object { $0.member("enabled", isEnabled) }
    }
}

extension NamedSchema {
    static let watchResult = NamedSchema(
        "WatchResult",
        "What the server will do.",
        [.always("enabled", .boolean, "Whether the client is told of changes from now on.")]
    )
}
