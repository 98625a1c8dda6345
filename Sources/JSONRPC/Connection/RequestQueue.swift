/// Which calls are in flight, which wait for their turn, and when nothing more should be taken.
///
/// A call that was admitted waits in order until fewer than the limit run. Enough may wait that a cancellation behind
/// them is still read; past that the client has to wait.
struct RequestQueue {
    let runningLimit: Int
    /// How many calls may wait, and how many bytes they may hold.
    let waitingLimit: Int
    let waitingBytesLimit: Int
    /// How many bytes calls that are not answered and answers of batches that are not complete may hold together.
    private static let openBytesLimit = 16 << 20

    private var named: [RPCID: PendingRequest] = [:]
    /// Calls that no id names: notifications, and requests whose id is `null`.
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

    /// Whether another call may be taken from the client.
    var hasRoom: Bool {
        waitingCount < waitingLimit && waitingBytes < waitingBytesLimit && openBytes < Self.openBytesLimit
    }
    var isEmpty: Bool { waitingCount == 0 }

    /// Whether calls are not answered or not done with.
    var hasOpenCalls: Bool { !named.isEmpty || !nameless.isEmpty }

    func pending(_ id: RPCID) -> PendingRequest? { named[id] }

    /// Takes a call whose id is not in flight.
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

    /// The calls that may begin now, in order; those answered while they waited are left out.
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

    /// A call has been answered; its id is free again.
    mutating func forget(_ pending: PendingRequest) {
        if let id = pending.id, !id.isNull {
            guard named[id] === pending else { return }
            named[id] = nil
        } else if nameless.removeValue(forKey: ObjectIdentifier(pending)) == nil {
            return
        }
        openBytes -= pending.byteCount
    }

    /// Counts what the answers of a batch hold: more bytes, or fewer once it is complete.
    mutating func noteBatchBytes(_ change: Int) { openBytes += change }

    /// All requests that are not answered, and all notifications that are not done with.
    var open: [PendingRequest] { Array(named.values) + Array(nameless.values) }

    /// Drops the calls that have begun from the front of the queue, now and then.
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
