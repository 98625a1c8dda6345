import MarqueeTestKit
import Testing

/// When the long runs are played, and why not where they are not.
enum StressRun {
    static let isWanted = ProjectFiles.environment("MARQUEE_LONG") == "1"
    static let reason: Comment = "a long run: needs MARQUEE_LONG=1, as in `make stress`"

    static let nginx = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"]
        .first(where: ProjectFiles.isExecutable)
    static let needsNginx: Comment = "needs nginx (Debian: nginx-light)"

    /// Runs as many as there are plans side by side and gives what they wrote, in the order of the plans.
    static func outcomes(of plans: [ProcessPlan], input: [UInt8]) async throws -> [ProcessOutcome] {
        try await withThrowingTaskGroup(of: (Int, ProcessOutcome).self) { group in
            for (index, plan) in plans.enumerated() {
                group.addTask { (index, try await ProcessOutcome.of(plan, input: input, upTo: .seconds(60))) }
            }
            var outcomes: [(Int, ProcessOutcome)] = []
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
