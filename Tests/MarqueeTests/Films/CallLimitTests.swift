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

    @Test("A call that is cancelled before its request is sent leaves its turn to the next one")
    func unsent() async throws {
        try await ScriptedServer.withFolder { good, folder in
            // Nothing can be sent over TLS to a server that reads nothing.
            let silent = try ScriptedServer(welcome: .ignore)
            defer { silent.stop() }
            let scene = FaultScene(folder: folder, good: good)
            good.on("*", .json(FaultScene.films("good", count: 2)))
            let origin = silent.origin.replacing("http:", with: "https:")
            let source = FaultScene.source("bad", at: origin, more: "limits: { rate: 1/600s }\ntimeout: 50s")
            try scene.configure(deadline: "60s", source.replacing("connect_timeout: 2s", with: "connect_timeout: 50s"))
            try await RunningProcess.withProcess(try Program.plan(scene.arguments, environment: FaultScene.environment))
            {
                process in
                for (id, query) in [(1, "first"), (2, "second")] {
                    process.send(Talk.request(id, "movies/search", #"{"query":"\#(query)","providers":["bad"]}"#))
                    #expect(await silent.waitForLog { $0.connectionCount == id })
                    process.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
                    let answer = try JSONDocument(try await process.readLine()).root
                    #expect(answer["error"]?["code"]?.int == -32_800, "\(answer)")
                }
            }
        }
    }

    @Test("A request that cannot be sent leaves its turn to the next host of the source")
    func nextHost() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(FaultScene.films("bad", count: 1)))
            let closed = try FaultyPlace.closedPort.make()
            defer { closed.stop() }
            try scene.configure(
                FaultScene.source("bad", at: closed.origin, server.origin, more: "limits: { rate: 1/600s }")
            )
            try await FaultTalk.with(scene) { talk in try await talk.expectStatus("ok", searching: "first") }
        }
    }

    @Test("All processes of a user together keep a source's rate")
    func processes() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(FaultScene.films("bad", count: 1)))
            try scene.configure(FaultScene.source("bad", at: server.origin, more: "limits: { rate: 2/600s }"))
            try await FaultTalk.with(scene) { talk in
                try await talk.expectStatus("ok", searching: "first")
                for (query, status) in [("second", "ok"), ("third", "rate_limited"), ("fourth", "rate_limited")] {
                    let call = ["call", "movies/search", "query=\(query)"] + scene.arguments
                    let outcome = try await Program.run(call, environment: FaultScene.environment)
                    let answer = FaultAnswer(try JSONDocument(outcome.output).root)
                    answer.expectHealthySource()
                    #expect(answer.status("bad") == status, "\(answer.whole)")
                }
                try await talk.expectStatus("rate_limited", searching: "fifth")
            }
            #expect(server.log.requests.count == 2)
        }
    }
}
