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

    @Test("A command whose time is shorter than that of the source notes that it does not answer, for the next one")
    func shortCommands() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .silence)
            try scene.configure(deadline: "4s", FaultScene.source("bad", at: server.origin, more: "timeout: 20s"))
            let start = ContinuousClock.now
            let arguments = scene.arguments
            func search(_ query: String) async throws -> JSONElement {
                let outcome = try await Program.run(
                    ["call", "movies/search", "query=\(query)"] + arguments,
                    environment: FaultScene.environment
                )
                #expect(outcome.status == .exited(0), "\(outcome.errors)")
                let sources = try JSONDocument(outcome.output).root["sources"]
                return try #require(sources?.elements.first { $0["provider"]?.string == "bad" }?["error"])
            }
            _ = try await search("first")
            let outcome = try await Program.run(
                ["call", "providers/status"] + arguments,
                environment: FaultScene.environment
            )
            let providers = try JSONDocument(outcome.output).root["providers"]
            let health = try #require(providers?.elements.first { $0["id"]?.string == "bad" })
            #expect(health["status"]?.string == "failing", "\(health)")
            #expect(health["lastFailure"]?["message"]?.string?.contains("did not answer within") == true, "\(health)")
            #expect(health["week"]?["requests"]?["failed"]?.int == 1, "\(health)")
            let table = try await Program.run(
                ["providers", "--format", "table"] + arguments,
                environment: FaultScene.environment
            )
            #expect(table.outputText.contains("since "), "\(table.outputText)")
            #expect(table.outputText.contains(" did not answer within "), "\(table.outputText)")
            #expect(table.outputText.contains("count the last seven days"), "\(table.outputText)")
            let second = try await search("second")
            if ContinuousClock.now - start < .seconds(50) {
                #expect(second["message"]?.string?.contains("bad has not answered since ") == true, "\(second)")
            }
        }
    }

    @Test("A terminal names only the source that is late, and shows what the others have, without waiting to the end")
    func terminal() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .silence)
            try scene.configure(deadline: "600s", FaultScene.source("bad", at: server.origin, more: "timeout: 500s"))
            let terminal = try PseudoTerminal(columns: 100)
            var plan = try Program.plan(
                ["search", "film", "--format", "table"] + scene.arguments,
                environment: FaultScene.environment.merging(["TERM": "xterm"]) { $1 }
            )
            plan.errors = .file(terminal.path)
            let (text, status) = try await terminal.screen(of: plan)
            #expect(status == .exited(0))
            #expect(text.contains("waiting for bad, 1 s …"), "\(text)")
            #expect(!text.contains("good"), "\(text)")
            #expect(text.contains("bad is late; --timeout 600 waits longer"), "\(text)")
        }
    }

    @Test("A terminal names only the source that is late, too, while a title is looked for")
    func title() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(FaultScene.films("bad", count: 1)).delayed(by: .seconds(3)))
            try scene.configure(FaultScene.source("bad", at: server.origin, more: "timeout: 30s"))
            let terminal = try PseudoTerminal(columns: 100)
            var plan = try Program.plan(
                ["movie", "bad film number 1"] + scene.arguments,
                environment: FaultScene.environment.merging(["TERM": "xterm"]) { $1 }
            )
            plan.errors = .file(terminal.path)
            let text = try await terminal.screen(of: plan).text
            #expect(text.contains("waiting for bad, 1 s …"), "\(text)")
            #expect(!text.contains("asking ") && !text.contains("waiting for good"), "\(text)")
        }
    }
}
