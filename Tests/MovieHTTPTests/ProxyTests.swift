import HTTPModel
import MarqueeTestKit
import MovieHTTP
import Testing

@Suite("Proxies over the wire")
struct ProxyTests {
    private static func configuration(
        _ proxy: ScriptedServer,
        _ more: [String: String] = [:]
    ) -> HTTPTransportConfiguration {
        configuration(port: proxy.port, more)
    }

    private static func configuration(port: Int, _ more: [String: String] = [:]) -> HTTPTransportConfiguration {
        let variables = ["all_proxy": "http://us%65r:pr0xykey@127.0.0.1:\(port)"]
        return HTTPTransportConfiguration(userAgent: "test", environment: { more[$0] ?? variables[$0] })
    }

    /// A request with keys to a host that only the proxy could find.
    private static func keyed(
        host: String = "films.invalid",
        scheme: HTTPOrigin.Scheme = .http,
        connectWithin: Duration = .seconds(8)
    ) -> HTTPRequest {
        .to(
            port: scheme == .http ? 80 : 443,
            host: host,
            scheme: scheme,
            query: [.init("key", SecretText([.secret(Secret("quer1key"))]))],
            headers: [.init("X-Api-Key", SecretText([.secret(Secret("head1key"))]))],
            within: .seconds(9),
            connectWithin: connectWithin
        )
    }

    @Test("a request goes through a tunnel, with the keys in the tunnel only")
    func tunnel() async throws {
        try await withServer([.json("{}")]) { server in
            try await withServer([.tunnel(to: server.port)]) { proxy in
                await withHTTPTransport(Self.configuration(proxy)) { transport in
                    for _ in 0..<2 { #expect(await Exchange.of(Self.keyed(), over: transport).text == "{}") }
                }
                #expect(proxy.log.requests.map { "\($0.method) \($0.target)" } == ["CONNECT films.invalid:80"])
                #expect(proxy.log.requests[0].header("proxy-authorization") == "Basic dXNlcjpwcjB4eWtleQ==")
                #expect(!proxy.log.holds("quer1key") && !proxy.log.holds("head1key"))
                #expect(server.log.requests.map(\.target) == ["/films?key=quer1key", "/films?key=quer1key"])
                #expect(server.log.requests[0].header("host") == "films.invalid")
                #expect(server.log.requests[0].header("x-api-key") == "head1key")
                #expect(server.log.requests[0].header("proxy-authorization") == nil)
            }
        }
    }

    @Test("TLS goes through the tunnel to the host, whose certificate counts", .enabled(if: TLSServer.isAvailable))
    func tunnelledTLS() async throws {
        try await TLSServer.withCertificates { tls in
            // This certificate is for films.example.
            let (right, wrong, log) = try await tls.with(.wrongHost) { port in
                try await withServer([.tunnel(to: port)]) { proxy in
                    let configuration = Self.configuration(proxy, ["SSL_CERT_FILE": tls.authority])
                    let right = await Exchange.of(Self.keyed(host: "films.example", scheme: .https), configuration)
                    let wrong = await Exchange.of(Self.keyed(host: "other.example", scheme: .https), configuration)
                    return (right, wrong, proxy.log)
                }
            }
            #expect(right.response?.status == 200)
            #expect(
                wrong.failure == TransportFailure(.tls, "the certificate of other.example is for another name")
            )
            #expect(log.requests.map(\.target) == ["films.example:443", "other.example:443"])
            #expect(!log.holds("quer1key") && !log.holds("head1key"))
        }
    }

    @Test("NO_PROXY and this machine go past the proxy")
    func direct() async throws {
        try await withServer([.json("{}")]) { server in
            try await withServer([.reply(502)]) { proxy in
                #expect(await Exchange.of(.to(server), Self.configuration(proxy)).text == "{}")
                let exception = Self.configuration(proxy, ["NO_PROXY": "films.invalid"])
                #expect(await Exchange.of(Self.keyed(), exception).failure?.kind == .nameResolution)
                #expect(proxy.log.connectionCount == 0)
            }
        }
    }

    @Test(
        "a proxy that does not want to",
        arguments: [
            (ScriptedAnswer.reply(407), "wants a user and a password, or other ones than it was given"),
            (
                .reply(407, body: Array("<html>who are you</html>".utf8)),
                "wants a user and a password, or other ones than it was given"
            ),
            (.reply(502, body: Array("bad".utf8)), "opens no way to http://films.invalid"),
            (.reply(301, headers: [("Location", "http://127.0.0.1/")]), "opens no way to http://films.invalid"),
        ]
    )
    func refusal(answer: ScriptedAnswer, sentence: String) async throws {
        try await withServer([answer]) { proxy in
            let failure = await Exchange.of(Self.keyed(), Self.configuration(proxy)).failure
            let name = "the proxy 127.0.0.1:\(proxy.port) (all_proxy)"
            #expect(failure == TransportFailure(.connectionRefused, "\(name) \(sentence)"))
            #expect(proxy.log.requests.map(\.method) == ["CONNECT"])
        }
    }

    @Test("a proxy that is not there")
    func refused() async throws {
        let port = try ClosedPort()
        let failure = await Exchange.of(Self.keyed(), Self.configuration(port: port.port)).failure
        #expect(failure?.kind == .connectionRefused)
        #expect(failure?.message == "the proxy 127.0.0.1:\(port.port) (all_proxy) refuses connections")
    }

    @Test("a proxy whose name does not resolve")
    func unknownName() async {
        let configuration = HTTPTransportConfiguration(
            userAgent: "test",
            environment: { ["all_proxy": "http://user:pr0xykey@proxy.invalid:1"][$0] }
        )
        let failure = await Exchange.of(Self.keyed(), configuration).failure
        #expect(failure == TransportFailure(.nameResolution, "the name proxy.invalid does not resolve"))
    }

    @Test("a proxy that says nothing, to http and to https", arguments: [HTTPOrigin.Scheme.http, .https])
    func silence(scheme: HTTPOrigin.Scheme) async throws {
        try await withServer([.silence]) { proxy in
            let request = Self.keyed(scheme: scheme, connectWithin: .milliseconds(250))
            let failure = await Exchange.of(request, Self.configuration(proxy)).failure
            let way = "\(scheme)://films.invalid through the proxy 127.0.0.1:\(proxy.port) (all_proxy)"
            #expect(failure == TransportFailure(.connectTimeout, "no connection to \(way) within 250 ms"))
            // No closer look goes past the proxy or through it.
            #expect(proxy.log.connectionCount == 1)
            #expect(await proxy.waitForLog { $0.openConnectionCount == 0 })
        }
    }

    @Test("a proxy that hangs up, before the tunnel and in it", arguments: [ScriptedAnswer.close, .reset])
    func hangUp(answer: ScriptedAnswer) async throws {
        try await withServer([answer]) { proxy in
            let failure = await Exchange.of(Self.keyed(), Self.configuration(proxy)).failure
            #expect(failure?.kind == .connectionLost)
            #expect(failure?.message.contains("the proxy 127.0.0.1:\(proxy.port) (all_proxy)") == true)
        }
        try await withServer([answer]) { server in
            try await withServer([.tunnel(to: server.port)]) { proxy in
                #expect(await Exchange.of(Self.keyed(), Self.configuration(proxy)).failure?.kind == .connectionLost)
            }
        }
    }

    @Test("a variable that names no usable proxy stops the request, and shows nothing of itself")
    func unusable() async throws {
        let configuration = HTTPTransportConfiguration(
            userAgent: "test",
            environment: { ["https_proxy": "socks5://user:pr0xykey@proxy.example:1"][$0] }
        )
        let failure = await Exchange.of(Self.keyed(scheme: .https), configuration).failure
        #expect(failure?.kind == .forbidden)
        #expect(
            failure?.message == "nothing is sent to films.invalid: https_proxy names a proxy of the kind socks5://, "
                + "and only http:// ones are supported"
        )
    }

    @Test("a name that a proxy might take for its own machine is looked at here, and refused")
    func disguise() async throws {
        try await withServer([.json("{}")]) { server in
            try await withServer([.tunnel(to: server.port)]) { proxy in
                let request = HTTPRequest.to(port: server.port, host: "127.1")
                #expect(await Exchange.of(request, Self.configuration(proxy)).failure?.kind == .forbidden)
                #expect(proxy.log.connectionCount == 0)
                #expect(server.log.bytes.isEmpty)
            }
        }
    }
}
