package import ProviderLanguage
package import Upstream

extension CacheRule {
    /// The rule of an operation's answers; where the definition is silent, the source's own words count for a GET, and a
    /// POST is not kept.
    ///
    /// `secondsSincePeriod` is how long the period that is asked for has been over, in the source's calendar; `nil` where
    /// none is.
    init?(_ operation: OperationDefinition, secondsSincePeriod: Int?) {
        guard let policy = operation.cache else {
            guard operation.method == .get else { return nil }
            self = .asSourceSays
            return
        }
        var ttl = policy.ttl
        if let settledAfter = policy.settledAfter, let settledTTL = policy.settledTTL, let secondsSincePeriod,
            Duration.seconds(secondsSincePeriod) >= settledAfter
        {
            ttl = settledTTL
        }
        self.init(
            freshFor: ttl,
            staleWhileRevalidate: policy.staleWhileRevalidate,
            staleIfError: policy.staleIfError
        )
    }
}

extension SourcePolicies {
    /// The policy of each source that is asked over HTTP, as its definition says.
    package init(_ configuration: Configuration) {
        let policies = configuration.providers.compactMap { provider in
            provider.http.map { (provider.id, SourcePolicy($0)) }
        }
        self.init(Dictionary(policies, uniquingKeysWith: { first, _ in first }))
    }
}

extension SourcePolicy {
    init(_ definition: HTTPDefinition) {
        self.init()
        concurrent = definition.limits.concurrent
        rate = definition.limits.rate.map { Rate(count: $0.count, per: $0.period) }
        quota = definition.limits.quota?.count
        retry.attempts = definition.retry.attempts
        retry.backoff = definition.retry.backoff
        // A source that is given long for one attempt has at least as long for all.
        totalTimeout = max(totalTimeout, definition.timeout)
    }
}

extension AllowedOrigins {
    /// Each source may be asked at the hosts that its definition names, and nowhere else.
    package init(_ configuration: Configuration) {
        let origins = configuration.providers.map { provider in
            (provider.id, Set((provider.http?.baseURLs ?? []).map { HTTPOrigin($0) }))
        }
        self.init(Dictionary(origins, uniquingKeysWith: { first, _ in first }))
    }
}
