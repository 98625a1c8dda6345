import MarqueeTestKit

/// A program that prints measurements, and their ratios to peers measured in the same run.
///
/// `make bench` builds the release and runs it. It asserts nothing, because timings vary with the load of the machine.
@main
enum MarqueeBench {
    private static let all = [
        "json", "mapping", "start", "configuration", "throughput", "roundtrip", "search", "memory", "servers",
        "assistant", "fanout", "isolation", "known", "typing", "matching", "names",
    ]
    /// The benchmarks named as arguments, or all benchmarks.
    private static var chosen: [String] {
        let named = Array(CommandLine.arguments.dropFirst())
        return named.isEmpty ? all : named
    }

    static func main() async throws {
        if CommandLine.arguments.dropFirst().first == MeasuredRun.command {
            return try MeasuredRun.measure(Array(CommandLine.arguments.dropFirst(2)))
        }
        print("Marquee's benchmarks; medians unless said otherwise. Peers are measured in the same run.\n")
        guard let binary = ReleaseBinary.path else {
            print("The release is not built: `make build` first, or name it in MARQUEE_BINARY.")
            return
        }
        for benchmark in chosen {
            switch benchmark {
            case "json": try await JSONComparison.print()
            case "mapping": try await MappingBenchmark.print()
            case "start": try await StartBenchmark.print(binary: binary)
            case "configuration": try await ConfigurationBenchmark.print(binary: binary)
            case "throughput": try ThroughputBenchmark.print(binary: binary)
            case "roundtrip": try RoundTripBenchmark.print(binary: binary)
            case "search": try await SearchBenchmark.print(binary: binary)
            case "memory": try await MemoryBenchmark.print(binary: binary)
            case "servers": try await ServerBenchmark.print(binary: binary)
            case "assistant": try await AssistantBenchmark.print(binary: binary)
            case "fanout": try await FanOutBenchmark.print(binary: binary)
            case "isolation": try await IsolationBenchmark.print(binary: binary)
            case "known": try await KnownFilmsBenchmark.print(binary: binary)
            case "typing": try await TypingBenchmark.print(binary: binary)
            case "matching": try await MatchingBenchmark.print(binary: binary)
            case "names": NameReading.print()
            default: print("There is no benchmark \"\(benchmark)\"; there are \(all.joined(separator: ", ")).")
            }
        }
    }
}
