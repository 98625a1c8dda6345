import MarqueeTestKit

/// Messages per second when a client sends without waiting, in both framings, beside `cat` and minimal loops.
enum ThroughputBenchmark {
    private static let rounds = 7
    private static let manyMessages = 2_000_000
    /// The number of messages for the loops, which are slow.
    private static let fewMessages = 100_000

    static func print(binary: String) throws {
        let marquee = ProcessPlan(binary, environment: ["HOME": "/nonexistent"])
        let loops = Peers.installed.dropFirst().map { (name: $0.name, plan: $0.plan) }
        // First different messages, then the same one repeatedly; both take the same path through the process.
        try print("Pipelined, no two alike", marquee, .unlikePings(.line), loops: loops, goal: "8 times a Node loop")
        try print("Pipelined, no two alike", marquee, .unlikePings(.header), loops: [])
        try print("Pipelined, one ping again and again", marquee, .pings(.line), loops: loops)
        try print("Pipelined, one ping again and again", marquee, .pings(.header), loops: [])
        Swift.print("")
    }

    private static func print(
        _ title: String,
        _ marquee: ProcessPlan,
        _ stream: RequestStream,
        loops: [(name: String, plan: ProcessPlan)],
        goal: String? = nil
    ) throws {
        let wanted = goal.map { " (goal: \($0))" } ?? ""
        Swift.print("\(title), \(stream.framing.rawValue) framing: messages a second\(wanted)")
        var rows: [(name: String, throughput: Throughput)] = [
            ("marquee", try Throughput(marquee, stream, count: manyMessages)),
            ("cat, the same requests back", try Throughput(Peers.cat, stream, count: manyMessages)),
        ]
        for loop in loops { rows.append((loop.name, try Throughput(loop.plan, stream, count: fewMessages))) }
        // Measure in turn, so that a busy moment of the machine affects all rows.
        for _ in 0..<rounds {
            for index in rows.indices { try rows[index].throughput.measure() }
        }
        let own = rows[0].throughput.median
        for row in rows {
            let rates = row.throughput.rates
            let range = "\((rates.min() ?? 0).millions) to \((rates.max() ?? 0).millions)"
            let ratio = row.name == "marquee" ? "" : "   marquee does \((own / row.throughput.median).hundredths) of it"
            Swift.print("  \(row.name): \(row.throughput.median.millions) M (\(range))\(ratio)")
        }
    }
}

extension Double {
    /// The number in millions: `2.51`.
    var millions: String { (self / 1_000_000).hundredths }
    var hundredths: String { "\((self * 100).rounded() / 100)" }
}
