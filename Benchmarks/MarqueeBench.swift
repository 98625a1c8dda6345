import MarqueeTestKit

/// Prints what is fast and what is not, as figures and as ratios to a peer measured in the same run.
///
/// `make bench` builds the release and runs this. Nothing is asserted: a machine's mood is no failing test.
@main
enum MarqueeBench {
    static func main() async throws {
        print("Marquee's benchmarks; medians unless said otherwise. Peers are measured in the same run.\n")
        try await JSONComparison.print()
        guard let binary = ReleaseBinary.path else {
            print("The release is not built: `make build` first, or name it in MARQUEE_BINARY.")
            return
        }
        try await StartBenchmark.print(binary: binary)
        try await ConfigurationBenchmark.print(binary: binary)
        try await MemoryBenchmark.print(binary: binary)
        try await ThroughputBenchmark.print(binary: binary)
    }
}
