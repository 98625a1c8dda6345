/// What one provider may be asked, how often, and when it is left alone.
///
/// The numbers of an empty policy suit a public web API about which a definition says nothing more.
package struct ProviderPolicy: Sendable, Hashable {
    package var limits = RequestLimits()
    package var retry = RetryPolicy(attempts: 3)
    package var breaker = BreakerPolicy()
    /// For all attempts of one call, and for its waiting.
    package var totalTimeout = Duration.seconds(8)

    package init() {}
}

/// How much may be asked of a provider.
package struct RequestLimits: Hashable, Sendable {
    /// Requests at the same time.
    package var concurrent: Int
    /// Requests that may wait for one of those places; more are refused at once.
    package var waiting = 256
    /// `nil` is without limit.
    package var rate: Rate?
    /// `nil` is without limit.
    package var quota: Quota?
    /// A name of the tz database; `nil` is the provider's own time zone.
    package var quotaTimeZone: String?

    package init(concurrent: Int = 8, rate: Rate? = nil, quota: Quota? = nil, quotaTimeZone: String? = nil) {
        self.concurrent = concurrent
        self.rate = rate
        self.quota = quota
        self.quotaTimeZone = quotaTimeZone
    }
}

/// The most requests within any period of a given length: `2/s`, `20/10s`.
package struct Rate: Hashable, Sendable {
    package var count: Int
    package var period: Duration

    package init(count: Int, period: Duration) {
        self.count = count
        self.period = period
    }
}

/// The most requests within a calendar period of the provider: `3000/day`.
package struct Quota: Hashable, Sendable {
    /// A period of the calendar, in the time zone of the quota.
    package enum Period: String, CaseIterable, Sendable {
        case hour, day, month
    }

    package var count: Int
    package var period: Period

    package init(count: Int, period: Period) {
        self.count = count
        self.period = period
    }
}

/// How often something is tried, and how long is waited between.
package struct RetryPolicy: Hashable, Sendable {
    /// All attempts, the first one too: from 1.
    package var attempts: Int
    /// The longest pause before the second attempt, which doubles, and the longest of all.
    package var backoff: ClosedRange<Duration>

    package init(attempts: Int = 2, backoff: ClosedRange<Duration> = .milliseconds(100) ... .seconds(2)) {
        self.attempts = attempts
        self.backoff = backoff
    }
}

/// When a host counts as down, and for how long it is then left alone.
package struct BreakerPolicy: Sendable, Hashable {
    /// The stretch of time that is looked at.
    package var window = Duration.seconds(30)
    /// With fewer calls than this in the window nothing is concluded.
    package var minimumCalls = 10
    /// The share of failures, in percent, from which on the host is down.
    package var failurePercent = 50
    /// How long the provider is then left alone.
    package var openTime = Duration.seconds(5)

    package init() {}
}

/// How long an answer may be used again.
package struct CachePolicy: Hashable, Sendable {
    /// How long it is fresh, counted from its arrival; `nil` is as long as the provider says with each answer, which is
    /// not at all where it says nothing.
    package var ttl: Duration?
    /// After `ttl`: used at once, and fetched anew behind; zero leaves it to the provider.
    package var staleWhileRevalidate: Duration
    /// After `ttl`: used because the provider fails; zero leaves it to the provider.
    package var staleIfError: Duration
    /// How long an answer is kept that says that there is no such thing; never longer than `ttl`.
    package var negativeTTL = Duration.seconds(60)
    /// How far back a day lies that no longer changes; only of operations with a date.
    package var settledAfter: Duration?
    /// The `ttl` of such days.
    package var settledTTL: Duration?
    /// The `ttl` of an answer without rows, where that of others is longer: a day that has settled without figures may
    /// still get some.
    package private(set) var emptyTTL: Duration?

    package init(
        ttl: Duration?,
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

    /// The provider's `Cache-Control` and `Expires` alone.
    package static let asProviderSays = CachePolicy(ttl: nil)

    /// The policy for an answer about a period that ended that many seconds ago; `nil` is for any other answer.
    package func settled(secondsSincePeriod: Int?) -> CachePolicy {
        var policy = self
        if let settledAfter, let settledTTL, let secondsSincePeriod, .seconds(secondsSincePeriod) >= settledAfter {
            policy.emptyTTL = ttl.map { min($0, settledTTL) }
            policy.ttl = settledTTL
        }
        policy.settledAfter = nil
        policy.settledTTL = nil
        return policy
    }

    /// The policy for an answer without rows.
    package var ofEmptyAnswer: CachePolicy {
        var policy = self
        policy.ttl = emptyTTL ?? ttl
        return policy
    }
}
