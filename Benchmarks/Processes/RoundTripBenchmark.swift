import MarqueeTestKit

/// One request at a time: the time from writing a ping to the end of its answer.
enum RoundTripBenchmark {
    private static let rounds = 5
    private static let tripsARound = 4_000

    static func print(binary: String) throws {
        Swift.print("One ping at a time, newline framing: median (goal: at most 3 times cat's)")
        let marquee = ("marquee", ProcessPlan(binary, environment: ["HOME": "/nonexistent"]))
        let plans = [marquee] + Peers.installed.map { ($0.name, $0.plan) }
        var medians = [[Duration]](repeating: [], count: plans.count)
        for _ in 0..<rounds {
            for (index, plan) in plans.enumerated() { medians[index].append(try median(plan.1)) }
        }
        let own = Median.of(medians[0])
        for (plan, median) in zip(plans, medians.map(Median.of)) {
            let ratio = plan.0 == "marquee" ? "" : "   marquee takes \((own / median).hundredths) of it"
            Swift.print("  \(plan.0): \((median / .microseconds(1)).hundredths) µs\(ratio)")
        }
        Swift.print("")
    }

    private static func median(_ plan: ProcessPlan) throws -> Duration {
        let stream = RequestStream.pings(.line)
        return try BulkProcess.with(plan) { process in
            _ = try process.roundTrip(stream.bytes(1...1))
            return Median.of(try (2...tripsARound).map { try process.roundTrip(stream.bytes($0...$0)) })
        }
    }
}
