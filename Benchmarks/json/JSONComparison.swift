import JSON
import MarqueeTestKit

/// A comparison of reading and writing JSON here and in Node, with the same texts in the same run.
enum JSONComparison {
    private static let samples = ["tmdb/movie-credits.json", "kofic/movieinfo-20124079.json"]

    static func print() async throws {
        Swift.print("JSON, MB/s (best of seven rounds); the ratio is to Node's parse of a string or its stringify")
        for file in files {
            let name = String(file.split(separator: "/").last ?? "")
            let bytes = try ProjectFiles.read(file)
            let node = try await nodeFigures(file)
            for row in try JSONBenchmark.rows(file: name, bytes: bytes) {
                let peer = node[row.name.hasPrefix("read") ? "parse a string" : "stringify"]
                let ratio = peer.map { "   \(rounded(row.megabytesPerSecond / $0)) times Node" } ?? ""
                Swift.print("  \(name)  \(row.name): \(Int(row.megabytesPerSecond))\(ratio)")
            }
            for (name, figure) in node.sorted(by: { $0.key < $1.key }) {
                Swift.print("    Node, \(name): \(Int(figure))")
            }
        }
        printLongTexts()
        Swift.print("")
    }

    /// Prints the speed of writing one text by its length, which hardly depends on it, and by what is escaped in it.
    private static func printLongTexts() {
        Swift.print("  Writing one text, MB/s by its length")
        for (name, piece) in [("plain", "plain text"), ("quotes", "\""), ("lines", "a line of twenty-eight bytes\n")] {
            let rows = [10_000, 100_000, 1_000_000, 10_000_000].map { bytes in
                let text = String(repeating: piece, count: bytes / piece.utf8.count)
                return "\(bytes / 1_000) kB: \(Int(JSONBenchmark.megabytesPerSecond(writing: text)))"
            }
            Swift.print("  \(name)  \(rows.joined(separator: ", "))")
        }
    }

    /// The recorded answers if they are available, otherwise the recording of the demo.
    private static var files: [String] {
        guard let folder = ProjectFiles.samples else {
            return [ProjectFiles.root + "/Sources/BundledFiles/Files/demo.json"]
        }
        return samples.map { folder + "/" + $0 }
    }

    private static func nodeFigures(_ file: String) async throws -> [String: Double] {
        guard Peers.installed.contains(where: { $0.name == "a Node loop" }) else { return [:] }
        let script = ProjectFiles.root + "/Benchmarks/json/node-json.mjs"
        let path = ["PATH": ProjectFiles.environment("PATH") ?? ""]
        let plan = ProcessPlan("/usr/bin/env", ["node", script, "--json", file], environment: path)
        let rows = try JSONDocument(try await ProcessOutcome.of(plan).output).root.elements
        let figures = rows.compactMap { row in
            row["name"]?.string.flatMap { name in row["megabytesPerSecond"]?.double.map { (name, $0) } }
        }
        return Dictionary(figures, uniquingKeysWith: { first, _ in first })
    }

    private static func rounded(_ ratio: Double) -> Double { (ratio * 100).rounded() / 100 }
}
