package import Platform

/// What changes from call to call and is handed down to the request: how long it may take, and how much it matters.
public struct CallContext: Sendable {
    /// `nil` where no call waits: a refresh behind one, or a command that takes its time.
    public var deadline: Deadline?
    /// Whether the answer is what was asked for, or only makes it richer.
    public var purpose: CallPurpose
    /// Whether it waits for its turn where the source's rate has no room; else it says so at once, for others can answer.
    public var waitsForTurn: Bool
    /// Whether only an answer will do that is kept and still good: then nothing is sent, and without one the call fails.
    package var takesKeptOnly = false

    public init(deadline: Deadline? = nil, purpose: CallPurpose = .essential, waitsForTurn: Bool = true) {
        self.deadline = deadline
        self.purpose = purpose
        self.waitsForTurn = waitsForTurn
    }
}

/// The one moment by which a whole call must be answered.
public struct Deadline: Sendable {
    public let limit: Duration
    private let clock: any MonotonicClock
    private let start: Duration

    package init(after limit: Duration, on clock: any MonotonicClock) {
        self.init(limit: limit, since: clock.now, on: clock)
    }

    private init(limit: Duration, since start: Duration, on clock: any MonotonicClock) {
        self.limit = limit
        self.start = start
        self.clock = clock
    }

    public var elapsed: Duration { clock.now - start }

    public var remaining: Duration { max(.zero, limit - elapsed) }

    /// Whether the time is up, in contrast to a call that was cancelled.
    public var hasPassed: Bool { remaining == .zero }

    /// A little nearer: what has been gathered until then can still be handed over in time.
    public var beforehand: Deadline {
        let spare = min(.milliseconds(500), remaining / 10)
        return Deadline(limit: min(limit, elapsed + remaining - spare), since: start, on: clock)
    }

    /// A nearer moment: when one of `parts` equal parts of what remains is over.
    public func dividing(by parts: Int) -> Deadline {
        Deadline(limit: min(limit, elapsed + remaining / max(1, parts)), since: start, on: clock)
    }

    public func wait() async { await clock.sleep(until: start + limit) }

    /// The result of `operation`, or `nil` when the deadline comes first or the calling task is cancelled.
    ///
    /// Returns at that very moment even if `operation` ignores its cancellation. A task group could not do that: it waits
    /// for all its children. So `operation` is the one unstructured task of this target: it is cancelled whenever this
    /// function returns, its result is dropped then, and it ends on its own. The timer is a structured child.
    public func race<Value: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value? {
        let (results, outlet) = AsyncStream<Result<Value, Failure>>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let work = Task {
            outlet.yield(await Result(of: operation))
            outlet.finish()
        }
        defer { work.cancel() }
        async let _: Void = finish(outlet)
        // Iterating ends at once, without a value, when the calling task is cancelled.
        var iterator = results.makeAsyncIterator()
        return try await iterator.next()?.get()
    }

    private func finish<Value>(_ outlet: AsyncStream<Value>.Continuation) async {
        await wait()
        outlet.finish()
    }
}

extension Result {
    /// What an asynchronous call comes to, as a value.
    package init(of call: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await call())
        } catch {
            self = .failure(error)
        }
    }
}

/// How much a question matters; a source whose calls run low answers the essential ones only.
public enum CallPurpose: Hashable, Sendable {
    case essential
    /// It only makes an answer richer, which stands without it.
    case enrichment
}
