/// What became of one source in one call, as the answer's `sources` list says it.
package struct SourceReport: Hashable, Sendable {
    package enum Status: String, Sendable, CaseIterable {
        case ok, empty, stale, error, timeout, disabled, unsupported
        case rateLimited = "rate_limited"
        case quotaExhausted = "quota_exhausted"
        case circuitOpen = "circuit_open"
    }

    package var provider: ProviderID
    package var status: Status
    /// Rows that it gave.
    package var items: Int?
    package var freshness: Freshness?
    /// Whole milliseconds that the answer took.
    package var durationMilliseconds: Int?
    package var failure: SourceFailure?

    package init(
        provider: ProviderID,
        status: Status,
        items: Int? = nil,
        freshness: Freshness? = nil,
        durationMilliseconds: Int? = nil,
        failure: SourceFailure? = nil
    ) {
        self.provider = provider
        self.status = status
        self.items = items
        self.freshness = freshness
        self.durationMilliseconds = durationMilliseconds
        self.failure = failure
    }
}
