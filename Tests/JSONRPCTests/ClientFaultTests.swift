import JSON
import Platform
import Synchronization
import Testing

@testable import JSONRPC

/// Client faults that take many bytes.
///
/// ``RequestCases`` and ``StreamCases`` have the others.
@Suite("Client faults in large inputs")
struct ClientFaultTests {
    private static let isLong = SystemEnvironment.current.variable("MARQUEE_LONG") == "1"

    /// Sends the stream and then a valid request over pipes, and returns the output.
    private func answers(
        _ stream: [[UInt8]],
        _ framing: RPCFraming,
        configure: (inout RPCServerConfiguration) -> Void = { _ in }
    ) async throws -> String {
        let follower = framing.stream([WireCase.follower])
        let result = try await exchange(stream + [follower]) {
            $0.framing = framing
            configure(&$0)
        }
        #expect(result.ending == .endOfInput)
        return result.text
    }

    private func text(_ bodies: [String], _ framing: RPCFraming) -> String {
        String(decoding: framing.stream(bodies + [WireCase.followerAnswer]), as: UTF8.self)
    }

    /// How many requests are sent at once.
    private static let many = isLong ? 100_000 : 10_000

    @Test("C7: 10,000 pipelined requests, or 100,000, are answered in order", arguments: RPCFraming.allCases)
    func pipelined(framing: RPCFraming) async throws {
        let ids = (0..<Self.many).map { "\($0)" }
        let output = try await answers([framing.stream(ids.map { WireCase.ping(id: $0) })], framing)
        #expect(output.utf8.elementsEqual(text(ids.map { WireCase.pong(id: $0) }, framing).utf8))
    }

    @Test("C7: no more calls than the limit run at once, however many are pipelined", arguments: RPCFraming.allCases)
    func pipelinedCalls(framing: RPCFraming) async throws {
        let methods = SampleMethods()
        let calls = (0..<Self.many).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"later"}"# }
        let result = try await exchange([framing.stream(calls)], with: methods) { $0.maximumInFlight = 16 }
        let answers = try framing.bodies(result.output).map { String(decoding: $0, as: UTF8.self) }
        #expect(answers.count == Self.many)
        #expect(Set(answers) == Set((0..<Self.many).map { WireCase.result("null", id: "\($0)") }))
        #expect(methods.gauge.withLock { $0.most } <= 16)
        #expect(methods.gauge.withLock { $0.handled } == Self.many)
    }

    @Test(
        "C8: a batch of 10,000 requests, or 100,000, gets one error, and none of its requests is answered",
        arguments: RPCFraming.allCases
    )
    func hugeBatch(framing: RPCFraming) async throws {
        let batch = "[" + (0..<Self.many).map { WireCase.ping(id: "\($0)") }.joined(separator: ",") + "]"
        #expect(try await answers([framing.stream([batch])], framing) == text([WireCase.invalid], framing))
    }

    @Test("C11: a message far above the size limit is refused once, and the rest of it is skipped")
    func endlessLine() async throws {
        let piece = [UInt8](repeating: 0x61, count: 1 << 20)
        let pieces = Array(repeating: piece, count: Self.isLong ? 1_024 : 12)
        let tooLarge = WireCase.tooLarge(limit: 10 << 20)
        #expect(try await answers(pieces + [[0x0A]], .line) == text([tooLarge], .line))
        let head = Array("Content-Length: \(piece.count * pieces.count)\r\n\r\n".utf8)
        #expect(try await answers([head] + pieces, .header) == text([tooLarge], .header))
        // The same if the input ends before the line does.
        let cut = try await exchange(pieces) { $0.framing = .line }
        #expect(cut.lines == [tooLarge])
        #expect(cut.ending == .endOfInput)
    }

    @Test("C11: the skipped rest of a message above the size limit isn't kept in the buffer")
    func endlessLineMemory() throws {
        var configuration = RPCServerConfiguration()
        configuration.framing = .line
        let connection = try #require(unconnected(configuration))
        var pump = MessagePump(connection: connection, handler: SampleMethods())
        var buffer = InputBuffer(capacity: 1 << 16)
        var largest = 0
        for _ in 0..<800 {
            buffer.makeRoom()
            _ = buffer.fill { storage, start in
                for index in start..<storage.count { storage[index] = 0x61 }
                return storage.count - start
            }
            largest = max(largest, buffer.storage.count)
            while let count = pump.take(buffer.storage.span.extracting(buffer.unread), atEnd: false) {
                buffer.drop(count)
            }
        }
        #expect(pump.receiver.answers == RPCFraming.line.stream([WireCase.tooLarge(limit: 10 << 20)]))
        #expect(largest <= 32 << 20)
        #expect(buffer.unread.isEmpty)
    }

    @Test(
        "C14: a message nested 100,000 or 1,000,000 levels deep is a parse error, closed or not",
        arguments: RPCFraming.allCases
    )
    func nesting(framing: RPCFraming) async throws {
        for depth in [100_000, 1_000_000] {
            let open = [UInt8](repeating: 0x5B, count: depth)
            let close = [UInt8](repeating: 0x5D, count: depth)
            for body in [open, open + close] {
                let stream = framing.frame(body)
                #expect(try await answers([stream], framing) == text([WireCase.parseError], framing))
            }
        }
    }

    @Test(
        "C21: a session whose input is written byte by byte gets the expected answers",
        arguments: RPCFraming.allCases
    )
    func oneByteWrites(framing: RPCFraming) async throws {
        let bodies = [
            WireCase.ping(id: "1"), "{oops", "[\(WireCase.ping(id: "2")),3]",
            #"{"jsonrpc":"2.0","id":"이","method":"echo","params":["영화"]}"#,
        ]
        let output = try await answers(framing.stream(bodies).map { [$0] }, framing)
        let expected = [
            WireCase.pong(id: "1"), WireCase.parseError, "[\(WireCase.pong(id: "2")),\(WireCase.invalid)]",
            WireCase.result(#"["영화"]"#, id: #""이""#),
        ]
        #expect(output == text(expected, framing))
    }
}
