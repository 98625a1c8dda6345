import MarqueeTestKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Films a second, end to end, on generated films of eleven sources: reading, matching, and printing merged films.
enum MatchingSpeed {
    static func print(binary: String) async throws {
        Swift.print("Generated films of 11 sources into clusters, end to end (goal: 100000 films a second, 300 MB)")
        for count in [10_000, 50_000, 160_000] {
            try await ProjectFiles.withTemporaryFolder { folder in
                let files = try GeneratedFilms.write(count: count, to: folder)
                let start = ContinuousClock.now
                let outcome = try await ProcessOutcome.of(ProcessPlan(binary, ["match", "--clusters"] + files))
                let duration = ContinuousClock.now - start
                let joinStart = ContinuousClock.now
                let joined = try ExactJoin.pairs(files).count
                let joinDuration = ContinuousClock.now - joinStart
                let clusters = outcome.output.count { $0 == UInt8(ascii: "\n") }
                Swift.print(
                    "  \(count): \(rate(count, duration)) a second, \(clusters) films; "
                        + "the exact join \(rate(count, joinDuration)) a second, \(joined) pairs"
                )
            }
        }
        Swift.print("")
    }

    private static func rate(_ count: Int, _ duration: Duration) -> Int {
        Int(Double(count) / (duration / .seconds(1)))
    }
}
