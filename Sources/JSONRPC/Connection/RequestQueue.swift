/// Tracks which calls run and which wait, and when no more may be read.
///
/// An admitted call waits in order until fewer calls than the limit run. The queue is long enough that a cancellation
/// behind the waiting calls is still read; beyond that, the client has to wait.
struct RequestQueue {
    let runningLimit: Int
    /// The limits on the waiting calls and on the bytes that they hold.
    let waitingLimit: Int
    let waitingBytesLimit: Int
    /// The limit on the bytes that unanswered calls and incomplete batches hold together.
    private static let openBytesLimit = 16 << 20

    private var named: [RPCID: PendingRequest] = [:]
    /// Calls without a unique id: notifications, and requests whose id is `null`.
    private var nameless: [ObjectIdentifier: PendingRequest] = [:]
    private var waiting: [AdmittedCall] = []
    private var firstWaiting = 0
    private var waitingBytes = 0
    private var openBytes = 0
    private(set) var runningCount = 0

    init(runningLimit: Int, waitingLimit: Int, waitingBytesLimit: Int) {
        self.runningLimit = max(runningLimit, 1)
        self.waitingLimit = waitingLimit
        self.waitingBytesLimit = waitingBytesLimit
    }

    private var waitingCount: Int { waiting.count - firstWaiting }

    /// Whether another call may be read from the client.
    var hasRoom: Bool {
        waitingCount < waitingLimit && waitingBytes < waitingBytesLimit && openBytes < Self.openBytesLimit
    }
    var isEmpty: Bool { waitingCount == 0 }

    /// Whether there are unanswered requests or unfinished notifications.
    var hasOpenCalls: Bool { !named.isEmpty || !nameless.isEmpty }

    func pending(_ id: RPCID) -> PendingRequest? { named[id] }

    /// Admits a call whose id is not in flight.
    mutating func admit(_ call: AdmittedCall) {
        if let id = call.pending.id, !id.isNull {
            named[id] = call.pending
        } else {
            nameless[ObjectIdentifier(call.pending)] = call.pending
        }
        waiting.append(call)
        waitingBytes += call.pending.byteCount
        openBytes += call.pending.byteCount
    }

    /// Returns the calls that may start now, in order, without those that were answered while they waited.
    mutating func takeStartable() -> [AdmittedCall] {
        var startable: [AdmittedCall] = []
        while runningCount < runningLimit, firstWaiting < waiting.count {
            let call = waiting[firstWaiting]
            firstWaiting += 1
            waitingBytes -= call.pending.byteCount
            if call.pending.isAnswered { continue }
            runningCount += 1
            startable.append(call)
        }
        forgetStarted()
        return startable
    }

    mutating func noteEnd() { runningCount -= 1 }

    /// Forgets an answered call, so that its id is free again.
    mutating func forget(_ pending: PendingRequest) {
        if let id = pending.id, !id.isNull {
            guard named[id] === pending else { return }
            named[id] = nil
        } else if nameless.removeValue(forKey: ObjectIdentifier(pending)) == nil {
            return
        }
        openBytes -= pending.byteCount
    }

    /// Adds a change in the bytes that the answers of a batch hold; negative once the batch is complete.
    mutating func noteBatchBytes(_ change: Int) { openBytes += change }

    /// All unanswered requests and all unfinished notifications.
    var open: [PendingRequest] { Array(named.values) + Array(nameless.values) }

    /// Removes started calls from the front of the queue, but not every time.
    private mutating func forgetStarted() {
        if firstWaiting == waiting.count {
            waiting.removeAll(keepingCapacity: waiting.capacity <= 1_024)
            firstWaiting = 0
        } else if firstWaiting > 256 {
            waiting.removeFirst(firstWaiting)
            firstWaiting = 0
        }
    }
}
