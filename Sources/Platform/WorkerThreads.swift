import Synchronization

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
