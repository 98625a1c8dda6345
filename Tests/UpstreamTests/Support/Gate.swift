import Platform
import Synchronization

/// Holds tasks until it is opened, and lets a test know how many stand before it.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// `false` where the task was cancelled before the gate opened.
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

    /// Returns when this number stands before it.
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

/// A clock whose pauses end when a script says so; `false` ends one as if its task were cancelled.
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
