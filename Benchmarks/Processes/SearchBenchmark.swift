import JSON
import MarqueeTestKit

/// Pipelined searches per second for 20 films that two sources know, from a recording without a network.
enum SearchBenchmark {
    private static let rounds = 5
    private static let messages = 2_000

    static func print(binary: String) async throws {
        Swift.print(
            "movies/search, pipelined, from a recording: a second (goal: 1000)"
        )
        try await ProjectFiles.withTemporaryFolder { folder in
            try SearchRecording.write(to: folder)
            let plan = ProcessPlan(binary, ["--replay", folder], environment: ["HOME": "/nonexistent"])
            let stream = RequestStream(call: SearchRecording.call, framing: .line)
            Swift.print("  an answer: \(try await films(plan, stream))")
            let goal = BulkProcess.Goal.occurrences(of: "\n", count: messages - 1)
            var rates: [Double] = []
            for _ in 0..<rounds {
                let duration = try BulkProcess.with(plan) { process in
                    _ = try process.roundTrip(stream.bytes(1...1))
                    let start = ContinuousClock.now
                    try process.exchange(stream.bytes(2...messages), until: goal, upTo: .seconds(60))
                    return ContinuousClock.now - start
                }
                rates.append(Double(messages - 1) / (duration / .seconds(1)))
            }
            Swift.print("  marquee: \(Int(rates.sorted()[rates.count / 2]))\n")
        }
    }

    /// Returns the number of films in an answer, and of those merged from both sources, to show that the answer is
    /// complete.
    private static func films(_ plan: ProcessPlan, _ stream: RequestStream) async throws -> String {
        let outcome = try await ProcessOutcome.of(plan, input: stream.bytes(1...1))
        let films = try JSONDocument(outcome.output).root["result"]?["movies"]?.elements.map { $0 } ?? []
        let merged = films.count { $0["ids"]?["imdb"] != nil && $0["ids"]?["kofic"] != nil }
        return "\(films.count) films, \(merged) merged of two sources, \(outcome.output.count) bytes"
    }
}
