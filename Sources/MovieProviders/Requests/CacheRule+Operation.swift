import ProviderLanguage
import Upstream

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
