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
