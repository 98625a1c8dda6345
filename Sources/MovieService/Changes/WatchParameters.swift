import JSON

/// What the methods have in common by which a client says what it wants to be told.
enum WatchParameters {
    static let enabled = Parameter<Bool>.defaulted(
        "enabled",
        .flag,
        to: true,
        written: true,
        "Whether the client wants to be told."
    )
}
