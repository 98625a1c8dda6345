import HTTPModel
import Upstream

/// Decides to which origins unused connections are kept, so that their number has a bound however many hosts are asked.
///
/// The origins asked last have a place each, until they have not been asked for as long as connections are kept.
/// Where no place is free, a connection is closed after its answer.
struct KeptOrigins {
    /// Far more than a process asks in turn.
    static let places = 64

    private let idleTimeout: Duration
    private var lastUses: [HTTPOrigin: ContinuousClock.Instant] = [:]

    init(idleTimeout: Duration) {
        self.idleTimeout = idleTimeout
    }

    /// Whether a connection to `origin`, asked at `now`, is kept.
    mutating func keeps(_ origin: HTTPOrigin, at now: ContinuousClock.Instant) -> Bool {
        if lastUses[origin] == nil, lastUses.count >= Self.places {
            lastUses = lastUses.filter { now - $0.value < idleTimeout }
            if lastUses.count >= Self.places { return false }
        }
        lastUses[origin] = now
        return true
    }
}
