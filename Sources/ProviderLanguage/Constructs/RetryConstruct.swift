/// `retry` and `restart`: how often something is tried, and how long is waited between.
enum RetryConstruct {
    private static let attempts = Key(
        "attempts",
        "All attempts, the first one too.",
        Shape.integer(1...10),
        default: "2"
    )
    private static let backoff = Key(
        "backoff",
        "The first pause and the longest.",
        Shape.durations,
        default: "100ms..2s"
    )

    static let shape: Shape<RetryPolicy> = .record(
        Construct("retry", "How often what is safe to repeat is tried.", [attempts.entry, backoff.entry])
    ) { record, decoding in
        let attempts = record.value(attempts, &decoding)
        let backoff = record.value(backoff, &decoding)
        guard let attempts, let backoff else { return nil }
        return RetryPolicy(attempts: attempts, backoff: backoff)
    }
}
