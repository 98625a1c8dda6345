import JSON
import MarqueeTestKit
import Testing

@Suite("Stress: a source that answers 503 for a minute", .enabled(if: StressRun.isWanted, StressRun.reason))
struct StressStormTests {
    private static let duration = Duration.seconds(60)
    /// Calls under way at a time: as many as a source gets.
    private static let callers = 8

    @Test("U15: 60 s of 503 cost at most 20 % extra requests, the breaker opens, and closes when the storm is over")
    func storm() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let source = try ScriptedServer()
            defer { source.stop() }
            let start = ContinuousClock.now
            source.on("/search") { _, _ in
                ContinuousClock.now - start < Self.duration ? .reply(503) : StressSource.answer
            }
            let file = try StressSource.write(origin: source.origin, to: folder)
            let plan = try Program.plan(["--config", file, "--no-cache"])
            try await RunningProcess.withProcess(plan) { process in
                let calls = try await Self.ask(process, for: Self.duration, since: start)
                let requests = source.log.requests.map(\.target)
                let (first, extra) = (Set(requests).count, requests.count - Set(requests).count)
                #expect(first > 0)
                // The budget: a fifth of the traffic, and three to begin with.
                #expect(extra * 5 <= first + 15, "\(extra) extra to \(first)")
                let health = try await Self.health(process)
                print("storm: \(calls) calls, \(first) requests and \(extra) extra, then the source is \(health)")
                try await Self.waitUntilWell(process)
            }
        }
    }

    /// Keeps ``callers`` calls under way, every one with a question of its own; gives their number.
    private static func ask(
        _ process: RunningProcess,
        for duration: Duration,
        since start: ContinuousClock.Instant
    ) async throws -> Int {
        var next = 0
        func begin() {
            next += 1
            process.send(Talk.request(next, "movies/search", #"{"query":"film \#(next)"}"#))
        }
        for _ in 0..<callers { begin() }
        while ContinuousClock.now - start < duration {
            _ = try await process.readLine(upTo: .seconds(120))
            // A person's pace: what is refused at once would be asked for in a circle.
            try await Task.sleep(for: .milliseconds(5))
            begin()
        }
        for _ in 0..<callers { _ = try await process.readLine(upTo: .seconds(120)) }
        return next
    }

    private static func health(_ process: RunningProcess) async throws -> String {
        process.send(Talk.request(0, "providers/status"))
        let line = try await process.readLine(upTo: .seconds(120))
        let provider = try JSONDocument(Array(line.utf8)).root["result"]?["providers"]?[0]
        return "\(provider?["status"]?.string ?? line)"
    }

    /// A probe closes the breaker, some seconds after the storm.
    private static func waitUntilWell(_ process: RunningProcess) async throws {
        for id in 1_000_000..<1_000_040 {
            process.send(Talk.request(id, "movies/search", #"{"query":"after \#(id)"}"#))
            let line = try await process.readLine(upTo: .seconds(120))
            if line.contains(#""status":"ok""#) { return }
            try await Task.sleep(for: .milliseconds(500))
        }
        Issue.record("the source is well again and is not asked")
    }
}
