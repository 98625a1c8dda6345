import MarqueeTestKit

/// From the spawn of the process to its first answer, as an editor's user waits for it.
enum StartBenchmark {
    private static let rounds = 40
    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"

    static func print(binary: String) async throws {
        Swift.print("Spawn to first answer (goal: under 10 ms with the default configuration)")
        let home = ["HOME": "/nonexistent"]
        var plans = [
            ("marquee", ProcessPlan(binary, environment: home)),
            ("marquee --demo", ProcessPlan(binary, ["--demo"], environment: home)),
        ]
        plans += Peers.installed.map { ($0.name, $0.plan) }
        var reference: Duration?
        for (name, plan) in plans {
            let median = Median.of(try await durations(plan))
            let ratio = reference.map { "   marquee takes \(($0 / median * 100).rounded() / 100) of it" } ?? ""
            reference = reference ?? median
            Swift.print("  \(name): \(median.milliseconds)\(name.hasPrefix("marquee") ? "" : ratio)")
        }
        Swift.print("")
    }

    private static func durations(_ plan: ProcessPlan) async throws -> [Duration] {
        var durations: [Duration] = []
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            try await RunningProcess.withProcess(plan) { process in
                process.write(ping)
                _ = try await process.readLine()
                durations.append(ContinuousClock.now - start)
            }
        }
        return durations
    }
}
