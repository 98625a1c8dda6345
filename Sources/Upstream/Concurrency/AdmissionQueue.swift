/// Who may be asked of a limited number of places, first come, first served.
package struct AdmissionQueue: Sendable {
    package typealias Ticket = Int

    package enum Admission: Sendable, Hashable {
        case admitted
        /// Its turn comes with a call of `leave()` or is given up with `abandon(_:)`.
        case waiting
        /// Too many wait already.
        case refused
    }

    private let places: Int
    private let limit: Int
    package private(set) var running = 0
    /// In order of arrival; those that gave up are taken out at once, so that none is left behind.
    private var queue: [Ticket] = []

    package init(places: Int, waiting limit: Int) {
        self.places = max(1, places)
        self.limit = max(0, limit)
    }

    package var waiting: Int { queue.count }

    package mutating func arrive(_ ticket: Ticket) -> Admission {
        if running < places {
            running += 1
            return .admitted
        }
        guard queue.count < limit else { return .refused }
        queue.append(ticket)
        return .waiting
    }

    /// A place is free again; gives the ticket that has it now.
    package mutating func leave() -> Ticket? {
        guard queue.isEmpty else { return queue.removeFirst() }
        running -= 1
        return nil
    }

    /// A waiting call gives up; `false` where it does not wait (any more).
    package mutating func abandon(_ ticket: Ticket) -> Bool {
        guard let index = queue.firstIndex(of: ticket) else { return false }
        queue.remove(at: index)
        return true
    }
}
