import MarqueeTestKit

/// Messages per second through a process when the client does not wait for answers.
struct Throughput {
    private static let timeout = Duration.seconds(60)

    let plan: ProcessPlan
    private let first: [UInt8]
    private let rest: [UInt8]
    private let messageCount: Int
    /// The length of the answers to all requests but the first.
    private let restGoal: BulkProcess.Goal
    private let firstGoal: BulkProcess.Goal
    private(set) var rates: [Double] = []

    /// Runs the process without measuring, to learn how long its answers are, so that the rounds only count bytes.
    init(_ plan: ProcessPlan, _ stream: RequestStream, count: Int) throws {
        self.plan = plan
        // The first request is answered before the clock starts, so that the start of the process is not measured.
        first = stream.bytes(1...1)
        rest = stream.bytes(2...count)
        messageCount = count - 1
        let (head, tail) = (first, rest)
        let firstBytes = try BulkProcess.with(plan) { try $0.exchange(head, until: .end, upTo: Self.timeout) }
        let allBytes = try BulkProcess.with(plan) { try $0.exchange(head + tail, until: .end, upTo: Self.timeout) }
        firstGoal = .bytes(firstBytes)
        restGoal = .bytes(allBytes - firstBytes)
    }

    /// The median of the rounds so far.
    var median: Double { rates.isEmpty ? 0 : rates.sorted()[rates.count / 2] }

    /// Measures one more round with a new process.
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
