import Synchronization

/// A call between admission and answer, which is answered once: by its handler, its cancellation, or the server's end.
///
/// The first to claim the answer gives it. Progress is sent under the same lock, so that none can follow the answer.
final class PendingRequest: Sendable {
    private struct Answer {
        var isGiven = false
        var progress = ProgressGate()
    }

    private struct Run {
        var task: RunningTask?
        var isCancelled = false
    }

    /// The id to answer, or `nil` for a notification.
    let id: RPCID?
    let method: String
    let path: ReplyPath
    /// The lifecycle step to undo if this call fails.
    let lifecycleStep: Lifecycle.Step?

    let traced: TracedRequest?
    /// The number of bytes held until the answer.
    let byteCount: Int

    private let answer = Mutex(Answer())
    private let hasAnswer = Atomic(false)
    private let run = Mutex(Run())

    init(
        id: RPCID?,
        method: String,
        path: ReplyPath,
        lifecycleStep: Lifecycle.Step? = nil,
        traced: TracedRequest? = nil,
        byteCount: Int
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.lifecycleStep = lifecycleStep
        self.traced = traced
        self.byteCount = byteCount
    }

    /// Whether the answer has been claimed; takes no lock, because the caller holds that of the connection.
    var isAnswered: Bool { hasAnswer.load(ordering: .acquiring) }

    /// Claims the answer.
    ///
    /// - Returns: Whether the caller must give the answer, and the token of a progress that must end before it.
    func claim() -> (isFirst: Bool, openProgress: RPCID?) {
        answer.withLock { answer in
            if answer.isGiven { return (false, nil) }
            answer.isGiven = true
            hasAnswer.store(true, ordering: .releasing)
            return (true, answer.progress.close())
        }
    }

    /// Calls `body` to send progress, unless the answer has been claimed.
    func withProgress(_ body: (inout ProgressGate) -> Void) {
        answer.withLock { answer in
            if !answer.isGiven { body(&answer.progress) }
        }
    }

    // MARK: The task

    /// Ties the current task to this request while `body` runs, so that ``cancel()`` reaches it.
    func whileRunning<Result>(_ body: () async -> Result) async -> Result {
        // The current task is a child of the server's group, which offers no handle to cancel a single child.
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

/// The answers to a batch, which are sent as one array in the order of the calls (JSON-RPC 2.0 section 6).
///
/// Even a small batch can have large answers: once they reach the limit of a message, further ones are errors.
final class BatchReply: Sendable {
    private struct State {
        var answers: [[UInt8]?]
        var missing: Int
        var byteCount = 0
    }

    private let state: Mutex<State>
    private let limit: Int

    init(count: Int, limit: Int) {
        state = Mutex(State(answers: Array(repeating: nil, count: count), missing: count))
        self.limit = limit
    }

    /// Fills a place with an answer, or leaves it out if `reply` is `nil`.
    ///
    /// - Returns: The text of the array once the last place is filled (`nil` before that, or if the array would be
    ///   empty), and the change in the bytes that the answers hold.
    func fill(_ place: Int, with reply: RPCReply?, to id: RPCID) -> (array: [UInt8]?, growth: Int) {
        var answer = reply.map { FrameWriter.response($0, to: id) }
        let (answers, growth): ([[UInt8]]?, Int) = state.withLock { state in
            if let count = answer?.count, state.byteCount > 0, state.byteCount + count > limit {
                answer = FrameWriter.response(.failure(.batchTooLarge(limit: limit)), to: id)
            }
            state.answers[place] = answer
            state.missing -= 1
            let held = state.byteCount
            state.byteCount += answer?.count ?? 0
            guard state.missing == 0 else { return (nil, state.byteCount - held) }
            defer { state.answers = [] }
            return (state.answers.compactMap { $0 }, -held)
        }
        guard let answers, !answers.isEmpty else { return (nil, growth) }
        return (Self.array(answers), growth)
    }

    private static func array(_ answers: [[UInt8]]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(answers.reduce(answers.count + 1) { $0 + $1.count })
        for answer in answers {
            text.append(text.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
            text.append(contentsOf: answer)
        }
        text.append(UInt8(ascii: "]"))
        return text
    }
}

/// A child task that can be cancelled from outside; Swift has handles only for unstructured tasks.
///
/// A ``PendingRequest`` sets this handle when the task begins and removes it before the task ends, under one lock, so
/// that it is used only while the task runs.
///
/// `@unchecked Sendable` because `UnsafeCurrentTask` is not; its `cancel` may be called from any thread.
@safe
struct RunningTask: @unchecked Sendable {
    private let task: UnsafeCurrentTask

    init(_ task: UnsafeCurrentTask) { unsafe self.task = task }

    func cancel() { unsafe task.cancel() }
}

/// A call to be handled by a task, and the object that tracks it.
struct AdmittedCall: Sendable {
    let call: RPCCall
    let pending: PendingRequest
}

/// The destination of the answer to a call.
enum ReplyPath: Sendable {
    case single
    case item(BatchReply, place: Int)
}
