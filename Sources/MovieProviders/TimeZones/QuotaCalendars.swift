package import MovieDomain
package import ProviderLanguage
package import Upstream

/// The periods in which the sources of a configuration count our calls.
package enum QuotaCalendars {
    /// The calendar of all of them: hours, days and months in the zone of each one's quota, else in its own, else UTC.
    package static func calendar(of configuration: Configuration, zones: any TimeZoneDatabase) -> QuotaCalendar {
        let terms = configuration.providers.compactMap { provider -> (String, QuotaTerms)? in
            guard let http = provider.http, let quota = http.limits.quota else { return nil }
            return (provider.id, QuotaTerms(period: quota.period, zone: http.limits.quotaTimeZone ?? http.timeZone))
        }
        let termsBySource = Dictionary(terms, uniquingKeysWith: { first, _ in first })
        return { source, seconds in
            termsBySource[source].map { terms in
                QuotaPeriod(terms.period, at: Timestamp(secondsSinceEpoch: seconds)) { moment in
                    // A zone that nobody knows here: a day that begins at another hour still is a day.
                    terms.zone.flatMap { zones.utcOffsetSeconds(of: $0, at: moment) } ?? 0
                }
            }
        }
    }
}

private struct QuotaTerms: Sendable {
    var period: Quota.Period
    var zone: String?
}
