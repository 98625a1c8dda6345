import JSON
import MarqueeTestKit
import Synchronization
import Testing

@Suite("Cached answers, through the whole program")
struct CachedAnswerTests {
    /// Runs `body` with a source whose answers may be cached, and its server without answers yet.
    private func withSource(
        cache: String = "",
        more: String = "",
        _ body: (FaultScene, ScriptedServer) async throws -> Void
    ) async throws {
        try await FaultScene.withServer { scene, server in
            try scene.configure(FaultScene.source("bad", at: server.origin, more: more, cache: cache))
            try await body(scene, server)
        }
    }

    private static let one = FaultScene.films("bad", count: 1)
    private static let two = FaultScene.films("bad", count: 2)

    @Test("A fresh answer is not requested again, also in another process, except with --no-cache")
    func fresh() async throws {
        try await withSource(cache: "{ ttl: 1h }") { scene, server in
            server.on("*", .json(Self.one))
            try await FaultTalk.with(scene) { talk in
                #expect(try await talk.search("first").source("bad")?["fromCache"]?.bool == false)
                let kept = try await talk.search("first")
                #expect(kept.source("bad")?["fromCache"]?.bool == true)
                #expect(kept.films("bad") == ["bad1"])
            }
            try await FaultTalk.with(scene) { talk in
                let kept = try await talk.search("first")
                #expect(kept.source("bad")?["fromCache"]?.bool == true, "\(kept.whole)")
                #expect(kept.films("bad") == ["bad1"])
            }
            #expect(server.log.requests.count == 1)
            try await FaultTalk.with(scene, ["--no-cache"]) { talk in _ = try await talk.search("first") }
            #expect(server.log.requests.count == 2)
        }
    }

    @Test("An answer that its source confirms with 304 is not fetched again")
    func confirmed() async throws {
        try await withSource { scene, server in
            let headers = [("ETag", "\"a\""), ("Cache-Control", "max-age=0")]
            server.on("*") { request, _ in
                request.header("If-None-Match") == "\"a\""
                    ? .reply(304, headers: headers) : .json(Self.one, headers: headers)
            }
            try await FaultTalk.with(scene) { talk in
                for _ in 0..<2 {
                    let answer = try await talk.search("first")
                    #expect(answer.status("bad") == "ok")
                    #expect(answer.films("bad") == ["bad1"])
                }
                let counts = try #require(try await talk.health("bad")["cache"])
                #expect(counts["revalidations"]?.int == 1, "\(counts)")
            }
            #expect(server.log.requests.map { $0.header("If-None-Match") } == [nil, "\"a\""])
        }
    }

    @Test("A stale answer is given at once while a new one is fetched in the background")
    func staleWhileRevalidate() async throws {
        try await withSource(cache: "{ ttl: 1s, stale_while_revalidate: 1h }") { scene, server in
            server.on("*", .json(Self.one), .json(Self.two).delayed(by: .milliseconds(200)))
            try await FaultTalk.with(scene) { talk in
                let old = try await talk.search("first", whileStatusIs: "ok")
                #expect(old.status("bad") == "stale", "\(old.whole)")
                #expect(old.films("bad") == ["bad1"])
                #expect((old.source("bad")?["ageSeconds"]?.int ?? 0) >= 1)
                #expect(await server.waitForLog { $0.requests.count == 2 })
            }
            // The program may or may not finish its background fetch before it ends, so either status is right.
            try await FaultTalk.with(scene) { talk in
                let status = try await talk.search("first").status("bad")
                #expect(status == "ok" || status == "stale")
            }
        }
    }

    @Test("A stale answer is served while its source is down, also by a new process")
    func staleIfError() async throws {
        try await withSource(cache: "{ ttl: 1ms, stale_if_error: 1h }", more: "retry: { attempts: 1 }") {
            scene,
            server in
            server.on("*", .json(Self.one), .json("{}", status: 503))
            try await FaultTalk.with(scene) { talk in _ = try await talk.search("first") }
            try await FaultTalk.with(scene) { talk in
                let old = try await talk.search("first")
                #expect(old.status("bad") == "stale", "\(old.whole)")
                #expect(old.films("bad") == ["bad1"])
                #expect(old.failure("bad")?["kind"]?.string == "unavailable", "\(old.whole)")
                server.stop()
                let older = try await talk.search("first")
                #expect(older.status("bad") == "stale", "\(older.whole)")
                #expect(older.films("bad") == ["bad1"])
            }
        }
    }

    @Test("A part from an old answer is stale, with or without offers, and the failure names it; the film is fresh")
    func stalePart() async throws {
        let operations = """
                  lookup:
                    by: [bad]
                    get: "/films/${input.ids.bad}"
                    cache: { ttl: 1h }
                    rows: .
                    item: { ids: { bad: id }, title: { path: title, required: true } }
                  watch:
                    by: [bad]
                    get: "/films/${input.ids.bad}/watch"
                    cache: { ttl: 1ms, stale_if_error: 1h }
                    rows: .
                    item:
                      ids: { bad: id }
                      watch: { rows: offers, item: { region: region, stream: { rows: stream, item: { name: name } } } }
            """
        try await FaultScene.withServer { scene, server in
            let source = FaultScene.source("bad", at: server.origin, more: "retry: { attempts: 1 }")
            try scene.configure(source + "\n" + operations)
            for (id, offers) in [("1", #"{"region":"KR","stream":[{"name":"S"}]}"#), ("2", "")] {
                server.on(ScriptedRoute("/films/\(id)"), .json(#"{"id":"\#(id)","title":"T"}"#))
                server.on(
                    ScriptedRoute("/films/\(id)/watch"),
                    .json(#"{"id":"\#(id)","offers":[\#(offers)]}"#),
                    .json("{}", status: 503)
                )
            }
            for status in ["fresh", "stale"] {
                try await FaultTalk.with(scene) { talk in
                    for (id, fresh) in [("1", "ok"), ("2", "empty")] {
                        let params = #"{"id":"bad:\#(id)","include":["watch"]}"#
                        var answer = try await talk.result("movies/get", params)
                        // On a busy machine, the old answer may be given before the source has failed.
                        for _ in 0..<100 where status == "stale" && answer["parts"]?[0]?["error"] == nil {
                            answer = try await talk.result("movies/get", params)
                        }
                        let part = try #require(answer["parts"]?[0])
                        #expect(part["status"]?.string == (status == "fresh" ? fresh : "stale"), "\(answer)")
                        let report = answer["sources"]?.elements.first { $0["provider"]?.string == "bad" }
                        guard status == "stale" else { continue }
                        #expect(part["ageSeconds"]?.int != nil, "\(answer)")
                        #expect(part["error"]?["part"]?.string == "watch", "\(answer)")
                        #expect(report?["status"]?.string == "stale", "\(answer)")
                        #expect(report?["error"]?["part"]?.string == "watch", "\(answer)")
                    }
                }
            }
        }
    }

    @Test("A cached answer about another film, or none, says so, and another film's is requested anew")
    func otherFilm() async throws {
        let lookup = """
                  lookup:
                    by: [bad]
                    get: "/films/${input.ids.bad}"
                    cache: { ttl: 1h }
                    rows: .
                    item: { ids: { bad: id }, title: { path: title, required: true } }
            """
        try await FaultScene.with { scene in
            let server = try ScriptedServer()
            defer { server.stop() }
            try scene.configure(FaultScene.source("bad", at: server.origin) + "\n" + lookup)
            server.on("/films/1", .json(#"{"id":"2","title":"Another"}"#), .json(#"{"id":"1","title":"The One"}"#))
            server.on("/films/9", .json("{}", status: 404))
            try await FaultTalk.with(scene) { talk in
                let wrong = try await talk.answer("movies/get", #"{"id":"bad:1"}"#)
                #expect(wrong["error"]?["message"]?.string?.contains("bad:2 where bad:1 was asked for") == true)
                let right = try await talk.result("movies/get", #"{"id":"bad:1"}"#)
                #expect(right["movie"]?["title"]?.string == "The One")
                for isCached in [false, true] {
                    let none = try await talk.answer("movies/get", #"{"id":"bad:9"}"#)
                    let source = none["error"]?["data"]?["sources"]?.elements.first { $0["provider"]?.string == "bad" }
                    #expect(source?["status"]?.string == "empty", "\(none)")
                    #expect(source?["fromCache"]?.bool == (isCached ? true : nil))
                    // On a busy machine, the second answer may come a second later.
                    #expect((source?["ageSeconds"] != nil) == isCached)
                }
            }
            #expect(server.log.requests.count == 3)
        }
    }

    @Test("U31: An answer without a readable row is not cached and replaces no earlier one")
    func unreadable() async throws {
        let none = #"{"films":[{"id":"bad1","name":"renamed"},{"id":"bad2","name":"renamed"}]}"#
        try await withSource(cache: "{ ttl: 1h }") { scene, server in
            server.on("*", .json(none), .json(Self.one))
            try await FaultTalk.with(scene) { talk in
                let failed = try await talk.search("first")
                #expect(failed.failure("bad")?["kind"]?.string == "malformed", "\(failed.whole)")
                try await talk.expectFilms(["bad1"], searching: "first")
                try await talk.expectFilms(["bad1"], searching: "first")
                #expect(server.log.requests.count == 2)
            }
        }
        try await withSource(cache: "{ ttl: 1ms, stale_if_error: 1h }") { scene, server in
            server.on("*", .json(Self.one), .json(none))
            try await FaultTalk.with(scene) { talk in
                _ = try await talk.search("first")
                let old = try await talk.search("first")
                #expect(old.status("bad") == "stale", "\(old.whole)")
                #expect(old.films("bad") == ["bad1"])
            }
        }
    }

    @Test("U32: A stale answer is given before a slow source has used up the call's time")
    func patience() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(Self.one), .json(Self.two).delayed(by: .seconds(60)))
            let source = FaultScene.source(
                "bad",
                at: server.origin,
                more: "timeout: 30s",
                cache: "{ ttl: 1ms, stale_if_error: 1h }"
            )
            try scene.configure(deadline: "5s", source)
            try await FaultTalk.with(scene) { talk in
                try await talk.expectStatus("ok", searching: "first")
                // The call has five seconds and waits for half of them.
                let old = try await talk.search("first", whileStatusIs: "ok")
                old.expectHealthySource()
                #expect(old.status("bad") == "stale", "\(old.whole)")
                #expect(old.films("bad") == ["bad1"])
                #expect(server.log.requests.count == 2)
                try await talk.expectStatus("stale", searching: "first")
            }
        }
    }

    @Test("An empty answer is cached too")
    func negative() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json("{}", status: 404))
            let source = FaultScene.source("bad", at: server.origin, cache: "{ ttl: 1h }")
            try scene.configure(
                source.replacing(
                    "- { when: { status: 401 }, kind: auth, message: message }",
                    with: "- { when: { status: 404 }, kind: not_found }"
                )
            )
            try await FaultTalk.with(scene) { talk in
                for _ in 0..<3 {
                    let answer = try await talk.search("nobody")
                    answer.expectHealthySource()
                    #expect(answer.status("bad") == "empty", "\(answer.whole)")
                }
            }
            #expect(server.log.requests.count == 1)
        }
    }

    @Test("Failures are not cached")
    func failures() async throws {
        try await withSource(cache: "{ ttl: 1h }") { scene, server in
            server.on("*", .shortBody(declared: 500, sent: 40), .json("[1]"), .json(Self.one))
            try await FaultTalk.with(scene) { talk in
                try await talk.expectStatus("error", searching: "first")
                try await talk.expectStatus("error", searching: "first")
                try await talk.expectFilms(["bad1"], searching: "first")
            }
            #expect(server.log.requests.count == 3)
        }
    }

    @Test("U32: A slow answer that misses its deadline is cached for a later call")
    func late() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(Self.one).delayed(by: .seconds(2)))
            try scene.configure(deadline: "1500ms", FaultScene.source("bad", at: server.origin, cache: "{ ttl: 1h }"))
            try await FaultTalk.with(scene) { talk in
                let first = try await talk.search("first")
                first.expectHealthySource()
                #expect(first.status("bad") == "timeout", "\(first.whole)")
                let second = try await talk.search("first", whileStatusIs: "timeout")
                #expect(second.films("bad") == ["bad1"], "\(second.whole)")
            }
            #expect(server.log.requests.count == 1)
        }
    }

    @Test("The daily quota is counted across processes, and stale answers are served after its end")
    func quota() async throws {
        let limits = "limits: { quota: 3/day, quota_time_zone: Asia/Seoul }"
        try await withSource(cache: "{ ttl: 1ms, stale_if_error: 1h }", more: limits) { scene, server in
            server.on("*", .json(Self.one))
            try await FaultTalk.with(scene) { talk in
                for query in ["a", "b", "c"] { try await talk.expectStatus("ok", searching: query) }
                try await expectNoQuota(&talk)
            }
            try await FaultTalk.with(scene) { talk in
                try await expectNoQuota(&talk)
                let old = try await talk.search("a")
                #expect(old.status("bad") == "stale", "\(old.whole)")
                #expect(old.films("bad") == ["bad1"])
            }
            #expect(server.log.requests.count == 3)
        }
    }

    private func expectNoQuota(_ talk: inout FaultTalk) async throws {
        let answer = try await talk.search("d")
        answer.expectHealthySource()
        #expect(answer.status("bad") == "quota_exhausted", "\(answer.whole)")
        #expect(answer.failure("bad")?["kind"]?.string == "quota")
        let seconds = answer.failure("bad")?["retryAfterSeconds"]?.int ?? 0
        #expect((1...86_400).contains(seconds), "\(answer.whole)")
        let health = try await talk.health("bad")
        #expect(health["status"]?.string == "quota_exhausted")
        #expect(health["quota"]?["used"]?.int == 3)
        #expect(health["quota"]?["resetsAt"]?.string?.hasSuffix("15:00:00Z") == true, "\(health)")
    }

    @Test("The address that answers is remembered if another one fails")
    func failOver() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(Self.one))
            let dead = try ScriptedServer(welcome: .reset)
            defer { dead.stop() }
            try scene.configure(FaultScene.source("bad", at: dead.origin, server.origin))
            try await FaultTalk.with(scene) { talk in
                for query in ["first", "second", "third"] {
                    try await talk.expectFilms(["bad1"], searching: query)
                }
            }
            #expect(dead.log.connectionCount == 1)
            #expect(server.log.requests.count == 3)
        }
    }
}

@Suite("cache/watch, cache/changed, and cache/clear, through the program")
struct ChangeTests {
    /// Returns an answer that its own headers make stale on arrival.
    private static func answer(_ title: String) -> ScriptedAnswer {
        .json(
            #"{"results":[{"id":"1","name":"\#(title)"}]}"#,
            headers: [("Cache-Control", "max-age=0, stale-while-revalidate=600")]
        )
    }

    /// Talks to a program whose only source answers `/search` with these answers in turn.
    private static func talk(
        _ answers: [ScriptedAnswer],
        cache: String = "",
        _ body: @Sendable (ScriptedServer, RunningProcess) async throws -> Void
    ) async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/search") { _, use in answers[min(use, answers.count - 1)] }
            let file = try StressSource.write(origin: server.origin, cache: cache, to: folder)
            let plan = try Program.plan(["--config", file, "--trust", "--cache-dir", folder + "/cache"])
            try await RunningProcess.withProcess(plan) { try await body(server, $0) }
        }
    }

    private static let search = #"{"query":"harbour"}"#

    /// Returns the title and the status of the answer to a search.
    private static func searched(_ id: Int, _ process: RunningProcess) async throws -> String {
        process.send(Talk.request(id, "movies/search", search))
        let answer = try await process.readJSON()
        let result = answer["result"]
        let title = result?["movies"]?[0]?["title"]?.string ?? "\(answer)"
        return "\(title) \(result?["sources"]?[0]?["status"]?.string ?? "")"
    }

    @Test("A client that watches is told once when a stale answer has a newer one, and then gets that one")
    func told() async throws {
        try await Self.talk([Self.answer("The Old Harbour"), Self.answer("The New Harbour")]) { _, process in
            process.send(Talk.request(1, "cache/watch"))
            try await process.expectLine(#"{"jsonrpc":"2.0","result":{"enabled":true},"id":1}"#)
            #expect(try await Self.searched(2, process) == "The Old Harbour ok")
            // On a busy machine, the notification may be written before the answer.
            process.send(Talk.request(3, "movies/search", Self.search))
            let (one, other) = (try await process.readJSON(), try await process.readJSON())
            let (answer, news) = one["id"] == nil ? (other, one) : (one, other)
            #expect(answer["result"]?["movies"]?[0]?["title"]?.string == "The Old Harbour", "\(answer)")
            #expect(answer["result"]?["sources"]?[0]?["status"]?.string == "stale", "\(answer)")
            #expect(news["method"]?.string == "cache/changed" && news["params"]?["provider"]?.string == "shelf")
            #expect(try await Self.searched(4, process) == "The New Harbour stale")
            process.closeInput()
            // The background fetch after the last call gets the same answer, so no notification follows.
            #expect(try await process.readToEnd() == [])
        }
    }

    @Test(
        "Clients that never watched, or stopped watching, are not notified",
        arguments: [[], ["{}", #"{"enabled":false}"#]]
    )
    func untold(watches: [String]) async throws {
        try await Self.talk([Self.answer("The Old Harbour"), Self.answer("The New Harbour")]) { server, process in
            for (index, params) in watches.enumerated() {
                process.send(Talk.request(10 + index, "cache/watch", params))
                _ = try await process.readLine()
            }
            #expect(try await Self.searched(1, process) == "The Old Harbour ok")
            #expect(try await Self.searched(2, process) == "The Old Harbour stale")
            #expect(await server.waitForLog { $0.requests.count == 2 })
            process.closeInput()
            #expect(try await process.readToEnd() == [])
        }
    }

    @Test("`cache/watch` rejects a value that is not a Boolean and an unknown parameter")
    func wrongParameters() async throws {
        let answers = try await Program.answers(
            ["--demo"],
            [
                Talk.request(1, "cache/watch", #"{"enabled":"yes"}"#),
                Talk.request(2, "cache/watch", #"{"enable":true}"#),
            ]
        )
        #expect(answers[1]?["error"]?["data"]?["field"]?.string == "enabled")
        #expect(answers[2]?["error"]?["data"]?["field"]?.string == "enable")
    }

    @Test("`cache/clear` also drops answers in memory, so the next call asks the source")
    func clear() async throws {
        let answers = [
            ScriptedAnswer.json(#"{"results":[{"id":"1","name":"The Old Harbour"}]}"#),
            ScriptedAnswer.json(#"{"results":[{"id":"1","name":"The New Harbour"}]}"#),
        ]
        try await Self.talk(answers, cache: "cache: { ttl: 1h }") { server, process in
            #expect(try await Self.searched(1, process) == "The Old Harbour ok")
            #expect(try await Self.searched(2, process) == "The Old Harbour ok")
            #expect(server.log.requests.count == 1)
            process.send(Talk.request(3, "cache/clear"))
            _ = try await process.readLine()
            #expect(try await Self.searched(4, process) == "The New Harbour ok")
            #expect(server.log.requests.count == 2)
        }
    }
}
