/// The requests that went to a source since the start.
package struct RequestCounts: Hashable, Sendable {
    /// Attempts, the repeated ones too.
    package var sent: Int
    package var failed: Int
    /// Attempts after the first.
    package var retried: Int
    package var inFlight: Int

    package init(sent: Int = 0, failed: Int = 0, retried: Int = 0, inFlight: Int = 0) {
        self.sent = sent
        self.failed = failed
        self.retried = retried
        self.inFlight = inFlight
    }
}
