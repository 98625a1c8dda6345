import Synchronization

/// One call between admission and answer: it is answered once, by its handler, its cancellation or the server's end.
///
/// Whoever claims the answer first gives it; progress is sent under the same lock, so none can follow the answer.
final class Flight: Sendable {
    private struct Answer {
        var isGiven = false
        var progress = ProgressGate()
    }

    private struct Run {
        var task: RunningTask?
        var isCancelled = false
    }

    /// The id to answer; nil for a notification.
    let id: RPCID?
    /// The method called.
    let method: String
    /// Where the answer goes.
    let path: ReplyPath
    /// The step of the session's life that a failure of this call takes back.
    let lifecycleStep: Lifecycle.Step?

    /// The request for the trace, where somebody wants one.
    let traced: TracedRequest?

    private let answer = Mutex(Answer())
    private let hasAnswer = Atomic(false)
    private let run = Mutex(Run())

    init(
        id: RPCID?,
        method: String,
        path: ReplyPath,
        lifecycleStep: Lifecycle.Step? = nil,
        traced: TracedRequest? = nil
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.lifecycleStep = lifecycleStep
        self.traced = traced
    }

    /// Whether the answer has been claimed; takes no lock, since it is asked with the connection's lock held.
    var isAnswered: Bool { hasAnswer.load(ordering: .acquiring) }

    /// Claims the answer.
    ///
    /// - Returns: whether the caller is to give it, and the token of a progress that has begun and must end before.
    func claim() -> (isFirst: Bool, openProgress: RPCID?) {
        answer.withLock { answer in
            if answer.isGiven { return (false, nil) }
            answer.isGiven = true
            hasAnswer.store(true, ordering: .releasing)
            return (true, answer.progress.close())
        }
    }

    /// Lets `body` send progress, unless the answer has been claimed.
    func withProgress(_ body: (inout ProgressGate) -> Void) {
        answer.withLock { answer in
            if !answer.isGiven { body(&answer.progress) }
        }
    }

    // MARK: The task

    /// Ties the current task to this flight for the time of `body`, so that ``cancel()`` reaches it.
    func whileRunning<Result>(_ body: () async -> Result) async -> Result {
        unsafe withUnsafeCurrentTask { current in
            guard let current = unsafe current else { return }
            let task = unsafe RunningTask(current)
            run.withLock { run in
                run.task = task
                if run.isCancelled { task.cancel() }
            }
        }
        let result = await body()
        run.withLock { $0.task = nil }
        return result
    }

    /// Cancels the task, now or as soon as it begins.
    func cancel() {
        run.withLock { run in
            run.isCancelled = true
            run.task?.cancel()
        }
    }
}
