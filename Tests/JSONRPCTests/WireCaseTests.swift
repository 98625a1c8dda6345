import JSON
import JSONRPC
import MarqueeTestKit
import Testing

@Suite("Answers to unusual input")
struct WireCaseTests {
    @Test(
        "C21: an unusual message gets its exact answer in both framings, however the bytes are split",
        arguments: RequestCases.all,
        RPCFraming.allCases
    )
    func message(wireCase: WireCase, framing: RPCFraming) {
        check(wireCase, framing, configure: { $0.framing = framing })
    }

    @Test("Unusual messages get their exact answers over pipes", arguments: RPCFraming.allCases)
    func messagesOverPipes(framing: RPCFraming) async throws {
        try await checkOverPipes(RequestCases.all, framing, configure: { _ in })
    }

    @Test(
        "C21, C22: an unusual stream of lines gets its exact answers, however the bytes are split",
        arguments: StreamCases.lines
    )
    func lines(wireCase: WireCase) {
        check(wireCase, .line, configure: { $0.messageLimits.maximumBytes = StreamCases.limit })
    }

    @Test(
        "C21: an unusual stream of headers gets its exact answers, however the bytes are split",
        arguments: StreamCases.headers
    )
    func headers(wireCase: WireCase) {
        check(wireCase, .header) {
            $0.messageLimits.maximumBytes = StreamCases.limit
            $0.framing = wireCase.input[0].isLetter ? nil : .header
        }
    }

    @Test("Unusual streams get their exact answers over pipes", arguments: RPCFraming.allCases)
    func streamsOverPipes(framing: RPCFraming) async throws {
        let cases = framing == .line ? StreamCases.lines : StreamCases.headers
        try await checkOverPipes(cases, framing) {
            $0.messageLimits.maximumBytes = StreamCases.limit
            $0.framing = framing
        }
    }

    /// Splits the stream in many ways and checks that each split gives the expected answers.
    private func check(_ wireCase: WireCase, _ framing: RPCFraming, configure: (inout RPCServerConfiguration) -> Void) {
        let stream = wireCase.stream(framing)
        let expected = text(wireCase.answers(framing))
        #expect(text(dryRun([stream], configure: configure)) == expected, "in one piece")
        #expect(text(dryRun(stream.map { [$0] }, configure: configure)) == expected, "byte by byte")
        for seed in 1...(stream.count > 5_000 ? 2 : 6) {
            var random = SeededGenerator(seed: UInt64(seed))
            let longest = [2, 7, 40][seed % 3] * (stream.count > 5_000 ? 50 : 1)
            let pieces = stream.split(longest: longest, using: &random)
            #expect(text(dryRun(pieces, configure: configure)) == expected, "split with seed \(seed)")
        }
    }

    /// Sends all rows in one session over real pipes, in pieces of random length.
    private func checkOverPipes(
        _ cases: [WireCase],
        _ framing: RPCFraming,
        configure: (inout RPCServerConfiguration) -> Void
    ) async throws {
        // The follower reuses its id, which is allowed once its request has been answered.
        let opening = framing.stream([WireCase.follower])
        let stream = opening + cases.flatMap { $0.stream(framing) }
        let expected = framing.stream([WireCase.followerAnswer]) + cases.flatMap { $0.answers(framing) }
        var random = SeededGenerator(seed: 11)
        let exchange = try await exchange(stream.split(longest: 900, using: &random), configure: configure)
        #expect(exchange.text == text(expected))
        #expect(exchange.ending == .endOfInput)
    }

    private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
