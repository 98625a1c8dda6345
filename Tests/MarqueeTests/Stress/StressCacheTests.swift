import JSON
import MarqueeTestKit
import Testing

@Suite("Stress: one cache for many processes", .enabled(if: StressRun.isWanted, StressRun.reason))
struct StressCacheTests {
    private static let processes = 20
    private static let duration = Duration.seconds(60)
    private static let questionsAtOnce = 30

    @Test("20 processes at a time on one cache for 60 s: no error, and each question reaches the source once")
    func once() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let source = try ScriptedServer()
            defer { source.stop() }
            source.on("/search", StressSource.answer.delayed(by: .milliseconds(30)))
            let file = try StressSource.write(origin: source.origin, cache: "cache: { ttl: 1h }", to: folder)
            let plan = try Program.plan(["--config", file, "--cache-dir", folder + "/cache"])
            let start = ContinuousClock.now
            let answered = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<Self.processes { group.addTask { try await Self.keepAsking(plan, since: start) } }
                return try await group.reduce(0, +)
            }
            let asked = source.log.requests.map(\.target)
            let twice = Dictionary(grouping: asked) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
            #expect(twice == [])
            #expect(Set(asked).count >= Self.questionsAtOnce)
            print("cache: \(answered) answers in \(Self.duration), \(Set(asked).count) questions, \(asked.count) calls")
        }
    }

    /// One process after the other until the time is over; gives the number of answers, all of which are good.
    private static func keepAsking(_ plan: ProcessPlan, since start: ContinuousClock.Instant) async throws -> Int {
        var count = 0
        while ContinuousClock.now - start < duration {
            // New questions come up while time goes by, for all processes at once.
            let newest = questionsAtOnce + Int((ContinuousClock.now - start) / .milliseconds(250))
            let questions = ((newest - questionsAtOnce)..<newest).shuffled()
            let lines = questions.map { Talk.request($0, "movies/search", #"{"query":"film \#($0)"}"#) + "\n" }
            let outcome = try await ProcessOutcome.of(plan, input: Array(lines.joined().utf8), upTo: .seconds(60))
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
            let answers = outcome.output.split(separator: UInt8(ascii: "\n"))
            #expect(answers.count == questions.count)
            for answer in answers {
                let status = try JSONDocument(Array(answer)).root["result"]?["sources"]?[0]?["status"]?.string
                #expect(status == "ok", "\(String(decoding: answer, as: UTF8.self))")
            }
            count += answers.count
        }
        return count
    }
}
