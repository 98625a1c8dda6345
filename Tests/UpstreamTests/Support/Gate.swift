import Platform
import Synchronization

/// A gate that holds tasks until it is opened, and lets a test wait until a number of tasks wait.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Waits until the gate is open, and returns false if the task is canceled first.
    @discardableResult
    func pass() async -> Bool {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { arrive(id, $0) }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: false)
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values.map(\.self)
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    /// Returns once this many tasks wait.
    func waiters(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if state.waiting.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }

    private func arrive(_ id: Int, _ continuation: CheckedContinuation<Bool, Never>) {
        let (answer, watchers) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
            if Task.isCancelled { return (false, []) }
            if state.isOpen { return (true, []) }
            state.waiting[id] = continuation
            let met = state.watchers.filter { $0.count <= state.waiting.count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= state.waiting.count }
            return (nil, met)
        }
        if let answer { continuation.resume(returning: answer) }
        for watcher in watchers { watcher.resume() }
    }
}

/// A clock whose pauses end when `pause` returns.
///
/// `false` ends a pause as if its task were canceled.
final class ScriptedClock: MonotonicClock {
    private let pause: @Sendable (Duration) async -> Bool
    private let pauses = Mutex<[Alarm: Task<Void, Never>]>([:])

    init(_ pause: @escaping @Sendable (Duration) async -> Bool) {
        self.pause = pause
    }

    var now: Duration { .zero }

    func set(_ alarm: Alarm, at moment: Duration, _ action: @escaping Alarm.Action) {
        let waiting = Task { [pause] in action(await pause(moment)) }
        pauses.withLock { $0[alarm] = waiting }
    }

    func lift(_ alarm: Alarm) {
        pauses.withLock { $0.removeValue(forKey: alarm) }?.cancel()
    }
}
