import HTTPModel
import MarqueeTestKit
import MovieHTTP
import Testing

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

    @Test("three within the origin are followed, with the headers", arguments: [301, 302, 303, 307, 308])
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

    @Test("U17: a circle")
    func loop() async throws {
        try await withServer { server in
            server.on("/start", .redirect(to: "/a"))
            server.on("/a", .redirect(to: "/b"))
            server.on("/b", .redirect(to: "/a"))
            let failure = await Exchange.of(Self.keyed(server)).failure
            #expect(failure == TransportFailure(.redirectRefused, "127.0.0.1 redirects in a circle"))
            #expect(server.log.requests.count == 3)
        }
    }

    @Test("U18: a fourth")
    func chain() async throws {
        try await withServer { server in
            server.on("*") { _, use in .redirect(to: "/\(use)") }
            let failure = await Exchange.of(Self.keyed(server)).failure
            #expect(failure == TransportFailure(.redirectRefused, "127.0.0.1 redirects more than 3 times"))
            #expect(server.log.requests.count == 4)
        }
    }

    @Test("U19: to another host; no byte, and so no key, reaches it", arguments: [301, 302, 307])
    func crossHost(status: Int) async throws {
        try await withServer([.json("{}")]) { other in
            try await withServer([.redirect(to: "\(other.origin)/start?key=quer1key", status: status)]) { server in
                let failure = await Exchange.of(Self.keyed(server)).failure
                #expect(failure?.kind == .redirectRefused)
                #expect(failure?.message.contains("quer1key") == false)
                #expect(failure?.message.contains(other.origin) == true)
                #expect(server.log.holds("quer1key") && server.log.holds("head1key"))
            }
            #expect(other.log.connectionCount == 0)
            #expect(other.log.bytes.isEmpty)
        }
    }

    @Test(
        "U20, U21: to where nothing may go",
        arguments: [
            "http://169.254.169.254/latest/meta-data", "http://127.0.0.1/", "http://localhost/", "file:///etc/passwd",
            "//evil.example/", "https://127.0.0.1/", "javascript:alert(1)", "http://127.0.0.1:99999/",
            #"/\evil.example/"#,
        ]
    )
    func forbidden(location: String) async throws {
        try await withServer([.redirect(to: location)]) { server in
            #expect(await Exchange.of(Self.keyed(server)).failure?.kind == .redirectRefused)
            #expect(server.log.requests.count == 1)
        }
    }

    @Test("U22: 304 with a Location is an answer, and so is a redirect without one", arguments: [304, 300, 302])
    func notRedirects(status: Int) async throws {
        let location = status == 302 ? [] : [("Location", "http://evil.example/")]
        try await withServer([.reply(status, headers: location)]) { server in
            #expect(await Exchange.of(Self.keyed(server)).response?.status == status)
            #expect(server.log.requests.count == 1)
        }
    }

    @Test("a POST is not redirected")
    func post() async throws {
        try await withServer([.redirect(to: "/a", status: 307)]) { server in
            #expect(await Exchange.of(Self.keyed(server, method: .post)).failure?.kind == .redirectRefused)
            #expect(server.log.requests.count == 1)
        }
    }
}
