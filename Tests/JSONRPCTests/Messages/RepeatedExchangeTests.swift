import JSON
import Testing

@testable import JSONRPC

@Suite("Repetitions of a request whose result lasts")
struct RepeatedExchangeTests {
    /// The same methods, of whose results none is said to last.
    private struct Forgetful: RPCHandler {
        let methods = SampleMethods()

        func handleImmediately(_ call: RPCCall) -> RPCReply? { methods.handleImmediately(call) }
        func handle(_ call: RPCCall) async -> RPCReply { await methods.handle(call) }
        var acceptsBatches: Bool { true }
    }

    /// Messages that look much like each other, and some that do not.
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

    @Test(
        "Answers are the same as if every message were read, in 3,000 streams of damaged messages",
        arguments: RPCFraming.allCases
    )
    func sameAsReading(framing: RPCFraming) {
        var random = SplitMix(seed: 7)
        var longest = 0
        for _ in 0..<3_000 {
            let stream = Self.stream(framing, using: &random)
            let pieces = stream.split(longest: Int.random(in: 8...2_000, using: &random), using: &random)
            let quick = dryRun(pieces) { $0.framing = framing }
            let slow = dryRun([stream], handler: Forgetful()) { $0.framing = framing }
            longest = max(longest, quick?.count ?? 0)
            guard quick == slow else {
                Issue.record("not the same for \(String(decoding: stream, as: UTF8.self))")
                return
            }
        }
        #expect(longest > 500)
    }

    /// Runs of one message with other ids, now and then a damaged one.
    private static func stream(_ framing: RPCFraming, using random: inout SplitMix) -> [UInt8] {
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

    private static func damage(_ stream: inout [UInt8], using random: inout SplitMix) {
        let place = Int.random(in: 0..<stream.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: stream.remove(at: place)
        case 1: stream.insert(stream[place], at: place)
        default: stream[place] = stream[Int.random(in: 0..<stream.count, using: &random)]
        }
    }

    @Test("Ids of every length come back, up to and past the longest that a pattern takes")
    func idsOfEveryLength() {
        let ids = (1...30).map { String(repeating: "7", count: $0) }
        let sent = (ids + ids.reversed()).map { WireCase.ping(id: $0) }
        let answers = (ids + ids.reversed()).map { WireCase.pong(id: $0) }
        for framing in RPCFraming.allCases {
            #expect(dryRun([framing.stream(sent)]) == framing.stream(answers))
        }
    }

    @Test("A message that grows past the limit with its id is refused like any other")
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
