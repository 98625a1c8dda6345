import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread of the operating system for blocking calls, which the threads of Swift tasks must never make.
package enum SystemThread {
    /// The function of a new thread, passed through the `void *` of C.
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a detached thread, on which a write to a pipe without a reader is an error instead of a signal.
    package static func start(stackBytes: Int = 1 << 20, _ run: @escaping @Sendable () -> Void) throws(SystemError) {
        let body = unsafe Unmanaged.passRetained(
            Body {
                blockPipeSignal()
                run()
            }
        )
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, stackBytes)
        let failure = unsafe create(&attributes, body.toOpaque())
        guard failure == 0 else {
            unsafe body.release()
            throw SystemError("pthread_create", code: failure)
        }
    }

    package static func sleep(for duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var pause = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        while unsafe nanosleep(&pause, &rest) != 0, errno == EINTR { pause = rest }
    }

    package static func sleepForever() -> Never {
        while true { pause() }
    }

    private static func create(
        _ attributes: UnsafePointer<pthread_attr_t>,
        _ argument: UnsafeMutableRawPointer
    ) -> Int32 {
        #if canImport(Glibc)
        var thread = pthread_t()
        return unsafe pthread_create(&thread, attributes, { unsafe SystemThread.enter($0) }, argument)
        #elseif canImport(Darwin)
        var thread: pthread_t?
        return unsafe pthread_create(&thread, attributes, { unsafe SystemThread.enter($0) }, argument)
        #endif
    }

    private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }

    private static func blockPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

/// A queue of work with threads of its own, which start with the first pieces of work and end with the queue.
package final class WorkerThreads: Sendable {
    /// Two threads for long computations, which would delay every call on the threads of Swift tasks.
    ///
    /// The pool of these threads exists once too.
    package static let shared = WorkerThreads(2, stackBytes: 4 << 20)

    private struct State: Sendable {
        var work: [@Sendable () -> Void] = []
        var threads = 0
        var idle = 0
        var isEnding = false
    }

    private let most: Int
    private let stackBytes: Int
    private let state = ConditionLock(State())

    /// Creates a queue with up to `most` threads; with one, work is done in order.
    package init(_ most: Int, stackBytes: Int = 1 << 20) {
        self.most = most
        self.stackBytes = stackBytes
    }

    deinit {
        let threads = state.withLock { state in
            state.isEnding = true
            return state.threads
        }
        for _ in 0..<threads { state.wake() }
    }

    /// Runs a piece of work on one of the threads; the work can ask whether the waiting task was cancelled.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Value
    ) async -> Value {
        let flag = Flag()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add { continuation.resume(returning: work { flag.isSet }) }
            }
        } onCancel: {
            flag.set()
        }
    }

    /// Adds a piece of work; if the system has no thread left for it, it is done at once.
    package func add(_ work: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.work.append(work)
            guard state.work.count > state.idle, state.threads < most else { return false }
            state.threads += 1
            return true
        }
        guard needsThread else { return state.wake() }
        do {
            try SystemThread.start(stackBytes: stackBytes) { [state] in
                while let work = Self.next(state) { work() }
            }
        } catch {
            let left = state.withLock { state in
                state.threads -= 1
                return state.threads > 0 || state.work.isEmpty ? nil : state.work.removeFirst()
            }
            left?()
        }
    }

    /// Waits for a piece of work, or returns `nil` at the end.
    private static func next(_ state: ConditionLock<State>) -> (@Sendable () -> Void)? {
        state.withLock { $0.idle += 1 }
        return state.wait { state -> (@Sendable () -> Void)?? in
            guard !state.work.isEmpty || state.isEnding else { return nil }
            state.idle -= 1
            return .some(state.work.isEmpty ? nil : state.work.removeFirst())
        }
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .relaxed) }
        func set() { value.store(true, ordering: .relaxed) }
    }
}

/// Runs independent parts of one computation on several threads.
package enum Parallel {
    /// The number of processors that are online.
    package static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Calls `body` with each part of the numbers from 0 up to `count` and returns the results in order.
    ///
    /// Each thread creates its own `state` for all of its calls. The calling thread is one of the threads; if the
    /// system has no more, fewer are used.
    package static func map<State, Value: Sendable>(
        _ count: Int,
        inPartsOf size: Int,
        threads: Int,
        state: @escaping @Sendable () -> State,
        body: @escaping @Sendable (inout State, Range<Int>) -> Value
    ) -> [Value] {
        let parts = (count + size - 1) / size
        let work = ParallelWork<Value>(parts)
        let run: @Sendable () -> Void = {
            var own = state()
            while let part = work.take() {
                work.give(body(&own, part * size..<min(count, (part + 1) * size)), for: part)
            }
        }
        for _ in 1..<max(1, min(threads, parts)) {
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
