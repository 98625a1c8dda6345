import Synchronization

/// Holds tasks back until it is opened; a cancelled task passes at once.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var next = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Waits; false where the task was cancelled first.
    func wait() async -> Bool {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let passes: Bool? = state.withLock { state in
                    if state.isOpen { return true }
                    if Task.isCancelled { return false }
                    state.waiting[number] = continuation
                    return nil
                }
                if let passes { continuation.resume(returning: passes) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: false)
        }
    }

    /// Waits until the gate is open, cancelled or not.
    func waitWhateverHappens() async {
        _ = await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                state.next += 1
                if !state.isOpen { state.waiting[state.next] = continuation }
                return state.isOpen
            }
            if isOpen { continuation.resume(returning: true) }
        }
    }

    /// How many tasks wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Lets all pass, now and later.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }
}
