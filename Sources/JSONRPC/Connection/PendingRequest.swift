import Synchronization

/// One call between admission and answer: it is answered once, by its handler, its cancellation or the server's end.
///
/// Whoever claims the answer first gives it; progress is sent under the same lock, so none can follow the answer.
final class PendingRequest: Sendable {
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
    let method: String
    let path: ReplyPath
    /// The step of the session's life that a failure of this call takes back.
    let lifecycleStep: Lifecycle.Step?

    /// The request for the trace, where one is wanted.
    let traced: TracedRequest?
    /// How many bytes it holds until it is answered.
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

    /// Ties the current task to this request for the time of `body`, so that ``cancel()`` reaches it.
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

/// Gathers the answers to a batch, which go out as one array in the order of the calls (JSON-RPC 2.0 section 6).
///
/// A small batch can ask for much: once its answers are as long as a message may be, further ones are errors.
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

    /// Fills a place, with nothing where nothing is to be answered after all.
    ///
    /// - Returns: the array's text once the last place is filled, nil before and where it would be empty; and how many
    ///   bytes the answers hold more than before.
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

/// A task that can be cancelled from outside, which Swift offers for unstructured tasks only.
///
/// The children of a discarding group have no handle. This one is valid while the task runs: a ``PendingRequest`` sets it at the
/// task's beginning, removes it before the task's end, and uses it only in between, under one lock.
@safe
struct RunningTask: @unchecked Sendable {
    // Safe because `cancel` may be called from any thread, and its lock keeps the task alive meanwhile.
    private let task: UnsafeCurrentTask

    init(_ task: UnsafeCurrentTask) { unsafe self.task = task }

    func cancel() { unsafe task.cancel() }
}

/// A call that will be handled by a task, and what tracks it.
struct AdmittedCall: Sendable {
    let call: RPCCall
    let pending: PendingRequest
}

/// Where the answer to a call goes.
enum ReplyPath: Sendable {
    /// Into a frame of its own.
    case single
    /// Into a place of a batch's answer.
    case item(BatchReply, place: Int)
}
