import JSON
import JSONRPC
import Platform
import Synchronization
import Testing

@Suite("Back-pressure")
struct BackPressureTests {
    @Test("C5: a client that reads nothing is read from only so far, and gets everything once it reads")
    func immediateCalls() async throws {
        try await checkBounded(count: 60_000) { WireCase.ping(id: "\($0)") }
    }

    @Test("C5: the same holds for calls that wait")
    func waitingCalls() async throws {
        try await checkBounded(count: 12_000) {
            #"{"jsonrpc":"2.0","id":\#($0),"method":"later","params":["\#(String(repeating: "x", count: 100))"]}"#
        }
    }

    /// Sends until the server takes no more, sees that this was early, then reads and counts the answers.
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
        // Two pipes of 64 KiB, the read buffer, the waiting calls and twice the outbound limit; far from all.
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

    /// How many bytes the server has taken when it takes no more.
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

    @Test("C5: a client that reads nothing for too long is left")
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

    @Test("C5: a stalled client and a call that ignores its cancellation together still end")
    func stalledAndStubborn() async throws {
        struct Stubborn: RPCHandler {
            let gate = Gate()
            func handleImmediately(_ call: RPCCall) -> RPCReply? {
                call.method == "ping" ? .result(SampleMethods.pong) : nil
            }
            func handle(_ call: RPCCall) async -> RPCReply {
                await gate.waitWhateverHappens()
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

    @Test("C6: nor is one that takes long over a single large answer")
    func slowReaderOfLargeAnswer() async throws {
        // It takes longer in all than a client may be silent, and each piece of it a twentieth of that.
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

    @Test("C6: a slow reader is no stalled one")
    func slowReader() async throws {
        // It takes longer in all than a client may be silent. What counts as progress is a whole write of at most
        // 64 KiB, which takes a fifteenth of that.
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
