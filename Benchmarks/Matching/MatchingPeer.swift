import MarqueeTestKit

/// A well-known record linkage tool, if a Python that can import it is installed.
struct MatchingPeer {
    let name: String
    private let plan: ProcessPlan?

    init(_ name: String) async throws {
        self.name = name
        let script = ProjectFiles.root + "/Benchmarks/Matching/matching-peer.py"
        plan = try await Peers.python(importing: name, [script, name])
    }

    /// Returns the tool's score for two files of films, or the reason why there is none.
    func score(_ files: [String], gold: String, isPartial: Bool) async throws -> String {
        guard var plan else { return "not installed" }
        plan.arguments += files
        let outcome = try await ProcessOutcome.of(plan)
        guard outcome.status == .exited(0) else {
            return "failed: \(outcome.errors.suffix(200))"
        }
        let pairs = outcome.outputText.split(separator: "\n").map { $0.split(separator: "\t") }
        return "\(try PairScore(pairs.map { (String($0[0]), String($0[1])) }, gold: gold, isPartial: isPartial))"
    }
}
