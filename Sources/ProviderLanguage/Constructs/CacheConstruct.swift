/// `cache`: how long an answer may be used again.
enum CacheConstruct {
    private static let ttl = Key("ttl", "How long an answer is fresh.", Shape.duration, required: true, example: "6h")
    private static let revalidate = Key(
        "stale_while_revalidate",
        "How long after that it is used at once and fetched anew behind.",
        Shape.duration,
        default: "0s"
    )
    private static let ifError = Key(
        "stale_if_error",
        "How long after that it is used where the source fails.",
        Shape.duration,
        default: "0s"
    )
    private static let settledAfter = Key(
        "settled_after",
        "How far back a day lies that no longer changes.",
        Shape.duration
    )
    private static let settledTTL = Key("settled_ttl", "How long an answer about such a day is fresh.", Shape.duration)

    private static let construct = Construct(
        "cache",
        "How long an answer may be used again.",
        [ttl.entry, revalidate.entry, ifError.entry, settledAfter.entry, settledTTL.entry],
        rules: [.together([settledAfter.name, settledTTL.name])]
    )

    static let shape: Shape<CachePolicy> = .record(construct) { record, decoding in
        let settled = (record.value(settledAfter, &decoding), record.value(settledTTL, &decoding))
        if record.has(settledAfter) != record.has(settledTTL) {
            decoding.valueError("settled_after and settled_ttl go together", at: record.node.location)
        }
        if record.has(settledAfter), decoding.scope.operation?.hasDate == false {
            decoding.error("settled_after is for operations with a date", at: record.location(of: settledAfter))
        }
        guard let ttl = record.value(ttl, &decoding) else { return nil }
        return CachePolicy(
            ttl: ttl,
            staleWhileRevalidate: record.value(revalidate, &decoding) ?? .zero,
            staleIfError: record.value(ifError, &decoding) ?? .zero,
            settledAfter: settled.0,
            settledTTL: settled.1
        )
    }
}
