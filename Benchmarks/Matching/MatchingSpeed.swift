import MarqueeTestKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Films a second, end to end, on generated films of eleven sources: reading, matching, and printing pairs or merged films.
enum MatchingSpeed {
    static func print(binary: String) async throws {
        Swift.print(
            "Generated films of 11 sources, two of them in Hangul, end to end, with all processors and with one"
        )
        for count in [10_000, 100_000, 1_000_000] {
            try await ProjectFiles.withTemporaryFolder { folder in
                let files = try GeneratedFilms.write(count: count, to: folder)
                let pairs = try await rate(count, binary, files)
                let one = try await rate(count, binary, files + ["--threads", "1"])
                let clusters = try await rate(count, binary, files + ["--clusters"])
                let start = ContinuousClock.now
                let joined = try ExactJoin.pairs(files).count
                let join = rate(count, ContinuousClock.now - start)
                Swift.print(
                    "  \(count): pairs \(pairs) a second, on one thread \(one), merged films \(clusters); "
                        + "the exact join \(join) a second, \(joined) pairs"
                )
            }
        }
        Swift.print("")
    }

    /// Films a second of one run of `marquee match`.
    private static func rate(_ count: Int, _ binary: String, _ arguments: [String]) async throws -> Int {
        let start = ContinuousClock.now
        _ = try await ProcessOutcome.of(ProcessPlan(binary, ["match"] + arguments), upTo: .seconds(900))
        return rate(count, ContinuousClock.now - start)
    }

    private static func rate(_ count: Int, _ duration: Duration) -> Int {
        Int(Double(count) / (duration / .seconds(1)))
    }
}
