import JSON
import MarqueeTestKit
import Synchronization
import Testing

@Suite("Stress: a storm of failures, through the whole program")
struct StormStressTests {
    private static let isLong = ProjectFiles.environment("MARQUEE_LONG") == "1"

    @Test("U15: a storm costs few extra requests, opens the breaker, and one probe closes it", arguments: [500, 503])
    func storm(_ status: Int) async throws {
        let isStorm = Mutex(true)
        try await FaultScene.with { scene in
            let server = try ScriptedServer()
            defer { server.stop() }
            server.on("*") { _, _ in
                isStorm.withLock { $0 } ? .json("{}", status: status) : .json(FaultScene.films("bad", count: 1))
            }
            try scene.configure(
                FaultScene.source("bad", at: server.origin, more: "retry: { attempts: 3, backoff: 1ms..5ms }")
            )
            try await FaultTalk.with(scene) { talk in
                let calls = try await rage(&talk)
                let storm = server.log.requests.count
                #expect(storm <= calls * 12 / 10 + 3, "\(storm) requests for \(calls) calls")
                let health = try await talk.health("bad")
                #expect(health["status"]?.string == "down", "\(health)")
                let refused = try await talk.search("refused")
                #expect(refused.status("bad") == "circuit_open")
                #expect(server.log.requests.count == storm)

                isStorm.withLock { $0 = false }
                let pause = health["retryAfterSeconds"]?.int ?? 5
                try await Task.sleep(for: .seconds(pause + 1))
                try await talk.expectFilms(["bad1"], searching: "after the storm")
                #expect(server.log.requests.count == storm + 1)
                try await talk.expectHealth("ok")
            }
        }
    }

    /// Calls until the breaker is open, or for 60 seconds; gives how many calls that were.
    private func rage(_ talk: inout FaultTalk) async throws -> Int {
        let end = ContinuousClock.now + .seconds(60)
        var calls = 0
        while true {
            calls += 1
            let answer = try await talk.search("call \(calls)")
            answer.expectHealthySource()
            let isOpen = answer.status("bad") == "circuit_open"
            #expect(isOpen || answer.status("bad") == "error", "\(answer.whole)")
            if Self.isLong {
                guard ContinuousClock.now < end else { return calls }
                try await Task.sleep(for: .milliseconds(20))
            } else if isOpen || calls == 40 {
                return calls
            }
        }
    }
}
