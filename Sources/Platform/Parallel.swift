#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs independent parts of one computation on several threads.
package enum Parallel {
    /// The number of processors that are online.
    package static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Calls `body` with each number from 0 up to `count` and returns the results in order.
    ///
    /// Each thread creates its own `state` for all of its calls. The calling thread is one of the threads; if the
    /// system has no more, fewer are used.
    package static func map<State, Value: Sendable>(
        _ count: Int,
        threads: Int,
        state: @escaping @Sendable () -> State,
        body: @escaping @Sendable (inout State, Int) -> Value
    ) -> [Value] {
        let work = ParallelWork<Value>(count)
        let run: @Sendable () -> Void = {
            var own = state()
            while let number = work.take() { work.give(body(&own, number), for: number) }
        }
        for _ in 1..<max(1, min(threads, count)) {
            do {
                try SystemThread.start(stackBytes: 8 << 20, run)
            } catch {
                break
            }
        }
        run()
        return work.wait()
    }
}

/// The next part to take and the results of the finished parts.
private final class ParallelWork<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var next = 0
        var done = 0
        var values: [Value?]
    }

    private let count: Int
    private let state: ConditionLock<State>

    init(_ count: Int) {
        self.count = count
        state = ConditionLock(State(values: [Value?](repeating: nil, count: count)))
    }

    func take() -> Int? {
        state.withLock { state in
            guard state.next < count else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    func give(_ value: Value, for number: Int) {
        state.withLock { state in
            state.values[number] = value
            state.done += 1
        }
        state.wake()
    }

    func wait() -> [Value] {
        state.wait { state in
            guard state.done == count else { return nil }
            defer { state.values = [] }
            return state.values.compactMap(\.self)
        }
    }
}
