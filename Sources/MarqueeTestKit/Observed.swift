import Platform
import Synchronization

/// A value that threads change and for which tests wait without polling.
package final class Observed<State: Sendable>: Sendable {
    private struct Waiter: Sendable {
        var attempt: @Sendable (inout State) -> Bool
        var end: @Sendable () -> Void
    }

    private struct Storage: Sendable {
        var state: State
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private let storage: Mutex<Storage>

    package init(_ state: State) { storage = Mutex(Storage(state: state)) }

    package var current: State { storage.withLock(\.state) }

    /// Changes the state and lets all waiters check it again.
    @discardableResult
    package func update<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
        let (result, served) = storage.withLock { storage in
            let result = body(&storage.state)
            var served: [Waiter] = []
            for (id, waiter) in storage.waiters.sorted(by: { $0.key < $1.key }) where waiter.attempt(&storage.state) {
                storage.waiters[id] = nil
                served.append(waiter)
            }
            return (result, served)
        }
        for waiter in served { waiter.end() }
        return result
    }

    /// Waits until `take` returns a value and returns that value, or `nil` after `timeout`.
    ///
    /// `take` runs under the lock. It may change the state, but only when it returns a value.
    package func wait<Found: Sendable>(
        upTo timeout: Duration,
        for take: @escaping @Sendable (inout State) -> Found?
    ) async -> Found? {
        let found = Mutex<Found?>(nil)
        let (ends, outlet) = AsyncStream<Void>.makeStream()
        let waiter = Waiter(
            attempt: { state in
                guard let value = take(&state) else { return false }
                found.withLock { $0 = value }
                return true
            },
            end: { outlet.finish() }
        )
        let id = storage.withLock { storage -> Int? in
            if waiter.attempt(&storage.state) { return nil }
            defer { storage.nextWaiter += 1 }
            storage.waiters[storage.nextWaiter] = waiter
            return storage.nextWaiter
        }
        guard let id else { return found.withLock(\.self) }
        await withTaskGroup(of: Void.self) { group in
            // Child tasks, because the first that ends decides, and the other one must end with it. The stream also ends
            // when its task is cancelled.
            group.addTask { for await _ in ends {} }
            group.addTask { do { try await Task.sleep(for: timeout) } catch {} }
            await group.next()
            group.cancelAll()
        }
        storage.withLock { $0.waiters[id] = nil }
        return found.withLock(\.self)
    }
}

/// A gate that holds tasks until it is opened, and lets a test wait until a number of tasks wait.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var watchers = Watchers()
    }

    private let state = Mutex(State())

    package init() {}

    /// Waits until the gate is open, and returns false if the task is canceled first.
    @discardableResult
    package func pass() async -> Bool {
        let id = drawID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { arrive(id, $0, mayLeave: true) }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: false)
        }
    }

    /// Waits until the gate is open, even if the task is canceled.
    package func passEvenIfCanceled() async {
        let id = drawID()
        _ = await withCheckedContinuation { arrive(id, $0, mayLeave: false) }
    }

    private func drawID() -> Int {
        state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
    }

    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values.map(\.self)
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    /// Returns once this many tasks wait.
    package func waiters(_ count: Int) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.watchers.add(continuation, for: count, of: $0.waiting.count) }
        }
    }

    private func arrive(_ id: Int, _ continuation: CheckedContinuation<Bool, Never>, mayLeave: Bool) {
        let answer = state.withLock { state -> Bool? in
            if mayLeave, Task.isCancelled { return false }
            if state.isOpen { return true }
            state.waiting[id] = continuation
            state.watchers.note(state.waiting.count)
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }
}

/// Tests that wait until a number of tasks have come.
struct Watchers {
    private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Resumes the continuation once there are `count`; `present` are there now.
    mutating func add(_ continuation: CheckedContinuation<Void, Never>, for count: Int, of present: Int) {
        waiting.append((count, continuation))
        note(present)
    }

    mutating func note(_ present: Int) {
        for watcher in waiting where watcher.count <= present { watcher.continuation.resume() }
        waiting.removeAll { $0.count <= present }
    }
}

/// Starts a thread, or stops the test run if that fails.
func startThread(_ body: @escaping @Sendable () -> Void) {
    do {
        try SystemThread.start(body)
    } catch {
        preconditionFailure("\(error)")
    }
}

extension Duration {
    /// How long tests wait for what must come: nothing that works takes as long, even on a busy machine.
    package static let patience = Duration.seconds(900)
}

/// Waits until a condition holds that nothing announces, such as the end of a foreign process; returns whether it does.
///
/// It looks every 20 milliseconds, for fifteen minutes at the most.
package func holdsEventually(_ condition: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<45_000 {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(20))
    }
    return false
}
