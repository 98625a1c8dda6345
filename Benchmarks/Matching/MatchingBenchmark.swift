import MarqueeTestKit

/// The quality and the speed of matching, on films with known pairs if they are available and on generated films, each
/// next to a join of equal titles and years in the same run.
enum MatchingBenchmark {
    static func print(binary: String) async throws {
        try await MatchingQuality.print(binary: binary)
        try WeightFolds.print()
        try await MatchingSpeed.print(binary: binary)
        InteractiveMatching.print()
    }
}
