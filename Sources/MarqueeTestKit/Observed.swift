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
            // The stream also ends when its task is cancelled.
            group.addTask { for await _ in ends {} }
            group.addTask { do { try await Task.sleep(for: timeout) } catch {} }
            await group.next()
            group.cancelAll()
        }
        storage.withLock { $0.waiters[id] = nil }
        return found.withLock(\.self)
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
