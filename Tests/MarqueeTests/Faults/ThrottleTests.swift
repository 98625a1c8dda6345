import JSON
import MarqueeTestKit
import Synchronization
import Testing

@Suite("Throttling and refusals by a source, through the whole program")
struct ThrottleTests {
    /// The `Retry-After` of a 429, and the range of seconds that a call reports.
    struct RequestedFilter: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var retryAfter: String?
        var seconds: ClosedRange<Int>
    }

    /// Pauses are lengthened by up to a tenth, so that not all processes return at once.
    private static let wishes = [
        RequestedFilter(testDescription: "U14 in seconds", retryAfter: "600", seconds: 300...660),
        RequestedFilter(
            testDescription: "U14 a date",
            retryAfter: "Fri, 01 Jan 2100 00:00:00 GMT",
            seconds: 3_000...3_600
        ),
        RequestedFilter(testDescription: "U14 a year", retryAfter: "31536000", seconds: 3_000...3_600),
        RequestedFilter(
            testDescription: "U14 more than a number holds",
            retryAfter: "99999999999999999999",
            seconds: 3_000...3_600
        ),
        RequestedFilter(testDescription: "U14 nothing", retryAfter: nil, seconds: 0...11),
        RequestedFilter(testDescription: "U14 garbage", retryAfter: "a while", seconds: 1...66),
        RequestedFilter(testDescription: "U14 less than nothing", retryAfter: "-5", seconds: 1...66),
    ]

    @Test("U14: A 429 pauses the source up to a cap, and the source is not asked meanwhile", arguments: wishes)
    func pause(_ wish: RequestedFilter) async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json("{}", status: 429, headers: wish.retryAfter.map { [("Retry-After", $0)] } ?? []))
            try scene.configure(FaultScene.source("bad", at: server.origin))
            try await FaultTalk.with(scene) { talk in
                for query in ["first", "second", "third"] {
                    let answer = try await talk.search(query)
                    answer.expectHealthySource()
                    #expect(answer.status("bad") == "rate_limited", "\(answer.whole)")
                    #expect(answer.failure("bad")?["kind"]?.string == "rate_limited")
                    let seconds = answer.failure("bad")?["retryAfterSeconds"]?.int ?? 0
                    #expect(wish.seconds.contains(seconds), "\(answer.whole)")
                }
                // On a busy machine the shortest pause may already be over.
                guard wish.seconds.lowerBound > 0 else { return }
                #expect(server.log.requests.count == 1)
                try await talk.expectHealth("paused")
            }
        }
    }

    @Test("U14: A time in the past gives a short pause, after which the source is asked again")
    func past() async throws {
        try await FaultScene.withServer { scene, server in
            let past = [("Retry-After", "Sat, 01 Jan 2000 00:00:00 GMT")]
            server.on("*", .json("{}", status: 429, headers: past), .json(FaultScene.films("bad", count: 1)))
            try scene.configure(FaultScene.source("bad", at: server.origin))
            try await FaultTalk.with(scene) { talk in
                try await talk.expectStatus("rate_limited", searching: "first")
                let answer = try await talk.search("second", whileStatusIs: "rate_limited")
                #expect(answer.films("bad") == ["bad1"], "\(answer.whole)")
                #expect(server.log.requests.count == 2)
            }
        }
    }

    /// A failure that asks for a pause, and the statuses of the first call, of those after it, and of the source.
    struct AskedPause: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var rule: String?
        var status = 200
        var header: String?
        var statuses: (first: String, next: String, health: String)
        var seconds: ClosedRange<Int>
    }

    private static let askedPauses = [
        AskedPause(
            testDescription: "U44 a quota, by a rule",
            rule: "kind: quota, retry_after: 30m",
            statuses: ("quota_exhausted", "quota_exhausted", "quota_exhausted"),
            seconds: 1_700...2_000
        ),
        AskedPause(
            testDescription: "U44 a quota that does not say for how long",
            rule: "kind: quota",
            statuses: ("quota_exhausted", "quota_exhausted", "quota_exhausted"),
            seconds: 3_500...3_600
        ),
        AskedPause(
            testDescription: "U44 maintenance, by a rule",
            rule: "kind: unavailable, retry_after: 1h",
            statuses: ("error", "circuit_open", "paused"),
            seconds: 3_500...3_600
        ),
        AskedPause(
            testDescription: "U44 503 with Retry-After",
            status: 503,
            header: "600",
            statuses: ("error", "circuit_open", "paused"),
            seconds: 500...600
        ),
    ]

    @Test("U44: A pause is kept until it is over, or the definitions are reloaded", arguments: askedPauses)
    func askedPause(_ pause: AskedPause) async throws {
        try await FaultScene.withServer { scene, server in
            let headers = pause.header.map { [("Retry-After", $0)] } ?? []
            server.on("*", .json(#"{"fault":"later"}"#, status: pause.status, headers: headers))
            let rule = pause.rule.map { "      - { when: { path: fault, exists: true }, \($0) }\n" } ?? ""
            let source = FaultScene.source("bad", at: server.origin)
            try scene.configure(source.replacing("    errors:\n", with: "    errors:\n" + rule))
            try await FaultTalk.with(scene) { talk in
                for (query, status) in [("a", pause.statuses.first), ("b", pause.statuses.next)] {
                    let answer = try await talk.search(query)
                    answer.expectHealthySource()
                    #expect(answer.status("bad") == status, "\(answer.whole)")
                    let seconds = answer.failure("bad")?["retryAfterSeconds"]?.int ?? 0
                    #expect(pause.seconds.contains(seconds), "\(answer.whole)")
                }
                try await talk.expectHealth(pause.statuses.health)
                #expect(server.log.requests.count == 1)
                _ = try await talk.result("providers/reload")
                try await talk.expectStatus(pause.statuses.first, searching: "c")
                #expect(server.log.requests.count == 2)
            }
        }
    }

    @Test("U16: 401 and 403 name the key's variable, and not the key", arguments: [401, 403])
    func refusedKey(_ status: Int) async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*", .json(FaultScene.echo, status: status))
            try scene.configure(FaultScene.source("bad", at: server.origin))
            try await FaultTalk.with(scene) { talk in
                let answer = try await talk.search("first")
                let failure = try #require(answer.failure("bad"))
                #expect("\(failure)".contains("BAD_KEY"), "\(failure)")
                #expect(failure["kind"]?.string == "auth")
                #expect(failure["retryable"]?.bool == false)
                #expect(server.log.requests.count == 1)
                #expect(server.log.holds("head1token"))
            }
        }
    }

    @Test("U19: A key never follows a redirect to another host", arguments: [301, 302, 307])
    func otherHost(_ status: Int) async throws {
        try await FaultScene.with { scene in
            let (server, other) = (try ScriptedServer(), try ScriptedServer())
            defer {
                server.stop()
                other.stop()
            }
            server.on("*", .redirect(to: other.origin + "/films", status: status))
            try scene.configure(FaultScene.source("bad", at: server.origin))
            try await FaultTalk.with(scene) { talk in
                let answer = try await talk.search("first")
                answer.expectHealthySource()
                #expect(answer.failure("bad")?["kind"]?.string == "unavailable", "\(answer.whole)")
            }
            #expect(server.log.requests.count == 1)
            #expect(server.log.holds("head1token"))
            #expect(other.log.bytes.isEmpty)
        }
    }

    @Test("U33: A kept connection that closes on reuse does not affect the answer")
    func closedOnReuse() async throws {
        try await FaultScene.withServer { scene, server in
            let films = FaultScene.films("bad", count: 1)
            server.on("*", ScriptedAnswer.json(films).then(.closeOnReuse), .json(films))
            try scene.configure(FaultScene.source("bad", at: server.origin, more: "retry: { attempts: 1 }"))
            try await FaultTalk.with(scene) { talk in
                for query in ["first", "second", "third"] {
                    try await talk.expectFilms(["bad1"], searching: query)
                }
            }
            #expect(server.log.requests.count == 4)
            #expect(server.log.connectionCount == 2)
        }
    }
}

@Suite("Daily quota of 20 calls for a source like KOFIC, through the program")
struct QuotaTests {
    private static let limit = 20
    private static let daily = "/boxoffice/searchDailyBoxOfficeList.json"
    private static let lookup = "/movie/searchMovieInfo.json"
    private static let search = "/movie/searchMovieList.json"

    /// Talks to a program whose KOFIC allows 20 calls a day and whose daily box offices are stale at once.
    private static func talk(_ body: @Sendable (FilmServer, RunningProcess) async throws -> Void) async throws {
        try await ScriptedServer.withFolder { server, folder in
            let films = FilmServer(server: server)
            films.onKOFIC(daily, [:], try FilmServer.fixture("kofic/daily.json"))
            server.on(ScriptedRoute(FilmServer.kofic + lookup)) { request, _ in film(request) }
            films.onKOFIC(search, [:], try FilmServer.fixture("kofic/list.json"))
            let definition = """
                version: 1
                providers:
                  - id: kofic
                    extends: kofic
                    base_url: "\(server.origin)\(FilmServer.kofic)"
                    limits: { quota: \(limit)/day }
                    operations:
                      daily_box_office: { cache: { ttl: 1ms, stale_if_error: 7d, settled_after: 36500d } }
                """
            try ProjectFiles.write(definition, to: folder + "/providers.yaml")
            let plan = try Program.plan(
                ["--config", folder + "/providers.yaml", "--trust", "--cache-dir", folder + "/cache"],
                environment: FilmServer.environment
            )
            try await RunningProcess.withProcess(plan) { try await body(films, $0) }
        }
    }

    /// Returns the requested film.
    private static func film(_ request: ReceivedRequest) -> ScriptedAnswer {
        let code = request.query.first { $0.name == "movieCd" }?.value ?? ""
        return .json(#"{"movieInfoResult":{"movieInfo":{"movieCd":"\#(code)","movieNm":"종이 등대"}}}"#)
    }

    /// Asks for the box office of a day and returns the report of its source.
    private static func box(_ process: RunningProcess, day: Int, enrich: Bool = false) async throws -> JSONElement? {
        let date = "2024-03-\(day < 10 ? "0" : "")\(day)"
        let answer = try await process.answer("boxOffice/daily", #"{"date":"\#(date)","enrich":\#(enrich)}"#)
        return answer["result"]?["sources"]?[0] ?? answer["error"]
    }

    private static func count(_ films: FilmServer, _ path: String) -> Int {
        films.server.log.requests.count { $0.path == FilmServer.kofic + path }
    }

    @Test("Enrichment stops at half the quota; after its end, a call says when to retry or gets a stale answer")
    func order() async throws {
        try await Self.talk { films, process in
            // Each day costs a call and five films, and the tenth call is the last that may enrich.
            for day in 1...3 {
                let source = try await Self.box(process, day: day, enrich: true)
                #expect(source?["status"]?.string == "ok", "\(String(describing: source))")
            }
            let enriching = Self.count(films, Self.lookup) + Self.count(films, Self.search)
            #expect(Self.count(films, Self.daily) == 3)
            #expect(enriching + 3 <= 11, "no enrichment beyond the tenth call: \(enriching)")

            let rest = Self.limit - films.server.log.requests.count
            #expect(rest >= 9)
            for day in 4..<(4 + rest) {
                #expect(try await Self.box(process, day: day)?["status"]?.string == "ok")
            }
            #expect(films.server.log.requests.count == Self.limit)

            let refused = try await Self.box(process, day: 28)
            #expect(refused?["data"]?["kind"]?.string == "quota", "\(String(describing: refused))")
            let seconds = try #require(refused?["data"]?["retryAfterSeconds"]?.int)
            #expect((1...86_400).contains(seconds))
            #expect(refused?["data"]?["sources"]?[0]?["status"]?.string == "quota_exhausted")
            #expect(try await Self.box(process, day: 1)?["status"]?.string == "stale")

            let status = try await process.answer("providers/status", #"{"provider":"kofic"}"#)
            let quota = status["result"]?["providers"]?[0]?["quota"]
            #expect(quota?["used"]?.int == Self.limit)
            #expect(quota?["left"]?.int == 0)
            #expect(quota?["resetsAt"]?.string?.hasSuffix("T15:00:00Z") == true, "\(String(describing: quota))")
            #expect(films.server.log.requests.count == Self.limit, "nothing was sent beyond it")
        }
    }

    @Test("A client's own lookup still works after enrichment has stopped")
    func lookup() async throws {
        try await Self.talk { films, process in
            for day in 1...11 { _ = try await Self.box(process, day: day) }
            _ = try await Self.box(process, day: 1, enrich: true)
            #expect(Self.count(films, Self.lookup) == 0)
            let answer = try await process.answer("movies/get", #"{"id":"kofic:2024A101"}"#)
            #expect(answer["result"]?["movie"]?["title"]?.string == "종이 등대", "\(answer)")
            #expect(Self.count(films, Self.lookup) == 1)
        }
    }
}

@Suite("Stress: a storm of failures, through the whole program")
struct StormStressTests {
    private static let isLong = ProjectFiles.environment("MARQUEE_LONG") == "1"

    @Test(
        "U15: A storm costs few extra requests and opens the breaker, and one probe closes it",
        arguments: [500, 503]
    )
    func storm(_ status: Int) async throws {
        let isStorm = Mutex(true)
        try await FaultScene.withServer { scene, server in
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
                let answer = try await talk.search("after the storm", whileStatusIs: "circuit_open")
                #expect(answer.films("bad") == ["bad1"], "\(answer.whole)")
                #expect(server.log.requests.count == storm + 1)
                try await talk.expectHealth("ok")
            }
        }
    }

    /// Calls until the breaker is open, or for 60 seconds in long runs, and returns the number of calls.
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
