import MarqueeTestKit

/// Messages a second when a client sends without waiting, in both framings, against `cat` and minimal loops.
enum ThroughputBenchmark {
    private static let rounds = 7
    private static let manyMessages = 2_000_000
    /// For the loops, which would take long.
    private static let fewMessages = 100_000

    static func print(binary: String) throws {
        let marquee = ProcessPlan(binary, environment: ["HOME": "/nonexistent"])
        try print(marquee, .line, loops: Peers.installed.dropFirst().map { ($0.name, $0.plan) }, goal: "0.45")
        try print(marquee, .header, loops: [], goal: "0.40")
        Swift.print("")
    }

    private static func print(
        _ marquee: ProcessPlan,
        _ framing: RequestStream.Framing,
        loops: [(name: String, plan: ProcessPlan)],
        goal: String
    ) throws {
        Swift.print("Pipelined ping, \(framing.rawValue) framing: messages a second (goal: \(goal) of cat's)")
        var rows: [(name: String, throughput: Throughput)] = [
            ("marquee", try Throughput(marquee, .pings(framing), count: manyMessages)),
            ("cat, the same requests back", try Throughput(Peers.cat, .pings(framing), count: manyMessages)),
        ]
        for loop in loops { rows.append((loop.name, try Throughput(loop.plan, .pings(framing), count: fewMessages))) }
        // In turn, so that a busy moment of the machine strikes all of them.
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
    /// `2.51`, of millions.
    var millions: String { (self / 1_000_000).hundredths }
    var hundredths: String { "\((self * 100).rounded() / 100)" }
}
