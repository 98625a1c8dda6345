import MarqueeTestKit

/// A source that fails in one of the ways listed in docs/dev/failures.md, ready for requests.
struct DeadSource {
    let name: String
    let origin: String
    /// The objects that must live as long as the source receives requests.
    private let holding: [any Sendable]
    private let server: ScriptedServer?

    func stop() { server?.stop() }

    /// Returns a healthy source for comparison.
    static func healthy(after pause: Duration) throws -> DeadSource {
        try answering("healthy", MadeUpSource.answer(after: pause))
    }

    /// The failures U1 to U15, except a silent name server (U2), which needs a network of its own.
    static var all: [@Sendable () throws -> DeadSource] {
        connections + answers
    }

    private static var connections: [@Sendable () throws -> DeadSource] {
        [
            { DeadSource(name: "U1 no such host", origin: "https://films.invalid", holding: [], server: nil) },
            {
                let port = try ClosedPort()
                return DeadSource(name: "U3 refused", origin: loopback(port.port), holding: [port], server: nil)
            },
            {
                let port = try SilentPort()
                return DeadSource(name: "U4 SYN dropped", origin: loopback(port.port), holding: [port], server: nil)
            },
            { try welcoming("U5 accepted, then reset", .reset) },
            { try welcoming("U6 TLS handshake hangs", .ignore, scheme: "https") },
            { try welcoming("U6 no TLS at all", .greet(Array("220 mail\r\n".utf8)), scheme: "https") },
        ]
    }

    private static var answers: [@Sendable () throws -> DeadSource] {
        let body = [UInt8](repeating: UInt8(ascii: " "), count: 100)
        let faults: [(String, ScriptedAnswer)] = [
            ("U7 says nothing", .silence), ("U8 head, then silence", .headThenSilence),
            ("U9 one byte a second", .drip(body)), ("U10 shorter than its length", .shortBody(declared: 100, sent: 10)),
            ("U11 longer than its length", .longBody(declared: 10, sent: 100)),
            ("U12 garbage for chunks", .badChunks), ("U12 a huge chunk", .hugeChunkSize),
            ("U12 no last chunk", .missingLastChunk), ("U13 cut in its body", .untilClose(body, cut: true)),
            ("U14 429, again in 1 s", .reply(429, headers: [("Retry-After", "1")])),
            ("U14 429, again in a year", .reply(429, headers: [("Retry-After", "31536000")])),
            ("U15 503", .reply(503)),
        ]
        return faults.map { fault in { try answering(fault.0, fault.1) } }
    }

    private static func answering(_ name: String, _ answer: ScriptedAnswer) throws -> DeadSource {
        let server = try ScriptedServer()
        server.on(ScriptedRoute(MadeUpSource.path), answer)
        return DeadSource(name: name, origin: server.origin, holding: [], server: server)
    }

    private static func welcoming(
        _ name: String,
        _ welcome: ScriptedServer.Welcome,
        scheme: String = "http"
    ) throws -> DeadSource {
        let server = try ScriptedServer(welcome: welcome)
        let origin = "\(scheme)://127.0.0.1:\(server.port)"
        return DeadSource(name: name, origin: origin, holding: [], server: server)
    }

    private static func loopback(_ port: Int) -> String { "http://127.0.0.1:\(port)" }
}
