import MarqueeTestKit

/// How well and how fast films are matched: against known pairs where there are any, and on generated films, each beside a
/// join of equal titles and years in the same run.
enum MatchingBenchmark {
    static func print(binary: String) async throws {
        try await MatchingQuality.print(binary: binary)
        try await MatchingSpeed.print(binary: binary)
        InteractiveMatching.print()
    }
}
