import JSON
import MarqueeTestKit
import Testing

@Suite("A source that is asked too much, through the whole program")
struct ThrottleTests {
    /// What a 429 says of when to come back, and what a call says of it.
    struct Wish: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var retryAfter: String?
        var seconds: ClosedRange<Int>
    }

    /// The pauses get up to a tenth more, so that not all processes come back at once.
    private static let wishes = [
        Wish(testDescription: "U14 in seconds", retryAfter: "600", seconds: 300...660),
        Wish(testDescription: "U14 a date", retryAfter: "Fri, 01 Jan 2100 00:00:00 GMT", seconds: 3_000...3_600),
        Wish(testDescription: "U14 a year", retryAfter: "31536000", seconds: 3_000...3_600),
        Wish(
            testDescription: "U14 more than a number holds",
            retryAfter: "99999999999999999999",
            seconds: 3_000...3_600
        ),
        Wish(testDescription: "U14 nothing", retryAfter: nil, seconds: 0...11),
        Wish(testDescription: "U14 garbage", retryAfter: "a while", seconds: 1...66),
        Wish(testDescription: "U14 less than nothing", retryAfter: "-5", seconds: 1...66),
    ]

    @Test("U14: a 429 is honoured up to a cap, and the source is not asked meanwhile", arguments: wishes)
    func pause(_ wish: Wish) async throws {
        try await FaultScene.with { scene in
            let server = try ScriptedServer()
            defer { server.stop() }
            server.on("*", .json("{}", status: 429, headers: wish.retryAfter.map { [("Retry-After", $0)] } ?? []))
            try scene.configure(FaultScene.source("bad", at: server.origin))
            try await FaultTalk.with(scene) { talk in
                for query in ["first", "second", "third"] {
                    let answer = try await talk.search(query)
                    answer.expectHealthySource()
                    #expect(answer.status("bad") == "rate_limited", "\(answer.whole)")
                    #expect(answer.failure("bad")?["kind"]?.string == "rate_limited")
                    if query != "first" {
                        let seconds = answer.failure("bad")?["retryAfterSeconds"]?.int ?? 0
                        #expect(wish.seconds.contains(seconds), "\(answer.whole)")
                    }
                }
                // On a busy machine the shortest pause may be over by now.
                guard wish.seconds.lowerBound > 0 else { return }
                #expect(server.log.requests.count == 1)
                try await talk.expectHealth("paused")
            }
        }
    }

    @Test("U14: a moment that is past is a short pause, after which the source is asked again")
    func past() async throws {
        try await FaultScene.with { scene in
            let server = try ScriptedServer()
            defer { server.stop() }
            let past = [("Retry-After", "Sat, 01 Jan 2000 00:00:00 GMT")]
            server.on("*", .json("{}", status: 429, headers: past), .json(FaultScene.films("bad", count: 1)))
            try scene.configure(FaultScene.source("bad", at: server.origin))
            try await FaultTalk.with(scene) { talk in
                try await talk.expectStatus("rate_limited", searching: "first")
                try await Task.sleep(for: .milliseconds(1_200))
                try await talk.expectFilms(["bad1"], searching: "second")
                #expect(server.log.requests.count == 2)
            }
        }
    }

    @Test("U16: 401 and 403 name the variable that the key comes from, and not the key", arguments: [401, 403])
    func refusedKey(_ status: Int) async throws {
        try await FaultScene.with { scene in
            let server = try ScriptedServer()
            defer { server.stop() }
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

    @Test("U19: a key never follows a redirect to another host", arguments: [301, 302, 307])
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

    @Test("U33: a kept connection that is closed on its next use is nobody's concern")
    func closedOnReuse() async throws {
        try await FaultScene.with { scene in
            let server = try ScriptedServer()
            defer { server.stop() }
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
