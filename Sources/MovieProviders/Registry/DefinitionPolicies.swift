package import HTTPModel
package import MovieDomain
import Platform
package import ProviderLanguage
package import Upstream

// What definitions say about limits, hosts, and cached answers, as the layers need it.

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

    /// The periods in which the quotas are counted, each in its time zone, else that of its source, else UTC.
    func quotaCalendar(in zones: any TimeZoneDatabase) -> QuotaCalendar {
        let limits = policies.mapValues(\.limits)
        return { source, seconds in
            guard let limits = limits[source], let quota = limits.quota else { return nil }
            return QuotaPeriod(quota.period, at: Timestamp(secondsSinceEpoch: seconds)) { moment in
                // Use UTC if the system does not know the zone: a day that begins at another hour is still a day.
                limits.quotaTimeZone.flatMap { zones.utcOffsetSeconds(of: $0, at: moment) } ?? 0
            }
        }
    }

    /// The hosts that each provider may be asked at, which are those that its definition names.
    package var allowedOrigins: AllowedOrigins {
        let origins = providers.map { provider in
            (provider.id, Set(provider.http?.origins ?? []))
        }
        return AllowedOrigins(Dictionary(origins, uniquingKeysWith: { first, _ in first }))
    }
}

extension ProviderClient {
    /// Adopts the limits of a configuration.
    package func adopt(_ configuration: Configuration, zones: any TimeZoneDatabase) {
        adopt(configuration.policies, calendar: configuration.quotaCalendar(in: zones))
    }
}

extension ProviderPolicy {
    fileprivate init(_ definition: HTTPDefinition) {
        self.init()
        limits = definition.limits
        limits.quotaTimeZone = limits.quotaTimeZone ?? definition.timeZone
        retry = definition.retry
        // The time for all attempts is at least as long as the time for one.
        totalTimeout = max(totalTimeout, definition.requestLimits.attemptTimeout)
    }

    fileprivate init(_ definition: ProcessDefinition) {
        self.init()
        limits = definition.limits ?? RequestLimits(concurrent: ProcessLimits().openCalls)
        totalTimeout = max(totalTimeout, definition.timeout)
        // The session of the program restarts it, and leaves it alone after failures.
        retry = RetryPolicy(attempts: 1)
        breaker.minimumCalls = .max
    }
}

extension OperationDefinition {
    /// Returns how answers may be reused: without a rule in the definition, the provider's headers decide for a GET,
    /// and a POST is not kept.
    ///
    /// `secondsSincePeriod` is the time since the requested period ended, in the provider's calendar.
    func cachePolicy(secondsSincePeriod: Int?) -> CachePolicy? {
        cache?.settled(secondsSincePeriod: secondsSincePeriod) ?? (method == .get ? .asProviderSays : nil)
    }
}

extension QuotaPeriod {
    /// Creates the period that contains `now`, for clocks that are `offset` seconds ahead of UTC.
    init(_ period: Quota.Period, at now: Timestamp, offset: (Timestamp) -> Int) {
        let present = offset(now)
        let today = now.date(utcOffsetSeconds: present)
        switch period {
        case .hour:
            let hours = (now.secondsSinceEpoch + present) / 3_600
            let hour = hours - today.daysSinceEpoch * 24
            self.init(name: "\(today)T\(hour.padded(to: 2))", end: (hours + 1) * 3_600 - present)
        case .day:
            self.init(name: "\(today)", end: Self.midnight(of: today.adding(days: 1), present, offset))
        case .month:
            // Four days after the 28th, it is the next month, whatever the month.
            let next = today.adding(days: 28 - today.day + 4)
            let first = next.adding(days: 1 - next.day)
            self.init(name: String("\(today)".prefix(7)), end: Self.midnight(of: first, present, offset))
        }
    }

    /// Returns the time at which a day begins, with the UTC offset of that time.
    private static func midnight(of date: CalendarDate, _ present: Int, _ offset: (Timestamp) -> Int) -> Int {
        let guess = date.daysSinceEpoch * 86_400 - present
        return date.daysSinceEpoch * 86_400 - offset(Timestamp(secondsSinceEpoch: guess))
    }
}
