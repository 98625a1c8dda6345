import JSON
import JSONRPC
import Testing

@Suite("What the wire answers")
struct WireCaseTests {
    @Test(
        "C21: every odd message, in lines and in headers, however the bytes are split",
        arguments: RequestCases.all,
        RPCFraming.allCases
    )
    func message(wireCase: WireCase, framing: RPCFraming) async {
        await check(wireCase, framing, configure: { $0.framing = framing })
    }

    @Test("Every odd message over pipes", arguments: RPCFraming.allCases)
    func messagesOverPipes(framing: RPCFraming) async throws {
        try await checkOverPipes(RequestCases.all, framing, configure: { _ in })
    }

    @Test("C21, C22: every odd stream of lines, however the bytes are split", arguments: StreamCases.lines)
    func lines(wireCase: WireCase) async {
        await check(wireCase, .line, configure: { $0.messageLimits.maximumBytes = StreamCases.limit })
    }

    @Test("C21: every odd stream of headers, however the bytes are split", arguments: StreamCases.headers)
    func headers(wireCase: WireCase) async {
        await check(wireCase, .header) {
            $0.messageLimits.maximumBytes = StreamCases.limit
            $0.framing = wireCase.input[0].isLetter ? nil : .header
        }
    }

    @Test("Every odd stream over pipes", arguments: RPCFraming.allCases)
    func streamsOverPipes(framing: RPCFraming) async throws {
        let cases = framing == .line ? StreamCases.lines : StreamCases.headers
        try await checkOverPipes(cases, framing) {
            $0.messageLimits.maximumBytes = StreamCases.limit
            $0.framing = framing
        }
    }

    /// Splits the stream in many ways; every one must give the same answers.
    private func check(
        _ wireCase: WireCase,
        _ framing: RPCFraming,
        configure: @escaping @Sendable (inout RPCServerConfiguration) -> Void
    ) async {
        let stream = wireCase.stream(framing)
        let expected = text(wireCase.answers(framing))
        // On a thread of its own: many splits take long, and the tests beside this one need theirs.
        let outputs = await onPlainThread {
            Self.splits(of: stream).map { (how: $0.how, output: dryRun($0.pieces, configure: configure)) }
        }
        for (how, output) in outputs { #expect(text(output) == expected, "\(how)") }
    }

    /// The stream in one piece, byte by byte unless it is long, and in random pieces.
    private static func splits(of stream: [UInt8]) -> [(how: String, pieces: [[UInt8]])] {
        let isLong = stream.count > 5_000
        var splits = [(how: "in one piece", pieces: [stream])]
        if stream.count < 50_000 { splits.append((how: "byte by byte", pieces: stream.map { [$0] })) }
        for seed in 1...(isLong ? 2 : 6) {
            var random = SplitMix(seed: UInt64(seed))
            let longest = [2, 7, 40][seed % 3] * (isLong ? 50 : 1)
            splits.append((how: "split with seed \(seed)", pieces: stream.split(longest: longest, using: &random)))
        }
        return splits
    }

    /// Sends all rows in one session over real pipes, in pieces of random length.
    private func checkOverPipes(
        _ cases: [WireCase],
        _ framing: RPCFraming,
        configure: (inout RPCServerConfiguration) -> Void
    ) async throws {
        // The follower's id comes again and again, which is allowed once it has been answered.
        let opening = framing.stream([WireCase.follower])
        let stream = opening + cases.flatMap { $0.stream(framing) }
        let expected = framing.stream([WireCase.followerAnswer]) + cases.flatMap { $0.answers(framing) }
        var random = SplitMix(seed: 11)
        let exchange = try await exchange(stream.split(longest: 900, using: &random), configure: configure)
        #expect(exchange.text == text(expected))
        #expect(exchange.ending == .endOfInput)
    }

    private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
