/// How a source has been doing since the program started, as `providers/status` says it.
package struct SourceHealth: Hashable, Sendable {
    package enum Status: String, Sendable, CaseIterable {
        /// Nothing is known against it.
        case ok
        /// It is being tried again after it failed.
        case recovering
        /// Calls are refused without a try, because too many have failed.
        case down
        /// It asked to be left alone for a while.
        case paused
        case quotaExhausted = "quota_exhausted"
        /// Switched off, or without its key.
        case disabled
    }

    package var provider: ProviderID
    package var title: String
    package var status: Status
    /// Why it is not `ok`, for a person.
    package var reason: String?
    /// Seconds until it may be asked again, where that is known.
    package var retryAfterSeconds: Int?
    package var requests = RequestCounts()
    package var latency: Latency?
    /// `nil` where its definition names none.
    package var quota: QuotaHealth?
    package var cache = CacheCounts()
    package var mapping = MappingCounts()
    package var lastFailure: LastFailure?
    /// `nil` where the source is no child process.
    package var process: ProcessHealth?

    package init(provider: ProviderID, title: String, status: Status, reason: String? = nil) {
        self.provider = provider
        self.title = title
        self.status = status
        self.reason = reason
    }
}
