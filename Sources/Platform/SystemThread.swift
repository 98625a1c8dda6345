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

/// Two threads for long computations.
///
/// On a thread of Swift tasks, a long computation would delay every call that needs the thread for a moment. The
/// threads start with the first work and never end.
package final class WorkerThreads: Sendable {
    /// The only instance: the pool of task threads, which it relieves, exists once too.
    package static let shared = WorkerThreads()

    private struct State: Sendable {
        var work: [@Sendable () -> Void] = []
        var threads = 0
        var idle = 0
    }

    private static let most = 2
    private let state = ConditionLock(State())

    private init() {}

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

    private func add(_ work: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.work.append(work)
            guard state.work.count > state.idle, state.threads < Self.most else { return false }
            state.threads += 1
            return true
        }
        guard needsThread else { return state.wake() }
        do {
            try SystemThread.start(stackBytes: 4 << 20) { [self] in
                while true { next()() }
            }
        } catch {
            // The system has no thread left, so the work is done on this one if no other thread will do it.
            let left = state.withLock { state in
                state.threads -= 1
                return state.threads > 0 || state.work.isEmpty ? nil : state.work.removeFirst()
            }
            left?()
        }
    }

    private func next() -> @Sendable () -> Void {
        state.withLock { $0.idle += 1 }
        return state.wait { state in
            guard !state.work.isEmpty else { return nil }
            state.idle -= 1
            return state.work.removeFirst()
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
