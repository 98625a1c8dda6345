import Synchronization

/// The places of one source; calls beyond them wait in order, and one that is cancelled leaves the queue at once.
final class Places: Sendable {
    enum Entry: Sendable, Hashable {
        case entered
        case refused
        case cancelled
    }

    private struct State {
        var queue: AdmissionQueue
        var lastTicket = 0
        var sleepers: [AdmissionQueue.Ticket: CheckedContinuation<Entry, Never>] = [:]
    }

    private let state: Mutex<State>

    init(_ queue: AdmissionQueue) {
        state = Mutex(State(queue: queue))
    }

    /// Waits for a place; whoever has `entered` calls `leave()` once.
    func enter() async -> Entry {
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

    func leave() {
        let sleeper = state.withLock { state in
            state.queue.leave().flatMap { state.sleepers.removeValue(forKey: $0) }
        }
        sleeper?.resume(returning: .entered)
    }

    /// Calls that have a place, and calls that wait for one.
    var load: (running: Int, waiting: Int) {
        state.withLock { ($0.queue.running, $0.queue.waiting) }
    }

    private func arrive(_ ticket: AdmissionQueue.Ticket, _ sleeper: CheckedContinuation<Entry, Never>) {
        let entry: Entry? = state.withLock { state in
            // A cancellation before this moment found no sleeper to wake.
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
