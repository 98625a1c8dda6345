import JSON
import JSONRPC
import MarqueeTestKit
import Platform
import Synchronization
import Testing

@Suite("Back-pressure")
struct BackPressureTests {
    @Test("C5: the server stops reading from a client that doesn't read, then delivers every answer")
    func immediateCalls() async throws {
        try await checkBounded(count: 60_000) { WireCase.ping(id: "\($0)") }
    }

    @Test("C5: the server also stops reading if the answers come from asynchronous calls")
    func waitingCalls() async throws {
        try await checkBounded(count: 12_000) {
            #"{"jsonrpc":"2.0","id":\#($0),"method":"later","params":["\#(String(repeating: "x", count: 100))"]}"#
        }
    }

    /// Sends until the server stops reading, checks that it stopped early, then reads and counts the answers.
    private func checkBounded(count: Int, message: (Int) -> String) async throws {
        let limit = 64 << 10
        let wire = try Wire(SampleMethods()) {
            $0.maximumOutboundBytes = limit
            $0.maximumWaiting = 100
            $0.maximumInFlight = 16
        }
        let input = RPCFraming.line.stream((0..<count).map(message))
        async let ending = wire.serve()
        async let sent = wire.send([input], thenClose: true)
        let accepted = await bytesAcceptedUntilStill(by: wire)
        // Two 64 KiB pipes, the read buffer, the waiting calls, and twice the outbound limit: far less than the input.
        #expect(accepted < 1 << 20)
        #expect(accepted < input.count / 2)
        let output = await wire.receiveAll()
        #expect(await sent == input.count)
        #expect(await ending == .endOfInput)
        let lines = output.split(separator: 0x0A)
        #expect(lines.count == count)
        #expect(
            Set(lines.map { String(decoding: $0.suffix(9), as: UTF8.self) }).count
                == Set((0..<count).map { "\($0)}".suffix(9) }).count
        )
    }

    /// Returns the number of bytes that the server has accepted once it stops reading.
    private func bytesAcceptedUntilStill(by wire: Wire) async -> Int {
        await onPlainThread {
            var last = -1
            while true {
                SystemThread.sleep(for: .milliseconds(60))
                let now = wire.sentBytes
                if now == last { return now }
                last = now
            }
        }
    }

    @Test("C5: a session ends as stalled if the client reads nothing for too long")
    func stall() async throws {
        let wire = try Wire(SampleMethods()) {
            $0.maximumOutboundBytes = 16 << 10
            $0.stallTimeout = .milliseconds(150)
        }
        async let sent = wire.send([RPCFraming.line.stream((0..<20_000).map { WireCase.ping(id: "\($0)") })])
        let ending = await wire.serve()
        #expect(ending == .stalled)
        #expect(ending.exitCode == 74)
        wire.closeServerInput()
        wire.closeOutput()
        _ = await sent
    }

    @Test("C5: a session with a stalled client ends even if a call ignores its cancellation")
    func stalledAndStubborn() async throws {
        struct Stubborn: RPCHandler {
            let gate = Gate()
            func handleImmediately(_ call: RPCCall) -> RPCReply? {
                call.method == "ping" ? .result(SampleMethods.pong) : nil
            }
            func handle(_ call: RPCCall) async -> RPCReply {
                await gate.passEvenIfCanceled()
                return .result(SampleMethods.pong)
            }
        }
        let stubborn = Stubborn()
        let wire = try Wire(stubborn) {
            $0.maximumOutboundBytes = 16 << 10
            $0.stallTimeout = .milliseconds(100)
        }
        async let served = wire.serve()
        async let sent = wire.send([
            RPCFraming.line.stream([#"{"jsonrpc":"2.0","id":"s","method":"stubborn"}"#]),
            RPCFraming.line.stream((0..<20_000).map { WireCase.ping(id: "\($0)") }),
        ])
        #expect(await wire.server.ended() == .stalled)
        stubborn.gate.open()
        #expect(await served == .stalled)
        wire.closeServerInput()
        wire.closeOutput()
        _ = await sent
    }

    @Test("C6: a client that reads one large answer slowly isn't stalled")
    func slowReaderOfLargeAnswer() async throws {
        // The whole answer takes longer than the stall timeout, but each write of 64 KiB only a twentieth of it.
        let wire = try Wire(SampleMethods()) { $0.stallTimeout = .seconds(3) }
        let large = #"{"jsonrpc":"2.0","id":1,"method":"large","params":{"bytes":2000000}}"#
        async let ending = wire.serve()
        await wire.send(large, thenClose: true)
        let output = await wire.receiveAll {
            SystemThread.sleep(for: .milliseconds(10))
            return 4_096
        }
        #expect(await ending == .endOfInput)
        #expect(output.count == WireCase.result("\"\"", id: "1").utf8.count + 2_000_000 + 1)
    }

    @Test("C6: a client that reads many answers slowly isn't stalled")
    func slowReader() async throws {
        // Reading everything takes longer than the stall timeout. Progress is a whole write of at most 64 KiB, which
        // takes a fifteenth of the timeout.
        let wire = try Wire(SampleMethods()) {
            $0.maximumOutboundBytes = 4 << 10
            $0.stallTimeout = .seconds(3)
        }
        let count = 24_000
        async let ending = wire.serve()
        async let sent = wire.send(
            [RPCFraming.line.stream((0..<count).map { WireCase.ping(id: "\($0)") })],
            thenClose: true
        )
        let output = await wire.receiveAll {
            SystemThread.sleep(for: .milliseconds(6))
            return 2_000
        }
        _ = await sent
        #expect(await ending == .endOfInput)
        #expect(output.count { $0 == 0x0A } == count)
    }
}
