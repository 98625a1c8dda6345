import MarqueeTestKit
import Testing

extension UpstreamFault {
    static let rows = connections + bodies + answers + redirects

    /// A short timeout for sources that do not answer.
    private static let short = "timeout: 300ms"

    private static let films = Array(FaultScene.films("bad", count: 2).utf8)

    static let connections =
        [
            UpstreamFault("U1 a name that does not exist", .unknownName, "unavailable", "does not resolve"),
            UpstreamFault("U3 refused", .closedPort, "unavailable", "refuses connections"),
            UpstreamFault("U5 accepted and reset", .server([], welcome: .reset), "unavailable", "closed"),
            UpstreamFault("U5 reset after the request", .answers(.reset), "unavailable", "closed", requests: 2...2),
            UpstreamFault(
                "U6 a handshake that hangs",
                .serverOverTLS(welcome: .ignore),
                "unavailable",
                "TLS handshake",
                requests: 0...0
            ),
            UpstreamFault(
                "U6 no TLS at all, and no second try in clear",
                .serverOverTLS(welcome: .greet(Array("220 hello\r\n".utf8))),
                "unavailable",
                requests: 0...0,
                more: short
            ),
            UpstreamFault("U7 accepted, not read", .server([], welcome: .ignore), "timeout", "300 ms", more: short),
            UpstreamFault(
                "U7 read, and silence",
                .answers(.silence),
                "timeout",
                "300 ms",
                requests: 1...2,
                more: short
            ),
            UpstreamFault(
                "U8 a head, and silence",
                .answers(.headThenSilence),
                "timeout",
                requests: 1...2,
                more: short
            ),
            UpstreamFault(
                "U9 a byte now and then",
                .answers(.drip(films, every: .milliseconds(90))),
                "timeout",
                requests: 1...2,
                more: short
            ),
            UpstreamFault("not HTTP", .answers(bytes("SSH-2.0-OpenSSH\r\n\r\n")), "unavailable", requests: 1...1),
        ] + linuxConnections

    // Only Linux drops connections that exceed a port's queue.
    #if os(Linux)
    private static let linuxConnections = [
        UpstreamFault("U4 a SYN that is dropped", .silentPort, "timeout", "no connection")
    ]
    #else
    private static let linuxConnections: [UpstreamFault] = []
    #endif

    static let bodies = [
        broken("U10 shorter than said", .shortBody(declared: 100, sent: 40)),
        UpstreamFault("U11 longer than said", .answers(.longBody(declared: 4, sent: 40)), "malformed", requests: 1...1),
        broken("U12 chunks of garbage", .badChunks),
        broken("U12 a chunk of a size that no number holds", .hugeChunkSize),
        broken("U12 no last chunk", .missingLastChunk),
        broken("U13 cut before its end", .untilClose(films.dropLast(8), cut: true)),
        tooLarge("U23 1 GB with a length", .hugeBody(byteCount: 1 << 30, saysLength: true)),
        tooLarge("U23 1 GB without one", .hugeBody(byteCount: 1 << 30, saysLength: false)),
        tooLarge("U24 gzip bomb", .encoded("gzip", Gzip.bomb(zeros: 64 << 20))),
        broken("U24 truncated gzip", .encoded("gzip", Gzip.stored(films).dropLast(12))),
        broken("U24 one gzip within another", .encoded("gzip, gzip", Gzip.stored(Gzip.stored(films)))),
        broken("U25 10,000 headers", .manyHeaders(10_000)),
        broken("U25 a header of 2 MB", .hugeHeader(byteCount: 2 << 20)),
    ]

    static let answers = [
        status(500, "unavailable", requests: 1...1),
        status(502, "unavailable", requests: 2...2),
        status(503, "unavailable", requests: 2...2),
        status(504, "unavailable", requests: 2...2),
        status(429, "rate_limited", requests: 1...1),
        UpstreamFault(
            "U16 401 that repeats the key",
            .answers(.json(FaultScene.echo, status: 401)),
            "auth",
            requests: 1...1
        ),
        status(403, "auth", requests: 1...1),
        status(404, "unavailable", requests: 1...1),
        status(400, "bad_request", requests: 1...1),
        UpstreamFault(
            "U26 HTML 200",
            .answers(.reply(headers: [("Content-Type", "text/html")], body: bytes("<html>Sign in</html>"))),
            "unavailable",
            requests: 1...1
        ),
        malformed("U27 invalid UTF-8", Array(#"{"films":[{"id":"1","title":""#.utf8) + [0xC3, 0x28] + bytes(#""}]}"#)),
        malformed("U28 100,000 deep", [UInt8](repeating: UInt8(ascii: "["), count: 100_000)),
        malformed("U30 NaN", bytes(#"{"films":[{"id":"1","title":"A","year":NaN}]}"#)),
        malformed("U31 the list is a number", bytes(#"{"films":7}"#)),
        malformed("U31 no list", bytes("{}")),
        malformed("U31 null alone", bytes("null")),
        malformed("an empty body", []),
    ]

    static let redirects = [
        redirect("U17 in a circle", .redirect(to: "/films"), requests: 1...4),
        redirect("U18 a fourth", .redirect(to: "next"), requests: 1...4),
        redirect("U21 to the metadata of a cloud", .redirect(to: "http://169.254.169.254/latest/meta-data")),
        redirect("U21 to this machine", .redirect(to: "http://localhost/")),
        redirect("U21 to a file", .redirect(to: "file:///etc/passwd")),
        UpstreamFault(
            "U22 304 with a Location",
            .answers(.reply(304, headers: [("Location", "http://evil.example/")])),
            "upstream",
            requests: 1...1
        ),
    ]

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func bytes(_ text: String) -> ScriptedAnswer { ScriptedAnswer([.bytes(Array(text.utf8))]) }

    private static func broken(_ name: String, _ answer: ScriptedAnswer) -> UpstreamFault {
        UpstreamFault(name, .answers(answer), "unavailable", requests: 1...1)
    }

    private static func tooLarge(_ name: String, _ answer: ScriptedAnswer) -> UpstreamFault {
        UpstreamFault(name, .answers(answer), "malformed", requests: 1...1, more: "max_body: 4MiB")
    }

    private static func malformed(_ name: String, _ body: [UInt8]) -> UpstreamFault {
        let answer = ScriptedAnswer.reply(headers: [("Content-Type", "application/json")], body: body)
        return UpstreamFault(name, .answers(answer), "malformed", requests: 1...1)
    }

    private static func status(_ code: Int, _ kind: String, requests: ClosedRange<Int>) -> UpstreamFault {
        let row = code == 429 ? "U14" : code >= 500 ? "U15" : "U16"
        return UpstreamFault("\(row) \(code)", .answers(.json("{}", status: code)), kind, requests: requests)
    }

    private static func redirect(
        _ name: String,
        _ answer: ScriptedAnswer,
        requests: ClosedRange<Int> = 1...1
    ) -> UpstreamFault {
        UpstreamFault(name, .answers(answer), "unavailable", requests: requests)
    }
}

/// A row of the fault matrix: what a source does, and what a call reports.
struct UpstreamFault: CustomTestStringConvertible, Sendable {
    /// The row, and what is special about this case.
    let name: String
    let place: FaultyPlace
    /// The kind of the source's failure.
    let kind: String
    /// A part of the failure's message.
    let message: String
    /// The number of requests that the source gets for the first call; `nil` if no server can count them.
    let requests: ClosedRange<Int>?
    /// Further lines of the source's definition.
    let more: String

    init(
        _ name: String,
        _ place: FaultyPlace,
        _ kind: String,
        _ message: String = "",
        requests: ClosedRange<Int>? = nil,
        more: String = ""
    ) {
        (self.name, self.place, self.kind, self.message) = (name, place, kind, message)
        (self.requests, self.more) = (requests, more)
    }

    var status: String { ["timeout", "rate_limited"].contains(kind) ? kind : "error" }

    var testDescription: String { name }
}

/// The place of a failing source.
enum FaultyPlace: Sendable {
    /// A server that gives these answers in turn, and then repeats the last one.
    case server([ScriptedAnswer], welcome: ScriptedServer.Welcome = .serve)
    /// A server that does not speak TLS but is asked over it.
    case serverOverTLS(welcome: ScriptedServer.Welcome)
    /// A port on which no program listens.
    case closedPort
    /// A port on which a program listens without accepting connections.
    case silentPort
    /// A host name that does not exist.
    case unknownName

    static func answers(_ answers: ScriptedAnswer...) -> FaultyPlace { .server(answers) }

    /// Creates the place, which lasts until ``Made/stop()`` or until the value is destroyed.
    func make() throws -> Made {
        switch self {
        case .server(let answers, let welcome):
            let server = try ScriptedServer(welcome: welcome)
            server.on("*") { _, use in answers.isEmpty ? .silence : answers[min(use, answers.count - 1)] }
            return Made(origin: server.origin, server: server)
        case .serverOverTLS(let welcome):
            let server = try ScriptedServer(welcome: welcome)
            return Made(origin: "https://127.0.0.1:\(server.port)", server: server)
        case .closedPort:
            let port = try ClosedPort()
            return Made(origin: "http://127.0.0.1:\(port.port)", port: port)
        case .silentPort:
            let port = try SilentPort()
            return Made(origin: "http://127.0.0.1:\(port.port)", port: port)
        case .unknownName:
            return Made(origin: "http://films.invalid")
        }
    }

    struct Made: Sendable {
        var origin: String
        var server: ScriptedServer?
        /// Kept so that no other program gets the port.
        var port: (any Sendable)?

        var requestCount: Int { server?.log.requests.count ?? 0 }

        func stop() { server?.stop() }
    }
}
