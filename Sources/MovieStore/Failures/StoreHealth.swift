/// When a broken file is tried again; a value without clock, which is told the time in milliseconds.
///
/// After a failure the file rests, so that a call does not wait for it again and again: a second at first, doubled with
/// every further failure up to a minute. Whatever needs a person rests for ten minutes. A file that was waited for in vain
/// once, or three times where nothing is known to hold it, is only busy, with other processes or with a machine under load:
/// it is tried again at once, and nobody is told.
struct StoreHealth: Hashable, Sendable {
    static let firstRest = 1_000
    static let longestRest = 60_000
    static let lastingRest = 600_000

    /// The last failure; `nil` while all is well.
    private(set) var fault: StoreFault?
    private var retryAt = 0
    private var failuresInARow = 0
    private var failedAt = 0
    /// Calls that wait at the same time give up at the same time, which is one failure.
    private static let oneMoment = 100

    /// Whether the file may be tried at `now`.
    func mayTry(at now: Int) -> Bool {
        if isOnlyBusy { return true }
        // The clock of the system may be set back, which must not make the rest longer.
        return fault == nil || now >= retryAt || retryAt - now > Self.lastingRest
    }

    /// How long the file rests from `now` on.
    func rest(from now: Int) -> Int {
        mayTry(at: now) ? 0 : retryAt - now
    }

    mutating func failed(_ fault: StoreFault, at now: Int) {
        if fault == .slow, self.fault == .slow, (0..<Self.oneMoment).contains(now - failedAt) { return }
        failuresInARow += 1
        failedAt = now
        self.fault = fault
        if isOnlyBusy { return }
        let doubled = Self.firstRest << min(max(failuresInARow - 1 - fault.forgiven, 0), 6)
        retryAt = now + (fault.isLasting ? Self.lastingRest : min(doubled, Self.longestRest))
    }

    /// Whether the last failure comes from sharing the file, and there were few in a row.
    var isOnlyBusy: Bool { failuresInARow <= fault?.forgiven ?? 0 && fault != nil }

    /// Notes that the file works again.
    mutating func succeeded() {
        self = StoreHealth()
    }
}

extension StoreFault {
    /// How many in a row mean no more than that others use the file, or that the machine is busy.
    fileprivate var forgiven: Int {
        switch self {
        case .locked: 1
        case .slow: 3
        default: 0
        }
    }
}
