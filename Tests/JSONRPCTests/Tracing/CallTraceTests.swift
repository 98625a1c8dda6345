import JSON
import JSONRPC
import Synchronization
import Testing

@Suite("What is told about calls")
struct CallTraceTests {
    private static func setTrace(_ value: String) -> String {
        #"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":\#(value)}}"#
    }

    /// The messages of `$/logTrace` and the ids of the answers, in order; durations become `N`.
    private func transcript(_ input: [String], ending: RPCEnding = .endOfInput) async throws -> [String] {
        let result = try await exchange([RPCFraming.line.stream(input)])
        #expect(result.ending == ending)
        return try result.lines.map { line in
            let message = try JSONDocument(line).root
            guard message["method"]?.string == "$/logTrace" else { return "id \(message["id"].map { "\($0)" } ?? "")" }
            let text = message["params"]?["message"]?.string ?? ""
            let plain = text.replacing(#/in \d+ ms/#, with: "in N ms")
            let verbose = message["params"]?["verbose"]?.string
            return verbose.map { "\(plain): \($0)" } ?? plain
        }
    }

    private static let ping = WireCase.ping(id: "1")
    private static let later = #"{"jsonrpc":"2.0","id":2,"method":"later","params":{"a":[1, 2]}}"#

    @Test("Nothing before somebody asks, and nothing after off")
    func off() async throws {
        #expect(try await transcript([Self.ping]) == ["id 1"])
        let input = [Self.setTrace(#""messages""#), Self.setTrace(#""off""#), Self.ping]
        #expect(try await transcript(input) == ["notification $/setTrace", "id 1"])
    }

    @Test("Messages: what came and what is answered, the answer's line before the answer")
    func messages() async throws {
        #expect(
            try await transcript([Self.setTrace(#""messages""#), Self.ping, Self.later]) == [
                "request ping (1)", "answered ping (1) in N ms", "id 1",
                "request later (2)", "answered later (2) in N ms", "id 2",
            ]
        )
    }

    @Test("Verbose: with parameters and results; an error says its code and its message")
    func verbose() async throws {
        let unknown = #"{"jsonrpc":"2.0","id":3,"method":"nope"}"#
        #expect(
            try await transcript([Self.setTrace(#""verbose""#), Self.later, unknown]).sorted()
                == [
                    "id 2", "id 3",
                    #"answered later (2) in N ms: {"a":[1, 2]}"#,
                    #"answered nope (3) with error -32601 in N ms: "Method not found""#,
                    #"request later (2): {"a":[1, 2]}"#,
                    "request nope (3)",
                ].sorted()
        )
    }

    @Test("initialize may ask for it; other values change nothing")
    func initialize() async throws {
        let initialize =
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"trace":"messages"}}"#
        #expect(
            try await transcript([initialize, Self.setTrace(#""loud""#), Self.setTrace("7"), Self.ping]) == [
                "id 0", "notification $/setTrace", "notification $/setTrace",
                "request ping (1)", "answered ping (1) in N ms", "id 1",
            ]
        )
    }

    @Test("The server's log hears of every call, whatever the client wants")
    func log() async throws {
        let events = Mutex<[String]>([])
        let told: @Sendable (RPCCallEvent) -> Void = { event in
            let text = "\(event)".replacing(#/in \d+ ms/#, with: "in N ms")
            events.withLock { $0.append(text) }
        }
        let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#
        let wait = #"{"jsonrpc":"2.0","id":5,"method":"wait"}"#
        let result = try await exchange([RPCFraming.line.stream([Self.ping, wait, cancel])]) { $0.callEvents = told }
        #expect(result.lines == [WireCase.pong(id: "1")])
        #expect(
            events.withLock { $0 } == [
                "request ping (1)", "answered ping (1) in N ms", "request wait (5)",
                "notification notifications/cancelled", "wait (5) was taken back",
            ]
        )
    }
}
