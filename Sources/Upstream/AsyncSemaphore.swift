import Platform
import Synchronization

/// A limited number of places; further calls wait in order, and a cancelled call leaves the queue at once.
package final class AsyncSemaphore: Sendable {
    package enum Entry: Sendable, Hashable {
        case entered
        case refused
        case cancelled
        /// No place was free in time.
        case outOfTime
    }

    private struct State {
        var queue: AdmissionQueue
        var lastTicket = 0
        var sleepers: [AdmissionQueue.Ticket: CheckedContinuation<Entry, Never>] = [:]
    }

    private let state: Mutex<State>

    /// Creates a semaphore; `limit` calls may wait for a place, and further ones are refused.
    package init(places: Int = 1, waiting limit: Int = .max) {
        state = Mutex(State(queue: AdmissionQueue(places: places, waiting: limit)))
    }

    /// Waits for a place; after `entered`, call `leave()` once.
    package func enter() async -> Entry {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { arrive(ticket, $0) }
        } onCancel: {
            abandon(ticket)
        }
    }

    /// Waits for a place until `moment`.
    func enter(until moment: Duration, on clock: any MonotonicClock) async -> Entry {
        if !Task.isCancelled, state.withLock({ $0.queue.takeFreePlace() }) { return .entered }
        return await withTaskGroup(of: Entry?.self) { group in
            group.addTask { await self.enter() }
            group.addTask {
                _ = await clock.sleep(until: moment)
                return nil
            }
            var entry = Entry.cancelled
            for await result in group {
                if let result { entry = result }
                group.cancelAll()
            }
            return entry == .cancelled && !Task.isCancelled ? .outOfTime : entry
        }
    }

    package func leave() {
        let sleeper = state.withLock { state in
            state.queue.leave().flatMap { state.sleepers.removeValue(forKey: $0) }
        }
        sleeper?.resume(returning: .entered)
    }

    /// Calls that have a place, and calls that wait for one.
    var load: (running: Int, waiting: Int) { state.withLock { ($0.queue.running, $0.queue.waiting) } }

    private func arrive(_ ticket: AdmissionQueue.Ticket, _ sleeper: CheckedContinuation<Entry, Never>) {
        let entry: Entry? = state.withLock { state in
            // A cancellation before this point found no sleeper to wake.
            if Task.isCancelled { return .cancelled }
            switch state.queue.arrive(ticket) {
            case .admitted: return .entered
            case .refused: return .refused
            case .waiting:
                state.sleepers[ticket] = sleeper
                return nil
            }
        }
        if let entry { sleeper.resume(returning: entry) }
    }

    private func abandon(_ ticket: AdmissionQueue.Ticket) {
        let sleeper = state.withLock { state in
            state.queue.abandon(ticket) ? state.sleepers.removeValue(forKey: ticket) : nil
        }
        sleeper?.resume(returning: .cancelled)
    }
}

/// The queue for a limited number of places, first come, first served.
struct AdmissionQueue: Sendable {
    typealias Ticket = Int

    enum Arrival: Sendable, Hashable {
        case admitted
        /// The call gets its turn from `leave()`, or gives up with `abandon(_:)`.
        case waiting
        /// Too many calls are already waiting.
        case refused
    }

    private let places: Int
    private let limit: Int
    private(set) var running = 0
    /// The waiting tickets in order of arrival; abandoned ones are removed at once.
    private var queue: [Ticket] = []

    init(places: Int, waiting limit: Int) {
        self.places = max(1, places)
        self.limit = max(0, limit)
    }

    var waiting: Int { queue.count }

    /// Takes a place if one is free.
    mutating func takeFreePlace() -> Bool {
        guard running < places else { return false }
        running += 1
        return true
    }

    mutating func arrive(_ ticket: Ticket) -> Arrival {
        if takeFreePlace() { return .admitted }
        guard queue.count < limit else { return .refused }
        queue.append(ticket)
        return .waiting
    }

    /// Frees a place; returns the ticket that gets it.
    mutating func leave() -> Ticket? {
        guard queue.isEmpty else { return queue.removeFirst() }
        running -= 1
        return nil
    }

    /// Gives up waiting; returns `false` if the ticket is not waiting (anymore).
    mutating func abandon(_ ticket: Ticket) -> Bool {
        guard let index = queue.firstIndex(of: ticket) else { return false }
        queue.remove(at: index)
        return true
    }
}
