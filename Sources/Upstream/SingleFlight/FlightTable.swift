/// Who waits for which question, so that equal ones are asked once.
///
/// A ticket is drawn before anything else, so that a caller who leaves before having joined is known. Every waiter comes
/// out exactly once: by leaving, or when its flight lands.
struct FlightTable<Key: Hashable & Sendable, Waiter: Sendable, Handle: Sendable>: Sendable {
    private struct Flight: Sendable {
        var number: Int
        var waiters: [Int: Waiter]
        var handle: Handle?
    }

    /// What a caller who joins is to do.
    enum Joining {
        /// Start the question, under this number.
        case first(flight: Int)
        /// Wait for the one under way.
        case joined
        /// Nothing: it has left already.
        case left
    }

    private var flights: [Key: Flight] = [:]
    private var unused: Set<Int> = []
    private var lastNumber = 0

    /// Questions under way.
    var count: Int { flights.count }

    /// Callers who wait for an answer.
    var waiting: Int { flights.values.reduce(0) { $0 + $1.waiters.count } }

    mutating func drawTicket() -> Int {
        lastNumber += 1
        unused.insert(lastNumber)
        return lastNumber
    }

    mutating func join(_ key: Key, ticket: Int, _ waiter: Waiter) -> Joining {
        guard unused.remove(ticket) != nil else { return .left }
        guard flights[key] == nil else {
            flights[key]?.waiters[ticket] = waiter
            return .joined
        }
        flights[key] = Flight(number: ticket, waiters: [ticket: waiter])
        return .first(flight: ticket)
    }

    /// Takes the handle of a started question; gives it back where nobody waits any more, to be cancelled.
    mutating func attach(_ handle: Handle, to flight: Int, _ key: Key) -> Handle? {
        guard flights[key]?.number == flight else { return handle }
        flights[key]?.handle = handle
        return nil
    }

    /// Takes a caller out; a question for which nobody waits any more is forgotten, and its handle given back to be
    /// cancelled, unless it is to be finished behind.
    mutating func leave(_ key: Key, ticket: Int, finishingBehind: Bool) -> (waiter: Waiter?, abandoned: Handle?) {
        if unused.remove(ticket) != nil { return (nil, nil) }
        guard let waiter = flights[key]?.waiters.removeValue(forKey: ticket) else { return (nil, nil) }
        guard let flight = flights[key], flight.waiters.isEmpty, !finishingBehind else { return (waiter, nil) }
        flights[key] = nil
        return (waiter, flight.handle)
    }

    /// Ends a question; gives those who wait for it.
    mutating func land(_ flight: Int, _ key: Key) -> [Waiter] {
        guard flights[key]?.number == flight, let landed = flights.removeValue(forKey: key) else { return [] }
        return Array(landed.waiters.values)
    }
}
