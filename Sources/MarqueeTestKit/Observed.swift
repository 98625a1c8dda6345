import Platform
import Synchronization

/// A value that plain threads change and that tests wait for without polling.
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

    package init(_ state: State) {
        storage = Mutex(Storage(state: state))
    }

    /// The state as it is now.
    package var current: State { storage.withLock(\.state) }

    /// Changes the state and lets everybody look again who waits for it.
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

    /// Waits until `take` finds what it looks for, and hands that over; `nil` when `timeout` has passed before.
    ///
    /// `take` may change the state: it runs under the lock and its change counts only when it returns a value.
    package func wait<Found: Sendable>(
        upTo timeout: Duration,
        for take: @escaping @Sendable (inout State) -> Found?
    ) async -> Found? {
        let found = Mutex<Found?>(nil)
        let pending = PendingWait()
        let id = storage.withLock { storage -> Int? in
            if let value = take(&storage.state) {
                found.withLock { $0 = value }
                return nil
            }
            let id = storage.nextWaiter
            storage.nextWaiter += 1
            storage.waiters[id] = Waiter(
                attempt: { state in
                    guard let value = take(&state) else { return false }
                    pending.keep(value)
                    return true
                },
                end: { pending.end() }
            )
            return id
        }
        guard let id else { return found.withLock(\.self) }
        await pending.wait(upTo: timeout)
        storage.withLock { $0.waiters[id] = nil }
        return pending.value(as: Found.self)
    }
}

/// One waiting task: ends once, by what it waited for, by the time, or by its task's cancellation.
final class PendingWait: Sendable {
    private struct State: Sendable {
        var isEnded = false
        var value: (any Sendable)?
        var continuation: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func keep(_ value: any Sendable) {
        state.withLock { $0.value = value }
    }

    func value<Value>(as type: Value.Type) -> Value? {
        state.withLock { $0.value as? Value }
    }

    func end() {
        let continuation = state.withLock { state in
            state.isEnded = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume()
    }

    func wait(upTo timeout: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.waitForEnd() }
            group.addTask {
                // Cancelled when the end came first; both ways the wait is over.
                do { try await Task.sleep(for: timeout) } catch {}
                self.end()
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitForEnd() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isEnded = state.withLock { state in
                    if !state.isEnded { state.continuation = continuation }
                    return state.isEnded
                }
                if isEnded { continuation.resume() }
            }
        } onCancel: {
            end()
        }
    }
}

/// Starts a thread, without which no test can go on.
func startThread(_ body: @escaping @Sendable () -> Void) {
    do {
        try SystemThread.start(body)
    } catch {
        preconditionFailure("\(error)")
    }
}
