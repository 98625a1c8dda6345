import HTTPModel

enum CacheConstruct {
    private static let settledAfter = Key(
        "settled_after",
        "The age at which the figures of a day no longer change.",
        Shape.duration
    )
    private static let settledTTL = Key(
        "settled_ttl",
        "How long responses about settled days are fresh.",
        Shape.duration
    )

    static let shape: Shape<CachePolicy> = .record(
        "cache",
        "How long a response is cached.",
        changing: CachePolicy(ttl: nil),
        rules: [.together([settledAfter.name, settledTTL.name])],
        finish: check
    ) { keys in
        keys.add("ttl", "How long a response is fresh.", Shape.duration, required: true, example: "6h") { $0.ttl = $1 }
        let revalidateSummary = "How long after that it is still used while it is refreshed in the background."
        keys.add("stale_while_revalidate", revalidateSummary, Shape.duration, default: "0s") {
            $0.staleWhileRevalidate = $1
        }
        let ifErrorSummary = "How long after that it is used if the source fails."
        keys.add("stale_if_error", ifErrorSummary, Shape.duration, default: "0s") { $0.staleIfError = $1 }
        keys.add(settledAfter) { $0.settledAfter = $1 }
        keys.add(settledTTL) { $0.settledTTL = $1 }
    }

    private static func check(_: inout CachePolicy, _ record: Record) {
        if record.has(settledAfter) != record.has(settledTTL) {
            record.valueError("settled_after and settled_ttl go together")
        }
        if record.has(settledAfter), record.decoding.scope.operation?.hasDate == false {
            record.error("settled_after is for operations with a date", at: settledAfter)
        }
    }
}

enum LimitsConstruct {
    static let shape: Shape<RequestLimits> = .record(
        "limits",
        "How many requests a source allows.",
        changing: RequestLimits()
    ) { keys in
        let concurrentSummary = "The maximum number of concurrent requests."
        keys.add("concurrent", concurrentSummary, Shape.integer(1...1_000), default: "8") { $0.concurrent = $1 }
        let rateSummary = "The maximum number of requests in a time, or several of these: [3/s, 60/min]."
        keys.add("rate", rateSummary, Shape.oneOrMore(.rate), example: "2/s") { $0.rates = $1 }
        let quotaSummary = "The maximum number of requests in a calendar period."
        keys.add("quota", quotaSummary, Shape.quota, example: "3000/day") { $0.quota = $1 }
        let zoneSummary = "The time zone of the quota's day."
        keys.add("quota_time_zone", zoneSummary, Shape.text, example: "Asia/Seoul") { $0.quotaTimeZone = $1 }
    }
}

enum RetryConstruct {
    static let shape: Shape<RetryPolicy> = .record(
        "retry",
        "How often a request that is safe to repeat is attempted.",
        changing: RetryPolicy()
    ) { keys in
        let attemptsSummary = "The number of attempts, including the first."
        keys.add("attempts", attemptsSummary, Shape.integer(1...10), default: "2") { $0.attempts = $1 }
        let backoffSummary = "The shortest and the longest pause."
        keys.add("backoff", backoffSummary, Shape.durations, default: "100ms..2s") { $0.backoff = $1 }
    }
}

enum RestartConstruct {
    static let shape: Shape<RetryPolicy> = .record(
        "restart",
        "How often a failing program is restarted.",
        changing: RetryPolicy()
    ) { keys in
        let attemptsSummary = "The number of restarts in a row before it is left alone for a while."
        keys.add("attempts", attemptsSummary, Shape.integer(1...10), default: "3") { $0.attempts = $1 }
        let backoffSummary =
            "The pause after the first failure, which doubles with each further one, and the longest pause."
        keys.add("backoff", backoffSummary, Shape.durations, default: "500ms..30s") { $0.backoff = $1 }
    }
}
