import JSON
import MarqueeTestKit
import Testing

@Suite("Limits of a call: the client's timeout and the sources' rates")
struct CallLimitTests {
    @Test("`timeout` ends a call with the answers so far, or with a timeout error if there are none")
    func timeout() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(FaultScene.films("bad", count: 1)).delayed(by: .seconds(30)))
            try scene.configure(FaultScene.source("bad", at: server.origin, more: "timeout: 40s"))
            try await FaultTalk.with(scene) { talk in
                let result = try await talk.result("movies/search", #"{"query":"film","timeout":2.5}"#)
                let answer = FaultAnswer(result)
                answer.expectHealthySource()
                #expect(answer.status("bad") == "timeout", "\(answer.whole)")
                let alone = try await talk.answer(
                    "movies/search",
                    #"{"query":"film","providers":["bad"],"timeout":0.2}"#
                )
                #expect(alone["error"]?["data"]?["kind"]?.string == "timeout", "\(alone)")
                let refused = try await talk.answer("movies/search", #"{"query":"film","timeout":0}"#)
                #expect(refused["error"]?["data"]?["field"]?.string == "timeout", "\(refused)")
                let none = try await talk.answer("history/list", #"{"timeout":1}"#)
                #expect(none["error"]?["code"]?.int == -32_602, "\(none)")
            }
        }
    }

    @Test("A source at its rate limit reports it if other sources can answer")
    func rate() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(FaultScene.films("bad", count: 1)))
            try scene.configure(
                deadline: "60s",
                FaultScene.source(
                    "bad",
                    at: server.origin,
                    more: "limits: { rate: 1/600s }\ntimeout: 50s",
                    cache: "{ ttl: 1h }"
                )
            )
            try await FaultTalk.with(scene) { talk in
                try await talk.expectStatus("ok", searching: "first")
                let second = try await talk.search("second")
                second.expectHealthySource()
                #expect(second.status("bad") == "rate_limited", "\(second.whole)")
                #expect(second.failure("bad")?["retryAfterSeconds"]?.int ?? 0 > 0, "\(second.whole)")
                // The call doesn't wait for the source alone either, because its turn comes too late.
                let alone = try await talk.answer("movies/search", #"{"query":"third","providers":["bad"]}"#)
                #expect(alone["error"]?["data"]?["kind"]?.string == "rate_limited", "\(alone)")
                // A cached answer doesn't count against the rate.
                try await talk.expectStatus("ok", searching: "first")
                #expect(server.log.requests.count == 1)
            }
        }
    }

    @Test("A call to only one source waits until its rate has room")
    func aloneAtItsRate() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(FaultScene.films("bad", count: 1)))
            try scene.configure(
                deadline: "60s",
                FaultScene.source("bad", at: server.origin, more: "limits: { rate: 1/1s }\ntimeout: 50s")
            )
            try await FaultTalk.with(scene) { talk in
                for query in ["first", "second", "third"] {
                    let params = #"{"query":"\#(query)","providers":["bad"]}"#
                    let answer = FaultAnswer(try await talk.result("movies/search", params))
                    #expect(answer.status("bad") == "ok", "\(answer.whole)")
                }
                #expect(server.log.requests.count == 3)
            }
        }
    }
}
