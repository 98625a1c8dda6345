package import Platform
import Synchronization

/// The settings of one call that are passed down to its requests: its time limit and its importance.
public struct CallContext: Sendable {
    /// `nil` if no call waits: for a background refresh, or a command without a time limit.
    public var deadline: Deadline?
    /// Whether the answer is essential, or only enriches another one.
    public var purpose: CallPurpose
    /// Whether to wait for a turn if the source's rate is used up; otherwise the call soon fails, because others can
    /// answer.
    public var waitsForTurn: Bool
    package var cachedAnswers = CachedAnswers.accepted

    public init(deadline: Deadline? = nil, purpose: CallPurpose = .essential, waitsForTurn: Bool = true) {
        self.deadline = deadline
        self.purpose = purpose
        self.waitsForTurn = waitsForTurn
    }
}

extension CallContext {
    /// Asks for more of an answer until just before the call ends, so that what has already come is not lost.
    package func withMargin<Value: Sendable>(
        for provider: ProviderID,
        _ ask: @escaping @Sendable (CallContext) async throws(ProviderError) -> Value
    ) async throws(ProviderError) -> Value {
        guard let deadline = deadline?.withMargin else { return try await ask(self) }
        var limited = self
        limited.deadline = deadline
        let answer = try await deadline.race { [limited] () async throws(ProviderError) in try await ask(limited) }
        if let answer { return answer }
        if Task.isCancelled { throw ProviderError(at: .cancelled, "the call was cancelled").of(provider) }
        throw .late(provider, deadline)
    }
}

/// Whether a call may get a cached answer.
package enum CachedAnswers: Sendable {
    case accepted
    /// Only a fresh one is accepted; without one, the call fails and sends nothing, now or later.
    case only
    /// The source is asked, and its answer replaces the cached one.
    case refused
}

/// The moment by which a whole call must be answered.
public struct Deadline: Sendable {
    /// The deadline of the call that this task works for, until which the library waits for its turn.
    @TaskLocal package static var ofCall: Deadline?

    public let limit: Duration
    /// What may end the call earlier; `nil` if nothing does.
    package let watch: CallWatch?
    private let clock: any MonotonicClock
    private let start: Duration
    /// How long after its end a watched call waits, so that its requests can note that they had no answer.
    private static let margin = Duration.milliseconds(70)

    package init(after limit: Duration, on clock: any MonotonicClock, watch: CallWatch? = nil) {
        self.init(limit: limit, since: clock.now, on: clock, watch: watch)
    }

    private init(limit: Duration, since start: Duration, on clock: any MonotonicClock, watch: CallWatch?) {
        self.limit = limit
        self.start = start
        self.clock = clock
        self.watch = watch
    }

    public var elapsed: Duration { clock.now - start }

    public var remaining: Duration { watch?.isOver == true ? .zero : max(.zero, limit - elapsed) }

    /// Whether the time is up, as opposed to a call that was cancelled.
    public var hasPassed: Bool { remaining == .zero }

    /// A slightly earlier deadline, which leaves time to return the results so far.
    public var withMargin: Deadline {
        let spare = min(.milliseconds(500), remaining / 10)
        return Deadline(limit: min(limit, elapsed + remaining - spare), since: start, on: clock, watch: watch)
    }

    /// Returns an earlier deadline, after one of `parts` equal parts of the remaining time.
    public func dividing(by parts: Int) -> Deadline {
        Deadline(limit: min(limit, elapsed + remaining / max(1, parts)), since: start, on: clock, watch: watch)
    }

    public func wait() async {
        guard await wait(leaving: .zero), watch?.isOver == true else { return }
        await clock.sleep(for: min(Self.margin, max(.zero, limit - elapsed)))
    }

    /// Waits until so much time is left, or the call is ended early; returns false if the task is cancelled.
    @discardableResult
    package func wait(leaving rest: Duration) async -> Bool {
        let moment = start + limit - rest
        guard let watch else { return await clock.sleep(until: moment) }
        return await withTaskGroup(of: Bool.self) { [clock] group in
            group.addTask { await clock.sleep(until: moment) }
            group.addTask { await watch.waitForEnd() }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// Returns the result of `operation`, or `nil` if the deadline comes first or the calling task is cancelled.
    ///
    /// Returns at that very moment even if `operation` ignores its cancellation: its task is cancelled whenever this
    /// function returns, its result is then dropped, and it ends on its own.
    public func race<Value: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value? {
        let (work, result) = await Task.racing(wait) { await Result(of: operation) }
        work.cancel()
        return try result?.get()
    }
}

/// Tells which sources a call still waits for, and can end its wait early.
package final class CallWatch: Sendable {
    private struct State {
        /// The number of questions under way for each source.
        var awaited: [ProviderID: Int] = [:]
        var answers = 0
        var hasItems = false
        var isOver = false
        var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// The sources that have not answered yet.
    package var awaited: Set<ProviderID> { Set(state.withLock(\.awaited).keys) }
    /// The number of answers that have come.
    package var answers: Int { state.withLock(\.answers) }
    /// Whether one of the answers had any items.
    package var hasItems: Bool { state.withLock(\.hasItems) }
    /// Whether the wait was ended early.
    package var isOver: Bool { state.withLock(\.isOver) }

    package func began(_ provider: ProviderID) { state.withLock { $0.awaited[provider, default: 0] += 1 } }

    package func ended(_ provider: ProviderID, items: Int?) {
        state.withLock { state in
            let left = (state.awaited[provider] ?? 1) - 1
            state.awaited[provider] = left > 0 ? left : nil
            state.answers += 1
            if items ?? 0 > 0 { state.hasItems = true }
        }
    }

    /// Ends the call now, with the answers that have come.
    package func end() {
        let waiters = state.withLock { state in
            state.isOver = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Waits until the call is ended early; returns false if the task is cancelled first.
    package func waitForEnd() async -> Bool {
        let (ends, waiter) = AsyncStream<Void>.makeStream()
        let number = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = waiter
            return state.nextWaiter
        }
        guard let number else { return true }
        // Iteration ends at once if the task is cancelled.
        for await _ in ends {}
        state.withLock { $0.waiters[number] = nil }
        return isOver
    }
}

extension Task where Failure == Never {
    /// Starts a task; returns it, and its value unless `limit` returns first or the calling task is cancelled.
    ///
    /// The task goes on in any case, so it is an unstructured one: a task group would wait for it. The timer is a
    /// structured child.
    package static func racing(
        _ limit: @escaping @Sendable () async -> Void,
        _ operation: @escaping @Sendable () async -> Success
    ) async -> (task: Task, value: Success?) {
        let (values, outlet) = AsyncStream<Success>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let task = Task {
            let value = await operation()
            outlet.yield(value)
            outlet.finish()
            return value
        }
        async let _: Void = {
            await limit()
            outlet.finish()
        }()
        // Iteration ends at once, without a value, if the calling task is cancelled.
        var iterator = values.makeAsyncIterator()
        return (task, await iterator.next())
    }
}

extension ProviderError {
    /// Creates the error of a source that has not answered by the deadline.
    package static func late(_ provider: ProviderID, _ deadline: Deadline) -> ProviderError {
        let waited = deadline.watch?.isOver == true ? min(deadline.elapsed, deadline.limit) : deadline.limit
        let limit = Duration.milliseconds(waited.wholeMilliseconds)
        return ProviderError(.timeout, provider: provider, message: "\(provider) did not answer within \(limit)")
    }
}

extension Result {
    /// Creates the outcome of an asynchronous call as a value.
    package init(of call: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await call())
        } catch {
            self = .failure(error)
        }
    }
}

/// The importance of a call; a source with few calls left answers only essential ones.
public enum CallPurpose: Hashable, Sendable {
    case essential
    /// Only enriches an answer that is complete without it.
    case enrichment
}
