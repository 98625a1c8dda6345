import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieHTTP

@Suite("Requests through a proxy")
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

    /// Returns a request with keys to a host that only the proxy could resolve.
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

    @Test("A request goes through a tunnel, and its keys are sent only inside the tunnel")
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

    @Test("TLS goes through the tunnel and verifies the certificate of the host", .enabled(if: TLSServer.isAvailable))
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
            #expect(wrong.failure == ProviderError(at: .tls, "the certificate of other.example is for another name"))
            #expect(log.requests.map(\.target) == ["films.example:443", "other.example:443"])
            #expect(!log.holds("quer1key") && !log.holds("head1key"))
        }
    }

    @Test(
        "U13: an answer over TLS that only the end of the connection ends is cut off unless TLS says that it ends",
        .enabled(if: TLSServer.isAvailable),
        arguments: [false, true]
    )
    func unannouncedEnd(isCut: Bool) async throws {
        try await TLSServer.withCertificates { tls in
            try await tls.with(.wrongHost) { port in
                try await withServer([.tunnel(to: port, endsAtAlert: isCut)]) { proxy in
                    let configuration = Self.configuration(proxy, ["SSL_CERT_FILE": tls.authority])
                    let exchange = await Exchange.of(Self.keyed(host: "films.example", scheme: .https), configuration)
                    if isCut {
                        #expect(exchange.failure?.stage == .brokenResponse, "\(exchange.result)")
                    } else {
                        #expect(exchange.response?.status == 200, "\(exchange.result)")
                    }
                }
            }
        }
    }

    @Test("Requests to NO_PROXY hosts and to this machine bypass the proxy")
    func direct() async throws {
        try await withServer([.json("{}")]) { server in
            try await withServer([.reply(502)]) { proxy in
                #expect(await Exchange.of(.to(server), Self.configuration(proxy)).text == "{}")
                let exception = Self.configuration(proxy, ["NO_PROXY": "films.invalid"])
                #expect(await Exchange.of(Self.keyed(), exception).failure?.stage == .nameResolution)
                #expect(proxy.log.connectionCount == 0)
            }
        }
    }

    @Test(
        "A proxy that refuses the tunnel causes a refused connection with the reason",
        arguments: [
            (ScriptedAnswer.reply(407), "requires a user name and a password, or other ones than those given"),
            (
                .reply(407, body: Array("<html>who are you</html>".utf8)),
                "requires a user name and a password, or other ones than those given"
            ),
            (.reply(502, body: Array("bad".utf8)), "does not open a connection to http://films.invalid"),
            (
                .reply(301, headers: [("Location", "http://127.0.0.1/")]),
                "does not open a connection to http://films.invalid"
            ),
        ]
    )
    func refusal(answer: ScriptedAnswer, sentence: String) async throws {
        try await withServer([answer]) { proxy in
            let failure = await Exchange.of(Self.keyed(), Self.configuration(proxy)).failure
            let name = "the proxy 127.0.0.1:\(proxy.port) (all_proxy)"
            #expect(failure == ProviderError(at: .connectionRefused, "\(name) \(sentence)"))
            #expect(proxy.log.requests.map(\.method) == ["CONNECT"])
        }
    }

    @Test("A proxy that refuses connections is named in the failure")
    func refused() async throws {
        let port = try ClosedPort()
        let failure = await Exchange.of(Self.keyed(), Self.configuration(port: port.port)).failure
        #expect(failure?.stage == .connectionRefused)
        #expect(failure?.message == "the proxy 127.0.0.1:\(port.port) (all_proxy) refuses connections")
    }

    @Test("A proxy whose name doesn't resolve causes a name resolution failure")
    func unknownName() async {
        let configuration = HTTPTransportConfiguration(
            userAgent: "test",
            environment: { ["all_proxy": "http://user:pr0xykey@proxy.invalid:1"][$0] }
        )
        let failure = await Exchange.of(Self.keyed(), configuration).failure
        #expect(failure == ProviderError(at: .nameResolution, "the name proxy.invalid does not resolve"))
    }

    @Test(
        "A silent proxy causes a connect timeout that names it, for http and https",
        arguments: [HTTPOrigin.Scheme.http, .https]
    )
    func silence(scheme: HTTPOrigin.Scheme) async throws {
        try await withServer([.silence]) { proxy in
            let request = Self.keyed(scheme: scheme, connectWithin: .milliseconds(250))
            let failure = await Exchange.of(request, Self.configuration(proxy)).failure
            let way = "\(scheme)://films.invalid through the proxy 127.0.0.1:\(proxy.port) (all_proxy)"
            #expect(failure == ProviderError(at: .connectTimeout, "no connection to \(way) within 250 ms"))
            // The diagnosis opens no connection around the proxy or through it.
            #expect(proxy.log.connectionCount == 1)
            #expect(await proxy.waitForLog { $0.openConnectionCount == 0 })
        }
    }

    @Test(
        "A connection that closes before or in the tunnel is reported as lost",
        arguments: [ScriptedAnswer.close, .reset]
    )
    func hangUp(answer: ScriptedAnswer) async throws {
        try await withServer([answer]) { proxy in
            let failure = await Exchange.of(Self.keyed(), Self.configuration(proxy)).failure
            #expect(failure?.stage == .connectionLost)
            #expect(failure?.message.contains("the proxy 127.0.0.1:\(proxy.port) (all_proxy)") == true)
        }
        try await withServer([answer]) { server in
            try await withServer([.tunnel(to: server.port)]) { proxy in
                #expect(await Exchange.of(Self.keyed(), Self.configuration(proxy)).failure?.stage == .connectionLost)
            }
        }
    }

    @Test("A variable with an unusable proxy blocks the request, and its password isn't shown")
    func unusable() async throws {
        let configuration = HTTPTransportConfiguration(
            userAgent: "test",
            environment: { ["https_proxy": "socks5://user:pr0xykey@proxy.example:1"][$0] }
        )
        let failure = await Exchange.of(Self.keyed(scheme: .https), configuration).failure
        #expect(failure?.stage == .forbidden)
        #expect(
            failure?.message == "nothing is sent to films.invalid: https_proxy names a proxy of the kind socks5://, "
                + "and only http:// ones are supported"
        )
    }

    @Test("A name that a proxy could resolve to its own machine is checked here and refused")
    func disguise() async throws {
        try await withServer([.json("{}")]) { server in
            try await withServer([.tunnel(to: server.port)]) { proxy in
                let request = HTTPRequest.to(port: server.port, host: "127.1")
                #expect(await Exchange.of(request, Self.configuration(proxy)).failure?.stage == .forbidden)
                #expect(proxy.log.connectionCount == 0)
                #expect(server.log.bytes.isEmpty)
            }
        }
    }
}

@Suite("Proxy rules")
struct ProxyRulesTests {
    private static let films = HTTPOrigin(scheme: .https, host: "films.example")

    /// Returns text such as `proxy.example:3128 HTTPS_PROXY`, `direct`, or the reason why the route is blocked.
    private static func text(_ route: ProxyRoute) -> String {
        switch route {
        case .direct: "direct"
        case .through(let proxy): "\(proxy.address) \(proxy.variable)"
        case .blocked(let reason): reason
        }
    }

    @Test(
        "Environment variables choose the proxy for https and for http",
        arguments: [
            ([:], "direct", "direct"),
            (["HTTPS_PROXY": "http://p:1"], "p:1 HTTPS_PROXY", "direct"),
            (["https_proxy": "http://p:1", "HTTPS_PROXY": "http://q:2"], "p:1 https_proxy", "direct"),
            (["http_proxy": "http://p:1"], "direct", "p:1 http_proxy"),
            (["HTTP_PROXY": "http://p:1"], "direct", "direct"),
            (["ALL_PROXY": "http://p:1"], "p:1 ALL_PROXY", "p:1 ALL_PROXY"),
            (["all_proxy": "p:1", "HTTPS_PROXY": "q:2"], "q:2 HTTPS_PROXY", "p:1 all_proxy"),
            (["HTTPS_PROXY": "", "ALL_PROXY": " "], "direct", "direct"),
            (["https_proxy": "", "HTTPS_PROXY": " p:1 "], "p:1 HTTPS_PROXY", "direct"),
        ] as [([String: String], String, String)]
    )
    func variables(environment: [String: String], https: String, http: String) {
        let rules = ProxyRules { environment[$0] }
        #expect(Self.text(rules.route(to: Self.films)) == https)
        #expect(Self.text(rules.route(to: HTTPOrigin(scheme: .http, host: "films.example"))) == http)
    }

    @Test(
        "A proxy is read in every supported notation",
        arguments: [
            ("proxy.example", "proxy.example:80 X"), ("HTTP://Proxy.Example:3128/", "proxy.example:3128 X"),
            ("10.0.0.1:3128", "10.0.0.1:3128 X"), ("http://[2001:db8::1]:3128", "[2001:db8::1]:3128 X"),
            ("http://[2001:db8::1]", "[2001:db8::1]:80 X"), ("http://user:p%40ss@proxy.example:1", "proxy.example:1 X"),
            ("user@host:pass@proxy.example:1", "proxy.example:1 X"),
        ]
    )
    func notations(text: String, proxy: String) throws {
        #expect(Self.text(.through(try ProxyServer(text, variable: "X"))) == proxy)
    }

    @Test(
        "User and password are percent-decoded and left out of descriptions",
        arguments: [
            ("http://user:p%40ss%3A1@p:1", "user:p@ss:1"), ("user@p:1", "user:"), ("a@b:c@p:1", "a@b:c"),
            ("%zz:%4@p:1", "%zz:%4"),
        ]
    )
    func credentials(text: String, credentials: String) throws {
        let proxy = try ProxyServer(text, variable: "X")
        #expect(proxy.credentials?.reveal { $0 } == credentials)
        #expect("\(proxy)" == "the proxy p:1 (X)")
        #expect(String(reflecting: proxy) == "the proxy p:1 (X)")
    }

    @Test(
        "An unusable proxy blocks the route, and the reason shows no password",
        arguments: [
            ("https://user:s3cret@p:1", "X names a proxy of the kind https://, and only http:// ones are supported"),
            ("socks5h://p:1", "X names a proxy of the kind socks5h://, and only http:// ones are supported"),
            ("s3cret://p", "X does not name a proxy as http://host:port does"),
            ("http://user:s3cret@", "X does not name a proxy as http://host:port does"),
            ("http://s3cret p:1", "X does not name a proxy as http://host:port does"),
            ("http://p:s3cret", "X does not name a proxy as http://host:port does"),
            ("http://p:0", "X does not name a proxy as http://host:port does"),
            ("http://p:65536", "X does not name a proxy as http://host:port does"),
            ("http://[::1", "X does not name a proxy as http://host:port does"),
            ("2001:db8::1", "X does not name a proxy as http://host:port does"),
        ]
    )
    func unusable(text: String, reason: String) {
        #expect(throws: ProxyServerUnusable(reason: reason)) { try ProxyServer(text, variable: "X") }
        let route = ProxyRules { ["https_proxy": text][$0] }.route(to: Self.films)
        #expect(Self.text(route) == reason.replacing("X ", with: "https_proxy ", maxReplacements: 1))
    }

    @Test(
        "NO_PROXY exempts the domains, ports, and address ranges that it lists",
        arguments: [
            ("films.example", "films.example", true), ("films.example", "api.films.example", true),
            (".films.example", "films.example", true), ("*.films.example", "api.films.example", true),
            ("Films.Example.", "films.example", true), ("films.example", "myfilms.example", false),
            ("api.films.example", "films.example", false), ("*", "films.example", true), ("*", "8.8.8.8", true),
            ("a.example, films.example", "films.example", true), ("a.example films.example", "films.example", true),
            ("films.example:443", "films.example", true), ("films.example:8443", "films.example", false),
            ("8.8.8.8", "8.8.8.8", true), ("8.8.8.8", "8.8.8.9", false), ("8.8.8.8:443", "8.8.8.8", true),
            ("8.8.8.0/24", "8.8.8.9", true), ("8.8.8.0/31", "8.8.8.2", false), ("0.0.0.0/0", "8.8.8.8", true),
            ("8.8.8.0/33", "8.8.8.8", false),
            ("2001:db8::/32", "[2001:db8::1]", true), ("2001:db8::1", "[2001:db8::1]", true),
            ("[2001:db8::1]:443", "[2001:db8:0::1]", true), ("2001:db8::/32", "[2001:db9::1]", false),
            ("10.0.0.0/8", "films.example", false), ("", "films.example", false), (",., ,", "films.example", false),
            ("films.example:x", "films.example", false),
        ]
    )
    func exceptions(list: String, host: String, isDirect: Bool) {
        let rules = ProxyRules { ["ALL_PROXY": "http://p:1", "NO_PROXY": list][$0] }
        #expect((rules.route(to: HTTPOrigin(scheme: .https, host: host)) == .direct) == isDirect)
    }

    @Test("no_proxy takes precedence over NO_PROXY")
    func smallExceptions() {
        let rules = ProxyRules { ["ALL_PROXY": "p:1", "NO_PROXY": "*", "no_proxy": "other.example"][$0] }
        #expect(Self.text(rules.route(to: Self.films)) == "p:1 ALL_PROXY")
    }

    @Test(
        "Hosts that are or could resolve to the local machine bypass the proxy",
        arguments: [
            ("localhost", true), ("api.localhost", true), ("127.0.0.1", true), ("127.9.9.9", true), ("[::1]", true),
            ("[::ffff:127.0.0.1]", true), ("127.1", true), ("2130706433", true), ("0x7f.1", true), ("0177.0.0.1", true),
            ("films.1", true), ("10.0.0.1", false), ("localhost.example", false), ("films.example", false),
            ("1.films.example", false),
        ]
    )
    func loopback(host: String, isDirect: Bool) {
        let rules = ProxyRules { ["ALL_PROXY": "http://p:1"][$0] }
        #expect((rules.route(to: HTTPOrigin(scheme: .http, host: host)) == .direct) == isDirect)
    }
}
