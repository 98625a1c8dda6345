import JSON
import MarqueeTestKit
import Testing

@Suite("A source that accepts requests and does not answer, through several processes")
struct HangingSourceTests {
    @Test("After a call that waited in vain, other processes know, and wait a second only, until it answers")
    func known() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*") { request, _ in
                request.target.contains("answered") ? .json(FaultScene.films("bad", count: 1)) : .silence
            }
            try scene.configure(
                deadline: "60s",
                FaultScene.source("bad", at: server.origin, more: "timeout: 3s\nretry: { attempts: 1 }")
            )
            let start = ContinuousClock.now
            try await FaultTalk.with(scene) { talk in
                try await talk.expectStatus("timeout", searching: "first")
                try await talk.expectHealth("failing")
            }
            try await FaultTalk.with(scene) { talk in
                let health = try await talk.health("bad")
                #expect(health["status"]?.string == "failing", "\(health)")
                #expect(health["reason"]?.string?.contains("it has not answered since ") == true, "\(health)")
                #expect(health["lastFailure"]?["message"]?.string?.contains("did not answer") == true, "\(health)")
                let answer = try await talk.search("second")
                answer.expectHealthySource()
                #expect(answer.status("bad") == "timeout", "\(answer.whole)")
                // After a minute, on a busy machine, it waits in full again.
                if ContinuousClock.now - start < .seconds(50) {
                    let failure = answer.failure("bad")
                    let message = failure?["message"]?.string ?? ""
                    #expect(message.contains("bad has not answered since "), "\(answer.whole)")
                    #expect(message.contains("it was given 1 s this time"), "\(answer.whole)")
                    #expect((1...60).contains(failure?["retryAfterSeconds"]?.int ?? 0), "\(answer.whole)")
                    #expect(failure?["hint"]?.string != nil, "\(answer.whole)")
                }
                let next = try await talk.search("answered", whileStatusIs: "timeout")
                #expect(next.films("bad") == ["bad1"], "\(next.whole)")
                try await talk.expectHealth("ok")
            }
        }
    }
}
