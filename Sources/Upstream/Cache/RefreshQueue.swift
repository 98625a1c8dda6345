import Synchronization

/// Fetches answers in the background for calls that were given stale ones.
///
/// Such a fetch outlives its call, so it is a child task of ``run()`` instead, and ends with it.
package final class RefreshQueue: Sendable {
    private struct Job: Sendable {
        var key: ResponseKey
        var work: @Sendable () async -> Void
    }

    private let backlog: Mutex<RefreshBacklog>
    private let jobs: AsyncStream<Job>
    private let entrance: AsyncStream<Job>.Continuation

    /// - Parameter capacity: The most fetches under way at once; any others are left to the next call.
    package init(capacity: Int = 64) {
        backlog = Mutex(RefreshBacklog(capacity: capacity))
        (jobs, entrance) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .bufferingOldest(capacity))
    }

    /// The number of fetches under way.
    var count: Int { backlog.withLock(\.count) }

    /// Performs the queued fetches until the task is cancelled, which also cancels those under way.
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

    /// Notes that the host of a background fetch is down.
    func noteUnreachable(_ key: ResponseKey) {
        backlog.withLock { $0.noteUnreachable(key) }
    }

    /// Whether the host was down, and no host has been asked since.
    func isUnreachable(_ key: ResponseKey) -> Bool {
        backlog.withLock { $0.isUnreachable(key) }
    }

    /// Returns whether the host was down, and clears the note.
    func takeUnreachable(_ key: ResponseKey) -> Bool {
        backlog.withLock { $0.takeUnreachable(key) }
    }

    /// Whether an answer is being fetched in the background.
    func isUnderWay(_ key: ResponseKey) -> Bool { backlog.withLock { $0.holds(key) } }

    /// Schedules `work`, unless the same fetch or too many others are under way; returns at once whether it did.
    @discardableResult
    func add(_ key: ResponseKey, _ work: @escaping @Sendable () async -> Void) -> Bool {
        guard backlog.withLock({ $0.admit(key) }) else { return false }
        if case .enqueued = entrance.yield(Job(key: key, work: work)) { return true }
        backlog.withLock { $0.finish(key) }
        return false
    }
}

/// Runs `body` with a queue that works meanwhile; fetches under way at the end are cancelled.
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

/// The answers that are being fetched in the background, or soon will be: each at most once, and only up to a capacity.
struct RefreshBacklog: Sendable {
    private let capacity: Int
    private var keys: Set<ResponseKey> = []
    private var unreachable: Set<ResponseKey> = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { keys.count }

    /// Returns whether the answer is to be fetched now; `false` if that is already under way, or too many others are.
    mutating func admit(_ key: ResponseKey) -> Bool {
        keys.count < capacity && keys.insert(key).inserted
    }

    /// Whether the answer is being fetched, or soon will be.
    func holds(_ key: ResponseKey) -> Bool { keys.contains(key) }

    mutating func finish(_ key: ResponseKey) {
        keys.remove(key)
    }

    /// Notes that the host is down: a background fetch tries no other host, so the next call has to.
    mutating func noteUnreachable(_ key: ResponseKey) {
        if unreachable.count < capacity { unreachable.insert(key) }
    }

    /// Whether the host was found down, and the note was not cleared since.
    func isUnreachable(_ key: ResponseKey) -> Bool { unreachable.contains(key) }

    /// Returns whether the host was found down, and clears the note.
    mutating func takeUnreachable(_ key: ResponseKey) -> Bool {
        unreachable.remove(key) != nil
    }
}
