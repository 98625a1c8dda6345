/// The limits, retries, and circuit breaker of one provider.
///
/// The default values suit a public web API whose definition says nothing else.
package struct ProviderPolicy: Sendable, Hashable {
    package var limits = RequestLimits()
    package var retry = RetryPolicy()
    package var breaker = BreakerPolicy()
    /// The time limit of a call, for all its attempts and pauses.
    package var totalTimeout = Duration.seconds(8)

    package init() {}
}

/// The limits on requests to one provider.
package struct RequestLimits: Hashable, Sendable {
    /// The number of requests at the same time.
    package var concurrent: Int
    /// The number of requests that may wait for one of these slots; further ones are refused at once.
    package var waiting = 256
    /// The rate limits, all of which hold.
    package var rates: [Rate]
    /// The quota; `nil` if there is none.
    package var quota: Quota?
    /// The time zone of the quota, as a name of the tz database; `nil` for the provider's own.
    package var quotaTimeZone: String?

    package init(concurrent: Int = 8, rates: [Rate] = [], quota: Quota? = nil, quotaTimeZone: String? = nil) {
        self.concurrent = concurrent
        self.rates = rates
        self.quota = quota
        self.quotaTimeZone = quotaTimeZone
    }
}

/// The most requests within any period of a given length, such as `2/s` or `20/10s`.
package struct Rate: Hashable, Sendable {
    package var count: Int
    package var period: Duration

    package init(count: Int, period: Duration) {
        self.count = count
        self.period = period
    }
}

/// The most requests within a calendar period of the provider, such as `3000/day`.
package struct Quota: Hashable, Sendable {
    /// A calendar period in the time zone of the quota.
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

/// How often to try, and how long to wait after failures: of one request, or of a program that is started again.
package struct RetryPolicy: Hashable, Sendable {
    /// The attempts at a request, including the first, or the starts of a program after failures in a row.
    package var attempts: Int
    /// The pause after the first failure, which doubles with each further one, and the longest pause.
    package var backoff: ClosedRange<Duration>

    package init(attempts: Int = 2, backoff: ClosedRange<Duration> = .milliseconds(100) ... .seconds(2)) {
        self.attempts = attempts
        self.backoff = backoff
    }

    /// Returns the pause after this number of failures in a row, from 1.
    package func pause(after failures: Int) -> Duration {
        let doublings = min(failures - 1, 20)
        return min(backoff.upperBound, backoff.lowerBound * (1 << doublings))
    }
}

/// When a host counts as down, and for how long it then gets no requests.
package struct BreakerPolicy: Sendable, Hashable {
    /// The time window in which calls are counted.
    package var window = Duration.seconds(30)
    /// The number of calls in the window that a decision needs.
    package var minimumCalls = 10
    /// The percentage of failures from which the host counts as down.
    package var failurePercent = 50
    /// How long a host that is down gets no requests.
    package var openTime = Duration.seconds(5)

    package init() {}
}

/// How long a response may be reused.
package struct CachePolicy: Hashable, Sendable {
    /// How long a response is fresh after its arrival; `nil` for the time that the provider sends with each response,
    /// which is zero if it sends none.
    package var ttl: Duration?
    /// How long after `ttl` a response is used at once and refreshed in the background; zero leaves it to the provider.
    package var staleWhileRevalidate: Duration
    /// How long after `ttl` a response is used if the provider fails; zero leaves it to the provider.
    package var staleIfError: Duration
    /// How long an answer is cached that says that there is no such thing; never longer than `ttl`.
    package var negativeTTL = Duration.seconds(60)
    /// How far back a day lies that no longer changes; only of operations with a date.
    package var settledAfter: Duration?
    /// The `ttl` of responses about such days.
    package var settledTTL: Duration?
    /// The `ttl` of a response without rows if that of others is longer: a settled day without figures may still get
    /// some.
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

    /// The policy that only follows the provider's `Cache-Control` and `Expires`.
    package static let asProviderSays = CachePolicy(ttl: nil)

    /// Returns the policy for a response about a period that ended this many seconds ago; `nil` for any other response.
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

    /// The policy for a response that contradicts itself: it is soon asked for again, and never stands in for another.
    package var ofDoubtfulAnswer: CachePolicy {
        var policy = self
        policy.ttl = min(ttl ?? .zero, .seconds(60))
        policy.staleWhileRevalidate = .zero
        policy.staleIfError = .zero
        return policy
    }

    /// The policy for a response without rows.
    package var ofEmptyAnswer: CachePolicy {
        var policy = self
        policy.ttl = emptyTTL ?? ttl
        return policy
    }
}
