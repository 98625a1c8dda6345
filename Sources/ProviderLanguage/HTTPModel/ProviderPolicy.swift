/// How long an answer may be used again.
package struct CachePolicy: Hashable, Sendable {
    /// How long an answer is fresh.
    package var ttl: Duration
    /// After `ttl`: used at once, and fetched anew behind.
    package var staleWhileRevalidate: Duration
    /// After `ttl`: used where the source fails.
    package var staleIfError: Duration
    /// How far back a day lies that no longer changes; only of operations with a date.
    package var settledAfter: Duration?
    /// The `ttl` of such days.
    package var settledTTL: Duration?

    /// A policy from its parts.
    package init(
        ttl: Duration,
        staleWhileRevalidate: Duration = .zero,
        staleIfError: Duration = .zero,
        settledAfter: Duration? = nil,
        settledTTL: Duration? = nil
    ) {
        self.ttl = ttl
        self.staleWhileRevalidate = staleWhileRevalidate
        self.staleIfError = staleIfError
        self.settledAfter = settledAfter
        self.settledTTL = settledTTL
    }
}

/// How much may be asked of a source.
package struct RequestLimits: Hashable, Sendable {
    /// Requests at the same time.
    package var concurrent: Int
    /// Requests in a time; `nil` is without limit.
    package var rate: Rate?
    /// Requests in a calendar period; `nil` is without limit.
    package var quota: Quota?
    /// A name of the tz database; `nil` is the source's own time zone.
    package var quotaTimeZone: String?

    /// Limits from their parts.
    package init(concurrent: Int = 8, rate: Rate? = nil, quota: Quota? = nil, quotaTimeZone: String? = nil) {
        self.concurrent = concurrent
        self.rate = rate
        self.quota = quota
        self.quotaTimeZone = quotaTimeZone
    }
}

/// So many requests in a calendar period of the source: `3000/day`.
package struct Quota: Hashable, Sendable {
    /// A period of the calendar, in the time zone of the quota.
    package enum Period: String, CaseIterable, Sendable {
        case hour, day, month
    }

    /// Requests in a period.
    package var count: Int
    /// The calendar period.
    package var period: Period

    /// A quota from its parts.
    package init(count: Int, period: Period) {
        self.count = count
        self.period = period
    }
}

/// How often a safe request is tried, and how long is waited between.
package struct RetryPolicy: Hashable, Sendable {
    /// All attempts, the first one too: from 1.
    package var attempts: Int
    /// The first pause, and the longest.
    package var backoff: ClosedRange<Duration>

    /// A policy from its parts.
    package init(attempts: Int = 2, backoff: ClosedRange<Duration> = .milliseconds(100) ... .seconds(2)) {
        self.attempts = attempts
        self.backoff = backoff
    }
}

/// So many requests in so much time: `2/s`, `20/10s`.
package struct Rate: Hashable, Sendable {
    /// Requests in the period.
    package var count: Int
    /// A stretch of time, wherever it begins.
    package var period: Duration

    /// A rate from its parts.
    package init(count: Int, period: Duration) {
        self.count = count
        self.period = period
    }
}
