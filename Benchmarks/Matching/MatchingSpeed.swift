import MarqueeTestKit
import MovieMatching
import Platform

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The films per second on generated films, from reading to printing pairs or merged films, and the processor time and
/// memory per film.
enum MatchingSpeed {
    /// The numbers of films: those in `MARQUEE_BENCH_FILMS`, such as `1000000,10000000`, or the usual ones.
    private static var sizes: [Int] {
        let named = ProjectFiles.environment("MARQUEE_BENCH_FILMS")?.split(separator: ",").compactMap { Int($0) } ?? []
        return named.isEmpty ? [10_000, 100_000, 1_000_000] : named
    }

    static func print(binary: String) async throws {
        Swift.print("Generated films of 8 sources, two of them in Hangul, end to end")
        var smaller: (count: Int, textBytes: Int, peaks: (all: Int, one: Int))?
        for count in sizes {
            try await ProjectFiles.withTemporaryFolder { folder in
                let files = try GeneratedFilms.write(count: count, to: folder)
                Swift.print("  \(count) films, compared with \(try comparisons(files.paths, count)) others each")
                let peaks = try await print("pairs", count, binary, files.paths)
                _ = try await print("merged films", count, binary, ["--clusters"] + files.paths)
                let start = ContinuousClock.now
                let joined = try ExactJoin.pairs(files.paths).count
                Swift.print("    exact join     \(rate(count, ContinuousClock.now - start)) a second, \(joined) pairs")
                if let smaller {
                    // The difference leaves out the memory that the program needs without any film.
                    let more = count - smaller.count
                    let all = (peaks.all - smaller.peaks.all) / more
                    let one = (peaks.one - smaller.peaks.one) / more
                    let texts = (files.textBytes - smaller.textBytes) / more
                    Swift.print("    each more film takes \(all) bytes, \(one) on one thread, \(texts) for its texts")
                }
                smaller = (count, files.textBytes, peaks)
            }
        }
        Swift.print("")
    }

    /// Measures `marquee match` with all processors and with one, and returns the peaks of their memory in bytes.
    private static func print(
        _ name: String,
        _ count: Int,
        _ binary: String,
        _ arguments: [String]
    ) async throws -> (all: Int, one: Int) {
        let all = try await MeasuredRun(binary, ["match"] + arguments)
        let one = try await MeasuredRun(binary, ["match", "--threads", "1"] + arguments)
        let padding = String(repeating: " ", count: 15 - name.count)
        Swift.print(
            "    \(name)\(padding)\(rate(count, all.duration)) a second, \(rate(count, one.duration)) on one thread: "
                + "\(tenths(one.processorTime * 1e6 / Double(count))) µs of processor time for a film, "
                + "\(all.peakBytes / 1_000_000) MB, "
                + "\(one.peakBytes / 1_000_000) MB on one thread"
        )
        return (all.peakBytes, one.peakBytes)
    }

    /// Returns the average number of full comparisons per film.
    private static func comparisons(_ files: [String], _ count: Int) throws -> String {
        var table = FilmTable(capacity: count)
        for file in files {
            let source = table.addSource(named: file)
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: file)))
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                try table.add(line: String(decoding: line, as: UTF8.self), source: source)
            }
        }
        let matching = Matcher(threads: Parallel.processors).match(table)
        return tenths(Double(matching.comparisons) / Double(count))
    }

    private static func rate(_ count: Int, _ duration: Duration) -> Int {
        Int(Double(count) / (duration / .seconds(1)))
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
