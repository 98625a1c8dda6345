import MarqueeTestKit

/// Messages a second through a process when the client does not wait for answers.
struct Throughput {
    private static let timeout = Duration.seconds(60)

    let plan: ProcessPlan
    private let first: [UInt8]
    private let rest: [UInt8]
    private let messageCount: Int
    /// What the answers to all but the first request are long.
    private let restGoal: BulkProcess.Goal
    private let firstGoal: BulkProcess.Goal
    private(set) var rates: [Double] = []

    /// Runs a process once, unmeasured, to learn how long its answers are; then rounds only count bytes.
    init(_ plan: ProcessPlan, _ stream: RequestStream, count: Int) throws {
        self.plan = plan
        // The first request is answered before the clock starts, so a start is no part of this.
        first = stream.bytes(1...1)
        rest = stream.bytes(2...count)
        messageCount = count - 1
        let (head, tail) = (first, rest)
        let firstBytes = try BulkProcess.with(plan) { try $0.exchange(head, until: .end, upTo: Self.timeout) }
        let allBytes = try BulkProcess.with(plan) { try $0.exchange(head + tail, until: .end, upTo: Self.timeout) }
        firstGoal = .bytes(firstBytes)
        restGoal = .bytes(allBytes - firstBytes)
    }

    /// The middle of the rounds so far.
    var median: Double { rates.isEmpty ? 0 : rates.sorted()[rates.count / 2] }

    /// Measures one more round, with a process of its own.
    mutating func measure() throws {
        let duration = try BulkProcess.with(plan) { process in
            try process.exchange(first, until: firstGoal, upTo: Self.timeout)
            let start = ContinuousClock.now
            try process.exchange(rest, until: restGoal, upTo: Self.timeout)
            return ContinuousClock.now - start
        }
        rates.append(Double(messageCount) / (duration / .seconds(1)))
    }
}
