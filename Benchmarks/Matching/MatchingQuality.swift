import JSON
import MarqueeTestKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Precision, recall, and F1 on films with known matches, which are not in this repository.
enum MatchingQuality {
    private static let folder = ProjectFiles.root + "/../shared/datasets"

    private struct Task {
        var name: String
        /// Whether all data except ids, titles, and years is removed first.
        var isBare = false
        /// Whether some of the existing pairs are unknown.
        var isPartial = false
        var goal: String
    }

    private static let tasks = [
        Task(name: "tmdb10k-imdb5k", goal: "F1 0.992"), Task(name: "tmdb10k-imdb5k", isBare: true, goal: "F1 0.982"),
        Task(name: "kobis-tmdb_ko", isPartial: true, goal: "F1 0.992"),
        Task(name: "tmdb_ko-tmdb10k", goal: "F1 0.75, precision 0.90"),
        Task(name: "tmdb_ko-tmdb10k", isBare: true, goal: "recall 0.20, precision 0.90"),
    ]

    static func print(binary: String) async throws {
        Swift.print("Films with known matches, and a join of equal titles and years beside it")
        guard FileManager.default.fileExists(atPath: folder) else {
            Swift.print("  there are none in \(folder)\n")
            return
        }
        let peers = [try await MatchingPeer("rapidfuzz"), try await MatchingPeer("splink")]
        for task in tasks {
            try await ProjectFiles.withTemporaryFolder { copies in
                let source = "\(folder)/\(task.name)"
                for file in ["a.ndjson", "b.ndjson"] {
                    let text = try String(contentsOfFile: "\(source)/\(file)", encoding: .utf8)
                    let lines = try text.split(separator: "\n").map { task.isBare ? try bare(String($0)) : String($0) }
                    let joined = lines.joined(separator: "\n")
                    try joined.write(toFile: "\(copies)/\(file)", atomically: true, encoding: .utf8)
                }
                let files = ["\(copies)/a.ndjson", "\(copies)/b.ndjson"]
                let gold = ["--gold", "\(source)/gold.tsv"] + (task.isPartial ? ["--partial-gold"] : [])
                let report = try await ProcessOutcome.of(ProcessPlan(binary, ["match"] + files + gold)).outputText
                    .split(separator: "\n").prefix { !$0.hasSuffix("the most certain first:") }
                let join = try PairScore(ExactJoin.pairs(files), gold: gold[1], isPartial: task.isPartial)
                Swift.print("  \(task.name)\(task.isBare ? ", title and year alone" : "") (goal: \(task.goal))")
                Swift.print("    marquee    \(report.joined(separator: "\n               "))\n    exact      \(join)")
                for peer in peers {
                    let score = try await peer.score(files, gold: gold[1], isPartial: task.isPartial)
                    Swift.print("    \(peer.name)\(String(repeating: " ", count: 11 - peer.name.count))\(score)")
                }
            }
        }
        Swift.print("")
    }

    private static func bare(_ line: String) throws -> String {
        let film = try JSONDocument(line).root
        var writer = JSONWriter()
        writer.object { writer in
            for name in ["id", "title", "year"] { writer.member(name, film[name]) }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
