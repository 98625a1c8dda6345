package import ProviderLanguage
package import Upstream

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
