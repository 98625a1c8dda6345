import MarqueeTestKit
import MovieProviders
import ProviderLanguage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cost of a user's own definitions: the first answer with eight providers, and a check of a hundred.
enum ConfigurationBenchmark {
    private static let rounds = 41
    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"

    static func print(binary: String) async throws {
        Swift.print("A user's own providers.yaml (goal: first answer with 8 under 15 ms)")
        try await ProjectFiles.withTemporaryFolder { folder in
            for count in [8, 100] {
                try MadeUpProviders.file(count: count)
                    .write(toFile: "\(folder)/\(count).yaml", atomically: true, encoding: .utf8)
            }
            let eight = ProcessPlan(binary, ["--config", folder + "/8.yaml"], environment: [:])
            Swift.print("  first answer with 8 providers: \(Median.of(try await answers(eight)).milliseconds)")
            let hundred = ProcessPlan(binary, ["check", folder + "/100.yaml"], environment: [:])
            Swift.print(
                "  check of 100 providers, from spawn to exit: \(Median.of(try await runs(hundred)).milliseconds)"
            )
        }
        Swift.print("  loading and checking them alone: \(try loading(count: 100).milliseconds) (goal: under 20 ms)")
        Swift.print("")
    }

    /// Returns the fastest of the rounds, without the start of a process; only the first round pays for initialization.
    private static func loading(count: Int) throws -> Duration {
        let bytes = Array(MadeUpProviders.file(count: count).utf8)
        var best = Duration.seconds(3_600)
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            let outcome = ConfigurationLoader.load(bytes: bytes, file: "providers.yaml", bundled: BundledDefinition.all)
            best = min(best, ContinuousClock.now - start)
            guard outcome.configuration?.providers.count == count else {
                throw FilmPage.Failure(description: "the made-up providers do not load")
            }
        }
        return best
    }

    private static func answers(_ plan: ProcessPlan) async throws -> [Duration] {
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

    private static func runs(_ plan: ProcessPlan) async throws -> [Duration] {
        var durations: [Duration] = []
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            _ = try await ProcessOutcome.of(plan, input: [])
            durations.append(ContinuousClock.now - start)
        }
        return durations
    }
}
