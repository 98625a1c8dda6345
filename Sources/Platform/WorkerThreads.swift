import Synchronization

/// Two threads for work that takes long without waiting for anything.
///
/// On the threads of the task system it would hold up every call that needs one of them for a moment. The threads start
/// with the first work, and never end.
package final class WorkerThreads: Sendable {
    /// One for the process: what they are to leave alone, the threads of the task system, there is once, too.
    package static let shared = WorkerThreads()

    private struct State: Sendable {
        var work: [@Sendable () -> Void] = []
        var threads = 0
        var idle = 0
    }

    private static let most = 2
    private let state = ConditionLock(State())

    private init() {}

    /// Does a piece of work on one of the threads; it can ask whether the task that waits for it was cancelled.
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
            // The system has no thread left: the work is done here rather than never.
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
