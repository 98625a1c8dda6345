import Synchronization

/// Fetches answers behind the calls that were given old ones.
///
/// This fetch outlives its call, so it cannot be a child of it; here it is a child of ``run()``, and ends with that.
package final class RefreshQueue: Sendable {
    private struct Job: Sendable {
        var key: ResponseKey
        var work: @Sendable () async -> Void
    }

    private let backlog: Mutex<RefreshBacklog>
    private let jobs: AsyncStream<Job>
    private let entrance: AsyncStream<Job>.Continuation

    /// - Parameter capacity: How many fetches may be under way at once; more are left for the next call.
    package init(capacity: Int = 64) {
        backlog = Mutex(RefreshBacklog(capacity: capacity))
        (jobs, entrance) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .bufferingOldest(capacity))
    }

    /// Fetches under way.
    var count: Int { backlog.withLock(\.count) }

    /// Does what is handed over until the task is cancelled, which cancels what is under way.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await job in jobs {
                group.addTask {
                    await job.work()
                    self.backlog.withLock { $0.finish(job.key) }
                }
            }
        }
    }

    /// Notes that the host which was asked behind is down.
    func noteUnreachable(_ key: ResponseKey) {
        backlog.withLock { $0.noteUnreachable(key) }
    }

    /// Whether it was, and no host has been asked since.
    func isUnreachable(_ key: ResponseKey) -> Bool {
        backlog.withLock { $0.isUnreachable(key) }
    }

    /// Whether it was, since this was last asked.
    func takeUnreachable(_ key: ResponseKey) -> Bool {
        backlog.withLock { $0.takeUnreachable(key) }
    }

    /// Whether an answer is being fetched behind.
    func isUnderWay(_ key: ResponseKey) -> Bool { backlog.withLock { $0.holds(key) } }

    /// Has `work` done soon, unless the same is under way already or too much is; returns at once, with whether it is.
    @discardableResult
    func add(_ key: ResponseKey, _ work: @escaping @Sendable () async -> Void) -> Bool {
        guard backlog.withLock({ $0.admit(key) }) else { return false }
        if case .enqueued = entrance.yield(Job(key: key, work: work)) { return true }
        backlog.withLock { $0.finish(key) }
        return false
    }
}

/// Runs `body` with a queue that works for as long as it runs; what is under way when it ends is cancelled.
package func withRefreshQueue<Value>(
    capacity: Int = 64,
    _ body: (RefreshQueue) async throws -> Value
) async throws -> Value {
    let queue = RefreshQueue(capacity: capacity)
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await queue.run() }
        defer { group.cancelAll() }
        return try await body(queue)
    }
}

/// Which answers are being fetched behind, or are about to be: each at most once, and not more than a number of them.
struct RefreshBacklog: Sendable {
    private let capacity: Int
    private var keys: Set<ResponseKey> = []
    private var unreachable: Set<ResponseKey> = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { keys.count }

    /// Whether the answer is to be fetched now; `false` where that is under way, or where too many are.
    mutating func admit(_ key: ResponseKey) -> Bool {
        keys.count < capacity && keys.insert(key).inserted
    }

    /// Whether the answer is being fetched, or about to be.
    func holds(_ key: ResponseKey) -> Bool { keys.contains(key) }

    mutating func finish(_ key: ResponseKey) {
        keys.remove(key)
    }

    /// The host that was asked behind is down, and another one is not asked there: the next call has to.
    mutating func noteUnreachable(_ key: ResponseKey) {
        if unreachable.count < capacity { unreachable.insert(key) }
    }

    /// Whether the host was found down, and this has not been noted since.
    func isUnreachable(_ key: ResponseKey) -> Bool { unreachable.contains(key) }

    /// Whether the host was found down since this was last asked.
    mutating func takeUnreachable(_ key: ResponseKey) -> Bool {
        unreachable.remove(key) != nil
    }
}
