import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieHTTP

/// Failures don't repeat libcurl's own messages, which contain URLs, hosts, and proxy credentials.
@Suite("Secrets in failures")
struct SecretTests {
    /// Random secrets of characters that each place encodes differently.
    private struct Secrets {
        var proxy: String
        var query: String
        var header: String
        var body: String
        var path: String
        static let user = "user"

        init(seed: UInt64) {
            var chance = SeededGenerator(seed: seed)
            func make() -> String {
                let letters = Array(#"abcXYZ0189-._~/+=&%@:?#"\<>| é"#)
                let middle = (0..<10).map { _ in letters[Int.random(in: letters.indices, using: &chance)] }
                let end = UInt32.random(in: .min ... .max, using: &chance)
                return "s3" + String(middle) + "Q9" + String(end, radix: 36)
            }
            (proxy, query, header, body, path) = (make(), make(), make(), make(), make())
            // This secret is valid in a host name.
            if seed % 2 == 0 { query = "S3hostKey" + String(UInt32(seed) &* 2_654_435_761, radix: 36) }
        }

        var forms: Set<String> {
            [proxy, query, header, body, path].reduce(into: []) {
                $0.formUnion(SecretForms.all(of: $1, user: Self.user))
            }
        }

        /// A source's text that repeats all secrets but the proxy's.
        var echo: String { "\(query) \(header) \(body) \(path)".replacing("\"", with: "'") }

        func request(host: String, port: Int, scheme: HTTPOrigin.Scheme = .http, path: String? = nil) -> HTTPRequest {
            .to(
                port: port,
                host: host,
                scheme: scheme,
                path ?? "/" + SecretForms.percentEncoded(self.path),
                method: .post,
                query: [.init("key", SecretText([.secret(Secret(query))]))],
                headers: [.init("Authorization", SecretText([.plain("Bearer "), .secret(Secret(header))]))],
                body: SecretText([.secret(Secret(body))]),
                within: .milliseconds(400),
                connectWithin: .milliseconds(250),
                maximumBodyBytes: 1_000
            )
        }

        func configuration(proxyAt place: String, _ scheme: String = "http") -> HTTPTransportConfiguration {
            let value = "\(scheme)://\(Self.user):\(SecretForms.percentEncoded(proxy))@\(place)"
            return HTTPTransportConfiguration(userAgent: "test", environment: { ["all_proxy": value][$0] })
        }
    }

    private static func answers(_ secrets: Secrets) -> [ScriptedAnswer] {
        let echo = Array(secrets.echo.utf8)
        return [
            .reply(407, headers: [("Proxy-Authenticate", "Basic realm=\"x\"")], body: echo), .reply(502, body: echo),
            .close, .reset, .silence, ScriptedAnswer([.bytes(echo), .close]),
            ScriptedAnswer([.bytes(Array("HTTP/1.1 \(secrets.echo)\r\n\r\n".utf8)), .close]),
            ScriptedAnswer([.bytes(Array("HTTP/1.1 200 OK\r\n\(secrets.echo)\r\n\r\n".utf8)), .close]),
            ScriptedAnswer([.bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: \(secrets.echo)\r\n\r\n".utf8)), .close]),
            ScriptedAnswer([
                .bytes(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(secrets.echo)\r\n\r\n".utf8)), .close,
            ]),
            .encoded(secrets.echo, echo), .encoded("gzip", echo), .shortBody(declared: 100, sent: 1), .badChunks,
            .hugeBody(byteCount: 1 << 20, saysLength: true), .redirect(to: "http://evil.example/\(secrets.echo)"),
            .redirect(to: "http://\(secrets.query).evil.example/"), .redirect(to: "//\(secrets.query)@evil.example/"),
            .redirect(to: "/films?key=\(secrets.query)"), .redirect(to: "\(secrets.query):x"),
        ]
    }

    @Test("E: no failure contains a secret of the request or of a proxy in any form", arguments: 0..<6 as Range<UInt64>)
    func failures(seed: UInt64) async throws {
        let secrets = Secrets(seed: seed)
        var failures: [ProviderError] = []
        let closed = try ClosedPort()
        for answer in Self.answers(secrets) {
            try await withServer([answer]) { server in
                let place = "127.0.0.1:\(server.port)"
                let through = secrets.configuration(proxyAt: place)
                failures += await Self.failures(secrets.request(host: "films.invalid", port: 80), through)
                failures += await Self.failures(secrets.request(host: "127.0.0.1", port: server.port), .test)
                var get = secrets.request(host: "127.0.0.1", port: server.port)
                (get.method, get.body) = (.get, nil)
                failures += await Self.failures(get, .test)
                try await withServer([.tunnel(to: server.port)]) { proxy in
                    let tunnel = secrets.configuration(proxyAt: "127.0.0.1:\(proxy.port)")
                    failures += await Self.failures(secrets.request(host: "films.invalid", port: 80), tunnel)
                }
            }
        }
        let films = secrets.request(host: "films.invalid", port: 443, scheme: .https)
        let places = ["127.0.0.1:\(closed.port)", "proxy.invalid:1", "p:99999", "p:0", "[::1", "", "p p:1", "/"]
        for place in places { failures += await Self.failures(films, secrets.configuration(proxyAt: place)) }
        for scheme in ["https", "socks5", secrets.proxy] {
            failures += await Self.failures(films, secrets.configuration(proxyAt: "127.0.0.1:1", scheme))
        }
        failures += await Self.failures(films, .test)
        for port in [closed.port, 1] {
            failures += await Self.failures(secrets.request(host: "127.0.0.1", port: port), .test)
        }
        let misleading = ["\(secrets.path)", "/\(secrets.path) \r\n", "@\(secrets.path)/"]
        for path in misleading {
            failures += await Self.failures(secrets.request(host: "127.0.0.1", port: 1, path: path), .test)
        }
        for name in ["Host", "X\r\nY", ""] {
            var request = films
            request.headers = [.init(name, SecretText([.secret(Secret(secrets.header))]))]
            failures += await Self.failures(request, .test)
        }
        var split = films
        split.headers = [.init("X-Key", SecretText([.secret(Secret(secrets.header + "\r\nX: \(secrets.query)"))]))]
        failures += await Self.failures(split, .test)

        #expect(failures.count > 60)
        for failure in failures {
            let texts = [failure.message, "\(failure)", String(reflecting: failure)]
            let found = SecretForms.found(secrets.forms, in: Array(texts.joined(separator: "\n").utf8))
            #expect(found.isEmpty, "seed \(seed): \(failure.kind) holds \(found): \(failure.message)")
        }
    }

    private static func failures(
        _ request: HTTPRequest,
        _ configuration: HTTPTransportConfiguration
    ) async -> [ProviderError] {
        await Exchange.of(request, configuration).failure.map { [$0] } ?? []
    }

    @Test("E: a printed transport configuration contains no proxy password")
    func printed() throws {
        let secrets = Secrets(seed: 1)
        let configuration = secrets.configuration(proxyAt: "127.0.0.1:1")
        var text = "\(configuration)" + String(reflecting: configuration)
        dump(configuration, to: &text)
        #expect(SecretForms.found(SecretForms.all(of: secrets.proxy, user: Secrets.user), in: Array(text.utf8)).isEmpty)
    }

    @Test("A refused redirect names the other origin unless its name repeats a secret or is invalid")
    func redirects() {
        let origin = HTTPOrigin(scheme: .https, host: "films.example")
        var policy = RedirectPolicy(origin: origin, method: .get, target: "/")
        policy.secrets = [Secret("S3cretKey")]
        let bare = RedirectPolicy.Action.refuse("films.example redirects to another origin")
        let named = RedirectPolicy.Action.refuse(
            "films.example redirects to https://other.example, which is another origin; if you mean that one, name it"
        )
        #expect(policy.decide(status: 302, location: "https://other.example/") == named)
        #expect(policy.decide(status: 302, location: "https://s3cretkey.example/") == bare)
        #expect(policy.decide(status: 302, location: "https://x.S3CRETKEY/") == bare)
        #expect(policy.decide(status: 302, location: "https://\u{202E}moc.example/") == bare)
        #expect(policy.decide(status: 302, location: "https://\(String(repeating: "a", count: 300))/") == bare)
    }
}
