/// Which calls are in flight, which wait for their turn, and when nothing more should be taken.
///
/// A call that was admitted waits in order until fewer than the limit run. So many may wait that a cancellation behind
/// them is still read; past that the client has to wait.
struct Admission {
    /// How many calls run at the same time.
    let runningLimit: Int
    /// How many calls may wait, and how many bytes they may hold.
    let waitingLimit: Int
    let waitingBytesLimit: Int

    private var flights: [RPCID: Flight] = [:]
    /// Calls that no id names: notifications, and requests whose id is `null`.
    private var nameless: [ObjectIdentifier: Flight] = [:]
    private var waiting: [AdmittedCall] = []
    private var firstWaiting = 0
    private var waitingBytes = 0
    private(set) var runningCount = 0

    init(runningLimit: Int, waitingLimit: Int, waitingBytesLimit: Int) {
        self.runningLimit = max(runningLimit, 1)
        self.waitingLimit = waitingLimit
        self.waitingBytesLimit = waitingBytesLimit
    }

    private var waitingCount: Int { waiting.count - firstWaiting }

    /// Whether another call may be taken from the client.
    var hasRoom: Bool { waitingCount < waitingLimit && waitingBytes < waitingBytesLimit }
    /// Whether nothing waits.
    var isEmpty: Bool { waitingCount == 0 }

    /// The unanswered call of that id.
    func flight(of id: RPCID) -> Flight? { flights[id] }

    /// Takes a call whose id is not in flight.
    mutating func admit(_ call: AdmittedCall) {
        if let id = call.flight.id, !id.isNull {
            flights[id] = call.flight
        } else {
            nameless[ObjectIdentifier(call.flight)] = call.flight
        }
        waiting.append(call)
        waitingBytes += call.byteCount
    }

    /// The calls that may begin now, in order; those answered while they waited are left out.
    mutating func takeStartable() -> [AdmittedCall] {
        var startable: [AdmittedCall] = []
        while runningCount < runningLimit, firstWaiting < waiting.count {
            let call = waiting[firstWaiting]
            firstWaiting += 1
            waitingBytes -= call.byteCount
            if call.flight.isAnswered { continue }
            runningCount += 1
            startable.append(call)
        }
        forgetStarted()
        return startable
    }

    /// A call that ran has ended.
    mutating func noteEnd() { runningCount -= 1 }

    /// A call has been answered; its id is free again.
    mutating func forget(_ flight: Flight) {
        guard let id = flight.id, !id.isNull else {
            nameless[ObjectIdentifier(flight)] = nil
            return
        }
        if flights[id] === flight { flights[id] = nil }
    }

    /// All requests that are not answered, and all notifications that are not done with.
    var open: [Flight] { Array(flights.values) + Array(nameless.values) }

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
