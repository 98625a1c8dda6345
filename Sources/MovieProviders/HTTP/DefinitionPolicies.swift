package import HTTPModel
package import MovieDomain
package import ProviderLanguage
package import Upstream

extension Configuration {
    /// The policy of each provider that is asked over HTTP or is a program, by its id.
    package var policies: [String: ProviderPolicy] {
        let policies = providers.compactMap { provider -> (String, ProviderPolicy)? in
            switch provider.kind {
            case .http(let definition): (provider.id, ProviderPolicy(definition))
            case .process(let definition): (provider.id, ProviderPolicy(definition))
            case .registered: nil
            }
        }
        return Dictionary(policies, uniquingKeysWith: { first, _ in first })
    }

    /// Each provider may be asked at the hosts that its definition names, and nowhere else.
    package var allowedOrigins: AllowedOrigins {
        let origins = providers.map { provider in
            (provider.id, Set(provider.http?.origins ?? []))
        }
        return AllowedOrigins(Dictionary(origins, uniquingKeysWith: { first, _ in first }))
    }
}

extension ProviderClient {
    /// Takes over the limits of a configuration.
    package func adopt(_ configuration: Configuration, zones: any TimeZoneDatabase) {
        adopt(configuration.policies, calendar: QuotaCalendars.calendar(of: configuration, zones: zones))
    }
}

extension ProviderPolicy {
    fileprivate init(_ definition: HTTPDefinition) {
        self.init()
        limits = definition.limits
        retry = definition.retry
        // Who is given long for one attempt has at least as long for all.
        totalTimeout = max(totalTimeout, definition.timeout)
    }

    fileprivate init(_ definition: ProcessDefinition) {
        self.init()
        limits = definition.limits ?? RequestLimits(concurrent: ProcessLimits().openCalls)
        totalTimeout = max(totalTimeout, definition.timeout)
        // Its session starts it again, and leaves it alone after failures.
        retry = RetryPolicy(attempts: 1)
        breaker.minimumCalls = .max
    }
}

extension OperationDefinition {
    /// How its answers may be used again; where the definition is silent, the provider's own words count for a GET, and
    /// a POST is not kept.
    ///
    /// `secondsSincePeriod` is how long the period that is asked for has been over, in the provider's calendar.
    func cachePolicy(secondsSincePeriod: Int?) -> CachePolicy? {
        cache?.settled(secondsSincePeriod: secondsSincePeriod) ?? (method == .get ? .asProviderSays : nil)
    }
}
