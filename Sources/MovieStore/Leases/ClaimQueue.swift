/// Claims that wait for the lane's next transaction, which makes all of them: a burst of questions costs one, not hundreds.
struct ClaimQueue<Claim: Sendable>: Sendable {
    /// A transaction holds up the other processes no longer than this many take.
    static var claimsInTransaction: Int { 128 }

    private var waiting: [Claim] = []
    private var isScheduled = false

    var count: Int { waiting.count }

    /// Takes a claim; whether the lane has to be told that there is something to do.
    mutating func add(_ claim: Claim) -> Bool {
        waiting.append(claim)
        defer { isScheduled = true }
        return !isScheduled
    }

    /// Takes out what the next transaction makes, in the order in which they came; nothing is left where it is empty.
    mutating func take() -> [Claim] {
        let taken = Array(waiting.prefix(Self.claimsInTransaction))
        waiting.removeFirst(taken.count)
        if taken.isEmpty { isScheduled = false }
        return taken
    }
}
