import JSON
import MarqueeTestKit
import Testing

@Suite("A source with invalid HTTP, through the whole program")
struct HostileSourceTests {
    /// An answer of a source, and the kinds of failure that a call may report for it.
    private struct Case {
        var name: String
        var answer: ScriptedAnswer
        var kinds: Set<String>

        init(_ name: String, _ head: String, _ kinds: Set<String>) {
            (self.name, self.kinds) = (name, kinds)
            answer = ScriptedAnswer([.bytes(Array(head.utf8)), .close])
        }

        init(_ head: HostileHead) {
            (name, answer) = ("\(head)", head.answer)
            kinds = ["malformed", "unavailable", "auth", "rate_limited", "upstream", "timeout", "bad_request"]
        }
    }

    private static let films = FaultScene.films("bad", count: 2)

    private static func head(_ status: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(films.utf8.count)\r\n\r\n\(films)"
    }

    private static let flood = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 20_000)

    private static let cases =
        [
            Case("000", head("000 OK"), ["malformed"]), Case("007", head("007 OK"), ["malformed"]),
            Case("099", head("099 OK"), ["malformed"]), Case("600", head("600 OK"), ["malformed"]),
            Case("999", head("999 Request Denied"), ["malformed"]), Case("2000", head("2000 OK"), ["malformed"]),
            Case("101", head("101 Switching Protocols"), ["unavailable"]), Case("103s", flood, ["unavailable"]),
            Case("100 alone", "HTTP/1.1 100 Continue\r\n\r\n", ["unavailable"]),
        ] + (0..<50).map { Case(HostileHead(seed: 1_000_000 + $0, mayStayOpen: false)) }

    @Test("U35: Invalid statuses, floods of heads, and random heads fail alone while another source answers")
    func heads() async throws {
        try await FaultScene.withServer { scene, server in
            server.on("*") { request, _ in
                let number = request.path.split(separator: "/").first.flatMap { Int($0) } ?? 0
                return Self.cases.indices.contains(number) ? Self.cases[number].answer : .close
            }
            let sources = Self.cases.indices.map { number in
                FaultScene.source("bad\(number)", at: "\(server.origin)/\(number)", more: "timeout: 3s")
            }
            try scene.configure(sources.joined(separator: "\n"))
            let trace = scene.folder + "/trace"
            try await FaultTalk.with(scene, ["--trace", trace]) { talk in
                for query in ["first", "second", "third"] {
                    let answer = try await talk.search(query)
                    answer.expectHealthySource()
                    #expect(answer.whole["sources"]?.count == Self.cases.count + 1)
                    for (number, each) in Self.cases.enumerated() {
                        let id = "bad\(number)"
                        #expect(answer.films(id).isEmpty, "\(each.name)")
                        let status = answer.status(id)
                        #expect(status != nil && status != "ok" && status != "stale", "\(each.name): \(status ?? "")")
                        // A source that is paused after a 429 reports that.
                        let kind = answer.failure(id)?["kind"]?.string ?? ""
                        let message = answer.failure(id)?["message"]?.string ?? ""
                        #expect(each.kinds.contains(kind), "\(each.name): \(kind): \(message)")
                        if each.kinds.count == 1 { #expect(status == "error", "\(each.name)") }
                    }
                }
                #expect((talk.process.peakResidentBytes ?? 0) < 150 << 20, "D")
            }
        }
    }

    @Test("E: A proxy's password and the keys behind it appear in no answer, log, or trace in any form")
    func secrets() async throws {
        let password = #"pr0xy/+=&"\Pass"#
        let forms = [FaultScene.key, FaultScene.token].reduce(into: SecretForms.all(of: password, user: "user")) {
            $0.formUnion(SecretForms.all(of: $1, user: "user"))
        }
        let answers: [ScriptedAnswer] = [
            .reply(407, body: Array(FaultScene.echo.utf8)), .reply(502), .close, .reset, .silence,
            ScriptedAnswer([.bytes(Array("\(FaultScene.echo)\r\n\r\n".utf8)), .close]),
            ScriptedAnswer([.bytes(Array(Self.head("000 \(FaultScene.key)").utf8)), .close]),
            .redirect(to: "http://\(FaultScene.token).example/"),
        ]
        for (number, answer) in answers.enumerated() {
            try await FaultScene.with { scene in
                let (proxy, origin) = (try ScriptedServer(), try ScriptedServer())
                defer {
                    proxy.stop()
                    origin.stop()
                }
                // The proxy itself gives every second answer, and the source behind it gives the others.
                proxy.on("*", number % 2 == 0 ? answer : .tunnel(to: origin.port))
                origin.on("*", answer)
                let value = "http://user:\(SecretForms.percentEncoded(password))@127.0.0.1:\(proxy.port)"
                let environment = FaultScene.environment.merging(["all_proxy": value, "https_proxy": value]) { $1 }
                let more = "timeout: 500ms"
                try scene.configure(
                    FaultScene.source("bad", at: "http://films.invalid", more: more),
                    FaultScene.source("worse", at: "https://films.invalid", more: more),
                    FaultScene.source("direct", at: origin.origin, more: more)
                )
                let trace = scene.folder + "/trace"
                let options = ["--log-level", "trace", "--trace", trace]
                let plan = try Program.plan(scene.arguments + options, environment: environment)
                let lines = (1...2).map { Talk.request($0, "movies/search", #"{"query":"film \#($0)"}"#) + "\n" }
                let input = lines.joined() + Talk.request(3, "providers/status") + "\n"
                let outcome = try await ProcessOutcome.of(plan, input: Array(input.utf8))
                #expect(outcome.status == .exited(0))
                #expect(outcome.outputText.contains("good film number 1"))
                let places = [
                    ("stdout", outcome.output), ("stderr", Array(outcome.errors.utf8)),
                    ("the trace", try ProjectFiles.read(trace)),
                ]
                for (place, bytes) in places {
                    let found = SecretForms.found(forms, in: bytes)
                    #expect(found.isEmpty, "answer \(number): \(place) holds \(found)")
                }
                #expect(proxy.log.connectionCount > 0)
            }
        }
    }
}
