import JSON
import MarqueeTestKit
import Platform
import Testing

@testable import JSONRPC

@Suite("Reading messages")
struct MessageDecoderTests {
    private static let seeds = [
        #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":12,"method":"ping"}"#,
        #"{ "id" : "a-b" , "method":"a/rather/long/method/name","jsonrpc":"2.0","params":{"a":[1,{"b":"]}"}]} }"#,
        #"{"method":"textDocument/didSomething","params":[],"jsonrpc":"2.0"}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"echo","params":{"query":"parasite","page":1}}"#,
        #"{"params":{"a":"\\\"","b":-1.5e3},"jsonrpc":"2.0","id":null,"method":"m"}"#,
    ]

    @Test("The decoder's invariants hold for 30,000 damaged messages")
    func damaged() throws {
        var random = SeededGenerator(seed: 42)
        var decoder = MessageDecoder(limits: .standard, maximumBatch: 1_000)
        var calls = 0
        for _ in 0..<30_000 {
            let message = Self.damaged(using: &random)
            try DecoderInvariants.check(message)
            if case .single(.call) = decoder.decode(message.span) { calls += 1 }
        }
        #expect(calls > 3_000)
    }

    /// Returns a message with up to three bytes changed, removed, or doubled.
    private static func damaged(using random: inout SeededGenerator) -> [UInt8] {
        var message = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].utf8)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let place = Int.random(in: 0..<message.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: message.remove(at: place)
            case 1: message.insert(message[place], at: place)
            case 2: message[place] = message[Int.random(in: 0..<message.count, using: &random)]
            default: message[place] = UInt8.random(in: 0...255, using: &random)
            }
        }
        return message
    }

    @Test("The decoder distinguishes messages that differ in only a few bytes")
    func similar() {
        var decoder = MessageDecoder(limits: .standard, maximumBatch: 1_000)
        func read(_ text: String) -> RPCCall? {
            guard case .single(.call(let call)) = decoder.decode(Array(text.utf8).span) else { return nil }
            return call
        }
        func params(_ call: RPCCall?) -> String? { call?.params.map { String(decoding: $0.text, as: UTF8.self) } }
        #expect(read(#"{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}"#)?.id == 1)
        let second = read(#"{"jsonrpc":"2.0","id":20,"method":"m","params":[1]}"#)
        #expect(second?.id == 20)
        #expect(params(second) == "[1]")
        #expect(read(#"{"jsonrpc":"2.0","id":020,"method":"m","params":[1]}"#) == nil)
        #expect(read(#"{"jsonrpc":"2.0","id":,"method":"m","params":[1]}"#) == nil)
        #expect(read(#"{"jsonrpc":"2.0","id":2 0,"method":"m","params":[1]}"#) == nil)
        #expect(params(read(#"{"jsonrpc":"2.0","id":3,"method":"m","params":[2]}"#)) == "[2]")
        #expect(read(#"{"jsonrpc":"2.0","id":4,"method":"n","params":[2]}"#)?.method == "n")
    }
}

@Suite("Repeated requests")
struct RepetitionTests {
    /// Messages that closely resemble each other, and some that don't.
    private static let seeds = [
        #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        #" {"id" : 1 , "method":"ping","jsonrpc":"2.0"} "#,
        #"{"jsonrpc":"2.0","id":1,"method":"pretty"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#,
        #"{"jsonrpc":"2.0","id":"1","method":"ping"}"#,
        #"{"jsonrpc":"2.0","method":"shutdown","id":1}"#,
        #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
    ]

    private static let rounds = SystemEnvironment.current.variable("MARQUEE_LONG") == "1" ? 3_000 : 200

    @Test(
        "The answers to streams of repeated and damaged messages don't depend on the split",
        arguments: RPCFraming.allCases
    )
    func anySplit(framing: RPCFraming) {
        var random = SeededGenerator(seed: 7)
        var longest = 0
        for _ in 0..<Self.rounds {
            let stream = Self.stream(framing, using: &random)
            let pieces = stream.split(longest: Int.random(in: 8...2_000, using: &random), using: &random)
            let split = dryRun(pieces) { $0.framing = framing }
            let whole = dryRun([stream]) { $0.framing = framing }
            longest = max(longest, whole?.count ?? 0)
            guard split == whole else {
                Issue.record("not the same for \(String(decoding: stream, as: UTF8.self))")
                return
            }
        }
        #expect(longest > 500)
    }

    /// Returns runs of one message with different ids, some of them damaged.
    private static func stream(_ framing: RPCFraming, using random: inout SeededGenerator) -> [UInt8] {
        var stream: [UInt8] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let seed = seeds[Int.random(in: 0..<seeds.count, using: &random)]
            for _ in 0..<Int.random(in: 1...9, using: &random) {
                let digits = String(
                    UInt64.random(in: 0...(1 << UInt64.random(in: 0...62, using: &random)), using: &random)
                )
                let id = Int.random(in: 0..<12, using: &random) == 0 ? "0" + digits : digits
                stream += framing.stream([seed.replacing("1", with: id)])
            }
            if Bool.random(using: &random) { damage(&stream, using: &random) }
        }
        return stream
    }

    private static func damage(_ stream: inout [UInt8], using random: inout SeededGenerator) {
        let place = Int.random(in: 0..<stream.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: stream.remove(at: place)
        case 1: stream.insert(stream[place], at: place)
        default: stream[place] = stream[Int.random(in: 0..<stream.count, using: &random)]
        }
    }

    @Test("Ids of 1 to 30 digits are echoed unchanged")
    func idsOfEveryLength() {
        let ids = (1...30).map { String(repeating: "7", count: $0) }
        let sent = (ids + ids.reversed()).map { WireCase.ping(id: $0) }
        let answers = (ids + ids.reversed()).map { WireCase.pong(id: $0) }
        for framing in RPCFraming.allCases {
            #expect(dryRun([framing.stream(sent)]) == framing.stream(answers))
        }
    }

    @Test("A repeated message whose longer id takes it past the size limit is refused")
    func limit() {
        let short = WireCase.ping(id: "1")
        let answers = dryRun([RPCFraming.line.stream([short, short, short, WireCase.ping(id: "12")])]) {
            $0.messageLimits.maximumBytes = short.utf8.count
        }
        let expected =
            [String](repeating: WireCase.pong(id: "1"), count: 3) + [WireCase.tooLarge(limit: short.utf8.count)]
        #expect(answers == RPCFraming.line.stream(expected))
    }
}

@Suite("Reasons of errors about messages")
struct ReasonTests {
    private static func request(_ members: String) -> String { #"{"jsonrpc":"2.0",\#(members)}"# }

    @Test(
        "An error about a message says what was expected",
        arguments: [
            ("{oops", "expected a name in double quotes or '}', found 'o' (byte 1)"),
            ("", nil),
            ("7", "expected a request, which is an object"),
            ("[]", "expected at least one request in the batch"),
            ("[7]", "expected a request, which is an object"),
            ("[1,2,3,4]", "expected at most 3 requests in a batch, found 4"),
            ("[\(WireCase.ping(id: "1")),\(WireCase.ping(id: "1"))]", "an earlier request of the batch has this id"),
            ("{}", #"expected "jsonrpc": "2.0" once"#),
            (#"{"jsonrpc":"1.0","method":"ping","id":1}"#, #"expected "jsonrpc" to be "2.0""#),
            (request(#""id":1"#), #"expected "method" once"#),
            (request(#""id":1,"method":7"#), #"expected "method" to be a text"#),
            (request(#""id":1,"method":"ping","params":7"#), #"expected "params" to be an object or an array"#),
            (request(#""id":1,"method":"ping","result":7"#), #"expected neither "result" nor "error" in a request"#),
            (request(#""id":{},"method":"ping""#), #"expected one "id" that is a text, a number, or null"#),
            (request(#""id":1,"id":2,"method":"ping""#), #"expected one "id" that is a text, a number, or null"#),
        ] as [(String, String?)]
    )
    func line(text: String, reason: String?) throws {
        #expect(try reasons([RPCFraming.line.frame(Array(text.utf8))]) == [reason].compactMap(\.self))
    }

    @Test(
        "An error about a stretch of the stream says what is wrong with it",
        arguments: [
            ("Content-Length: 0\r\n\r\n", "a message of length 0"),
            ("X-Odd: 1\r\n\r\n", "no valid Content-Length header"),
            ("Content-Length: 2\r\nContent-Type: a/b; charset=latin1\r\n\r\n{}", "a charset other than UTF-8"),
            ("Content-Length: 9\r\n\r\n{", "the input ended inside a message"),
        ]
    )
    func header(text: String, reason: String) throws {
        #expect(try reasons([Array(text.utf8)]) == [reason])
    }

    @Test("A request at the wrong time is refused with the reason")
    func time() throws {
        let initialize = Self.request(#""id":1,"method":"initialize","params":{"capabilities":{}}"#)
        let shutdown = Self.request(#""id":2,"method":"shutdown""#)
        let input = [initialize, initialize, shutdown, WireCase.ping(id: "3")]
        #expect(
            try reasons([RPCFraming.line.stream(input)]) == [
                "the session is already initialized", "after shutdown, only the notification exit is allowed",
            ]
        )
    }

    @Test("A reserved method, and a request before the handshake, are refused with the reason")
    func others() throws {
        let reserved = Self.request(#""id":1,"method":"rpc.secret""#)
        let input = [RPCFraming.line.frame(Array(reserved.utf8))]
        let names = "names that begin with rpc. are reserved, and rpc.discover is the only one here"
        #expect(try reasons(input) == [names])
        let first = "expected the request initialize before any other"
        #expect(try reasons(input) { $0.requiresInitialize = true } == [first])
    }

    private static let kinds = [
        -32_700: "parse_error", -32_600: "invalid_request", -32_601: "method_not_found", -32_002: "not_initialized",
    ]

    /// Returns `data.reason` of each error, whose kind is checked.
    private func reasons(
        _ pieces: [[UInt8]],
        configure: (inout RPCServerConfiguration) -> Void = { _ in }
    ) throws -> [String] {
        let output = try #require(
            wholeDryRun(pieces) {
                $0.maximumBatch = 3
                configure(&$0)
            }
        )
        let framing = output.starts(with: "Content-Length".utf8) ? RPCFraming.header : .line
        return try framing.bodies(output).flatMap { body in
            let root = try JSONDocument(body).root
            return try (root.kind == .array ? Array(root.elements) : [root]).compactMap { answer -> String? in
                guard let error = answer["error"] else { return nil }
                #expect(error["data"]?["kind"]?.string == Self.kinds[error["code"]?.int ?? 0])
                return try #require(error["data"]?["reason"]?.string)
            }
        }
    }
}

@Suite("Request ids")
struct RPCIDTests {
    @Test(
        "An id keeps its token byte for byte",
        arguments: [
            "1", "-0", "1.0", "1e0", "\"1\"", "\"\"", "null", "123456789012345", "1234567890123456",
            "99999999999999999999", "\"a rather long id that does not fit\"", "\"é\"",
        ]
    )
    func echoesToken(token: String) {
        #expect(RPCID(token: Array(token.utf8)).description == token)
        #expect(RPCID(token: Array(token.utf8)) == RPCID(token: token.utf8))
        let id = RPCID(token: token.utf8)
        #expect([UInt8](capacity: id.count) { id.append(to: &$0) } == Array(token.utf8))
    }

    @Test("Tokens with equal values but different bytes are different ids")
    func differsByToken() {
        let tokens = ["1", "\"1\"", "1.0", "1e0", "01", "\"\\u0031\"", "\"e\u{301}\"", "\"\u{e9}\""]
        #expect(Set(tokens.map { RPCID(token: Array($0.utf8)) }).count == tokens.count)
    }
}
