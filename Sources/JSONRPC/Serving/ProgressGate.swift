/// Which progress of one call may be sent: begin, reports that rise and are not too many, one end, nothing after.
struct ProgressGate {
    private enum Phase: Equatable {
        case idle
        case running
        case ended
    }

    private var phase = Phase.idle
    private var token: RPCID?
    private var lastReport: ContinuousClock.Instant?
    private var percentage = 0

    /// Whether a begin may be sent.
    mutating func begin(_ token: RPCID) -> Bool {
        guard phase == .idle else { return false }
        phase = .running
        self.token = token
        return true
    }

    /// Whether a report may be sent, and with which percentage: it never falls and stays within 0…100.
    ///
    /// - Parameters:
    ///   - percentage: how far the work is; nil where nobody knows.
    ///   - now: the time.
    ///   - interval: the least time between two reports; the report of 100 % may always go.
    /// - Returns: whether it may be sent, and with which percentage.
    mutating func report(
        _ percentage: Int?,
        at now: ContinuousClock.Instant,
        interval: Duration
    ) -> (isAllowed: Bool, percentage: Int?) {
        guard phase == .running else { return (false, nil) }
        let risen = percentage.map { min(max($0, self.percentage), 100) }
        let isComplete = risen == 100 && self.percentage < 100
        if let lastReport, now - lastReport < interval, !isComplete { return (false, nil) }
        lastReport = now
        self.percentage = risen ?? self.percentage
        return (true, risen)
    }

    /// Whether an end may be sent.
    mutating func end() -> Bool {
        guard phase == .running else { return false }
        phase = .ended
        return true
    }

    /// Allows nothing more; the token where an end is still due.
    mutating func close() -> RPCID? {
        end() ? token : nil
    }
}
