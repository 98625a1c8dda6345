import MarqueeTestKit

/// The time from spawning the process to its first answer, for which the user of an editor waits.
enum StartBenchmark {
    private static let rounds = 40

    static func print(binary: String) async throws {
        Swift.print("Spawn to first answer (goal with eight providers: 15 ms)")
        try await ProjectFiles.withTemporaryFolder { folder in
            let eight = try EightProviders.write(to: folder)
            let home = ["HOME": "/nonexistent"]
            let own = [
                ("marquee, eight providers", ProcessPlan(binary, ["--config", eight], environment: home)),
                ("marquee", ProcessPlan(binary, environment: home)),
                ("marquee --demo", ProcessPlan(binary, ["--demo"], environment: home)),
            ]
            try print(own + Peers.installed.map { ($0.name, $0.plan) }, ownCount: own.count)
        }
        Swift.print("")
    }

    private static func print(_ plans: [(String, ProcessPlan)], ownCount: Int) throws {
        var durations = [[Duration]](repeating: [], count: plans.count)
        for _ in 0..<rounds {
            for (index, plan) in plans.enumerated() { durations[index].append(try firstAnswer(plan.1)) }
        }
        let reference = Median.of(durations[0])
        for (index, plan) in plans.enumerated() {
            let median = Median.of(durations[index])
            let ratio =
                index < ownCount ? "" : "   with eight providers marquee takes \((reference / median).hundredths) of it"
            Swift.print("  \(plan.0): \(median.milliseconds)\(ratio)")
        }
    }

    private static func firstAnswer(_ plan: ProcessPlan) throws -> Duration {
        let start = ContinuousClock.now
        return try BulkProcess.with(plan) { process in
            _ = try process.roundTrip(RequestStream.pings(.line).bytes(1...1))
            return ContinuousClock.now - start
        }
    }
}
