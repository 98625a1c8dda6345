import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieHTTP

@Suite("Redirects over the wire")
struct RedirectTests {
    private static func keyed(_ server: ScriptedServer, method: HTTPRequest.Method = .get) -> HTTPRequest {
        .to(
            port: server.port,
            "/start",
            method: method,
            query: [.init("key", SecretText([.secret(Secret("quer1key"))]))],
            headers: [.init("X-Api-Key", SecretText([.secret(Secret("head1key"))]))]
        )
    }

    @Test(
        "Three redirects within the origin are followed with the request's headers",
        arguments: [301, 302, 303, 307, 308]
    )
    func followed(status: Int) async throws {
        try await withServer { server in
            server.on("/start", .redirect(to: "/a?x=1", status: status))
            server.on("/a", .redirect(to: "b", status: status))
            server.on("/b", .redirect(to: "\(server.origin)/c", status: status))
            server.on("/c", .json("{}"))
            #expect(await Exchange.of(Self.keyed(server)).text == "{}")
            #expect(server.log.requests.map(\.target) == ["/start?key=quer1key", "/a?x=1", "/b", "/c"])
            #expect(server.log.requests.allSatisfy { $0.header("x-api-key") == "head1key" })
            #expect(server.log.connectionCount == 1)
        }
    }

    @Test("U17: a redirect loop is refused")
    func loop() async throws {
        try await withServer { server in
            server.on("/start", .redirect(to: "/a"))
            server.on("/a", .redirect(to: "/b"))
            server.on("/b", .redirect(to: "/a"))
            let failure = await Exchange.of(Self.keyed(server)).failure
            #expect(failure == ProviderError(at: .redirectRefused, "127.0.0.1 redirects in a circle"))
            #expect(server.log.requests.count == 3)
        }
    }

    @Test("U18: a fourth redirect is refused")
    func chain() async throws {
        try await withServer { server in
            server.on("*") { _, use in .redirect(to: "/\(use)") }
            let failure = await Exchange.of(Self.keyed(server)).failure
            #expect(failure == ProviderError(at: .redirectRefused, "127.0.0.1 redirects more than 3 times"))
            #expect(server.log.requests.count == 4)
        }
    }

    @Test("U19: a redirect to another origin is refused, and no byte reaches that origin", arguments: [301, 302, 307])
    func crossHost(status: Int) async throws {
        try await withServer([.json("{}")]) { other in
            try await withServer([.redirect(to: "\(other.origin)/start?key=quer1key", status: status)]) { server in
                let failure = await Exchange.of(Self.keyed(server)).failure
                #expect(failure?.stage == .redirectRefused)
                #expect(failure?.message.contains("quer1key") == false)
                #expect(failure?.message.contains(other.origin) == true)
                #expect(server.log.holds("quer1key") && server.log.holds("head1key"))
            }
            #expect(other.log.connectionCount == 0)
            #expect(other.log.bytes.isEmpty)
        }
    }

    @Test(
        "U20, U21: a redirect to a forbidden location is refused after one request",
        arguments: [
            "http://169.254.169.254/latest/meta-data", "http://127.0.0.1/", "http://localhost/", "file:///etc/passwd",
            "//evil.example/", "https://127.0.0.1/", "javascript:alert(1)", "http://127.0.0.1:99999/",
            #"/\evil.example/"#,
        ]
    )
    func forbidden(location: String) async throws {
        try await withServer([.redirect(to: location)]) { server in
            #expect(await Exchange.of(Self.keyed(server)).failure?.stage == .redirectRefused)
            #expect(server.log.requests.count == 1)
        }
    }

    @Test("U22: 300 or 304 with a Location and 302 without one are returned as responses", arguments: [304, 300, 302])
    func notRedirects(status: Int) async throws {
        let location = status == 302 ? [] : [("Location", "http://evil.example/")]
        try await withServer([.reply(status, headers: location)]) { server in
            #expect(await Exchange.of(Self.keyed(server)).response?.status == status)
            #expect(server.log.requests.count == 1)
        }
    }

    @Test("A redirect of a POST is refused")
    func post() async throws {
        try await withServer([.redirect(to: "/a", status: 307)]) { server in
            #expect(await Exchange.of(Self.keyed(server, method: .post)).failure?.stage == .redirectRefused)
            #expect(server.log.requests.count == 1)
        }
    }
}

@Suite("Redirect policy")
struct RedirectPolicyTests {
    private static let origin = HTTPOrigin(scheme: .https, host: "films.example")

    @Test(
        "A Location within the origin is resolved against the current target",
        arguments: [
            ("/b", "/b"), ("b", "/v1/b"), ("./b", "/v1/b"), ("../b", "/b"), ("../../b", "/b"), ("?x=1", "/v1/a?x=1"),
            ("", "/v1/a?q=1"), ("#part", "/v1/a?q=1"), ("/b?x=1#part", "/b?x=1"), ("/b/../c/./d/", "/c/d/"),
            ("/b/..", "/"),
            ("https://films.example/b", "/b"), ("https://FILMS.example:443/b", "/b"), ("//films.example/b", "/b"),
            ("https://films.example", "/"), ("HTTPS://films.example?x=1", "/?x=1"),
            ("/영화?q=기", "/%EC%98%81%ED%99%94?q=%EA%B8%B0"),
            ("/a:b", "/a:b"), ("?u=http://evil.example/", "/v1/a?u=http://evil.example/"),
        ]
    )
    func followed(location: String, target: String) {
        let start = "/v1/a?q=1"
        var policy = RedirectPolicy(origin: Self.origin, method: .get, target: start)
        let action = policy.decide(status: 302, location: location)
        #expect(action == (target == start ? .refuse("films.example redirects in a circle") : .follow(target: target)))
    }

    @Test(
        "A Location that is malformed or leaves the origin is refused",
        arguments: [
            "http://films.example/b", "https://films.example:8443/b", "https://evil.example/", "//evil.example",
            "https://films.example@evil.example/", "https://films.example.evil.example/", "file:///etc/passwd",
            "https:b", "data:text/plain,x", "/a b", "/a\r\nX: 1", #"\\evil.example\"#, "https://[::1/", "https://:80/",
            "https://films.example:x/", "1a:b", "ftp://films.example/",
        ]
    )
    func refused(location: String) {
        var policy = RedirectPolicy(origin: Self.origin, method: .get, target: "/v1/a")
        guard case .refuse(let reason) = policy.decide(status: 302, location: location) else {
            Issue.record("\(location) was not refused")
            return
        }
        #expect(reason.hasPrefix("films.example redirects "))
    }

    @Test("U20: a redirect from https to http is refused with that reason")
    func downgrade() {
        var policy = RedirectPolicy(origin: Self.origin, method: .get, target: "/a?key=x")
        let action = policy.decide(status: 301, location: "http://films.example/a?key=x")
        #expect(
            action == .refuse("films.example redirects from https to http; keys go to https://films.example only")
        )
    }

    @Test(
        "Only redirect statuses with a Location are followed",
        arguments: [
            (301, true), (302, true), (303, true), (307, true), (308, true), (200, false), (300, false), (304, false),
            (305, false),
        ]
    )
    func statuses(status: Int, isRedirect: Bool) {
        var policy = RedirectPolicy(origin: Self.origin, method: .get, target: "/a")
        #expect(policy.decide(status: status, location: "/b") == (isRedirect ? .follow(target: "/b") : .deliver))
        #expect(policy.decide(status: status, location: nil) == .deliver)
    }
}
