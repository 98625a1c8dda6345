import HTTPModel
import Testing

@testable import MovieHTTP

@Suite("Which requests go through a proxy")
struct ProxyRulesTests {
    private static let films = HTTPOrigin(scheme: .https, host: "films.example")

    /// Such as `proxy.example:3128 HTTPS_PROXY`, `direct`, or the reason why it is blocked.
    private static func text(_ route: ProxyRoute) -> String {
        switch route {
        case .direct: "direct"
        case .through(let proxy): "\(proxy.host):\(proxy.port) \(proxy.variable)"
        case .blocked(let reason): reason
        }
    }

    @Test(
        "the variables of the environment",
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
        "how a proxy is written",
        arguments: [
            ("proxy.example", "proxy.example:80 X"), ("HTTP://Proxy.Example:3128/", "proxy.example:3128 X"),
            ("10.0.0.1:3128", "10.0.0.1:3128 X"), ("http://[2001:db8::1]:3128", "2001:db8::1:3128 X"),
            ("http://[2001:db8::1]", "2001:db8::1:80 X"), ("http://user:p%40ss@proxy.example:1", "proxy.example:1 X"),
            ("user@host:pass@proxy.example:1", "proxy.example:1 X"),
        ]
    )
    func notations(text: String, proxy: String) throws {
        #expect(Self.text(.through(try ProxyServer(text, variable: "X"))) == proxy)
    }

    @Test(
        "user and password, percent-decoded",
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
        "what cannot be used blocks the way instead of opening another, and shows no password",
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
        "NO_PROXY",
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

    @Test("no_proxy comes before NO_PROXY")
    func smallExceptions() {
        let rules = ProxyRules { ["ALL_PROXY": "p:1", "NO_PROXY": "*", "no_proxy": "other.example"][$0] }
        #expect(Self.text(rules.route(to: Self.films)) == "p:1 ALL_PROXY")
    }

    @Test(
        "this machine is never asked through a proxy, nor is what a proxy might take for its own",
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
