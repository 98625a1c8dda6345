/// How much may be asked of a source.
package struct RequestLimits: Hashable, Sendable {
    /// Requests at the same time.
    package var concurrent: Int
    package var rate: Rate?
    package var quota: Quota?
    /// A name of the tz database; `nil` is the source's own time zone.
    package var quotaTimeZone: String?

    package init(concurrent: Int = 8, rate: Rate? = nil, quota: Quota? = nil, quotaTimeZone: String? = nil) {
        self.concurrent = concurrent
        self.rate = rate
        self.quota = quota
        self.quotaTimeZone = quotaTimeZone
    }
}
