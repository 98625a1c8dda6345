/// What one source may be asked, how long, how often, and when it is left alone.
///
/// The numbers of an empty policy are those that suit a public web API that nobody has described further.
package struct SourcePolicy: Sendable, Hashable {
    /// So many calls in any stretch of time of that length.
    package struct Rate: Sendable, Hashable {
        package var count: Int
        package var period: Duration

        package init(count: Int, per period: Duration) {
            self.count = max(1, count)
            self.period = period
        }
    }

    /// Calls at the same time.
    package var concurrent = 8
    /// Calls that may wait for one of those places; more are refused at once.
    package var waiting = 256
    /// `nil` is without limit.
    package var rate: Rate?
    /// Calls in one period of the source's calendar; `nil` is without limit.
    package var quota: Int?
    package var retry = RetryRule()
    package var breaker = BreakerRule()
    /// For head and body of one attempt.
    package var attemptTimeout = Duration.seconds(3)
    package var connectTimeout = Duration.seconds(1)
    /// For all attempts of one call, and for its waiting.
    package var totalTimeout = Duration.seconds(8)

    package init() {}
}

/// The policy of every source, by its id.
package struct SourcePolicies: Sendable, Hashable {
    private var policies: [String: SourcePolicy]

    package init(_ policies: [String: SourcePolicy] = [:]) {
        self.policies = policies
    }

    /// The standard numbers for a source that has none of its own.
    package subscript(source: String) -> SourcePolicy {
        policies[source] ?? SourcePolicy()
    }

    /// The sources that have a policy of their own, in the order of their ids.
    package var sources: [String] { policies.keys.sorted() }
}

/// When a source counts as down, and for how long it is then left alone.
package struct BreakerRule: Sendable, Hashable {
    /// The stretch of time that is looked at.
    package var window = Duration.seconds(30)
    /// With fewer calls than this in the window nothing is concluded.
    package var minimumCalls = 10
    /// The share of failures, in percent, from which on the source is down.
    package var failurePercent = 50
    /// How long nobody asks then.
    package var openTime = Duration.seconds(5)

    package init() {}
}
