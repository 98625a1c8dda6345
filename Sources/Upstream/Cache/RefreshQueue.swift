import Synchronization

/// Refreshes stale answers in the background: each at most once at a time, and only a limited number together.
///
/// A refresh outlives the call that was given the stale answer, so it runs as a child task of ``run()`` and ends with it.
package final class RefreshQueue: Sendable {
    private struct Job: Sendable {
        var key: ResponseKey
        var work: @Sendable () async -> Void
    }

    private struct State: Sendable {
        /// What is being fetched, or about to be.
        var keys: Set<ResponseKey> = []
        /// The fetches that found their host down.
        ///
        /// A fetch in the background asks no other host, so the next call has to.
        var unreachable: Set<ResponseKey> = []
    }

    /// How many fetches may be under way at once; more are left for the next call.
    private static let capacity = 64

    private let state = Mutex(State())
    private let jobs: AsyncStream<Job>
    private let entrance: AsyncStream<Job>.Continuation

    package init() {
        (jobs, entrance) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .bufferingOldest(Self.capacity))
    }

    var count: Int { state.withLock(\.keys.count) }

    /// Performs the queued fetches until the task is cancelled, which also cancels those under way.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await job in jobs {
                group.addTask {
                    await job.work()
                    self.finish(job.key)
                }
            }
        }
    }

    /// Notes that the host of a background fetch is down.
    func noteUnreachable(_ key: ResponseKey) {
        state.withLock { state in
            // Any of the others may be forgotten: its next call asks the host again.
            if state.unreachable.count >= Self.capacity { state.unreachable.removeFirst() }
            state.unreachable.insert(key)
        }
    }

    /// Returns whether the last fetch in the background found its host down.
    func isUnreachable(_ key: ResponseKey) -> Bool { state.withLock { $0.unreachable.contains(key) } }

    /// Returns whether the last fetch in the background found its host down, and forgets it.
    func takeUnreachable(_ key: ResponseKey) -> Bool { state.withLock { $0.unreachable.remove(key) != nil } }

    /// Returns whether an answer is being fetched in the background.
    func isUnderWay(_ key: ResponseKey) -> Bool { state.withLock { $0.keys.contains(key) } }

    /// Schedules `work`, unless the same fetch or too many others are under way; returns at once whether it did.
    @discardableResult
    func add(_ key: ResponseKey, _ work: @escaping @Sendable () async -> Void) -> Bool {
        guard state.withLock({ $0.keys.count < Self.capacity && $0.keys.insert(key).inserted }) else { return false }
        if case .enqueued = entrance.yield(Job(key: key, work: work)) { return true }
        finish(key)
        return false
    }

    private func finish(_ key: ResponseKey) { _ = state.withLock { $0.keys.remove(key) } }
}

/// Runs `body` with a queue that works for as long as it runs; what is under way when it ends is cancelled.
package func withRefreshQueue<Value>(_ body: (RefreshQueue) async throws -> Value) async throws -> Value {
    let queue = RefreshQueue()
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await queue.run() }
        defer { group.cancelAll() }
        return try await body(queue)
    }
}
