import JSON
import JSONRPC
import MarqueeTestKit
import Synchronization
import Testing

@Suite("Cancellation")
struct CancellationTests {
    private static func cancel(_ id: String) -> String {
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#
    }
    private static func wait(_ id: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"wait"}"# }

    @Test("C23: a request that is canceled right away is answered once, as canceled", arguments: RPCFraming.allCases)
    func atOnce(framing: RPCFraming) async throws {
        let result = try await exchange([
            framing.stream([Self.wait("1"), Self.cancel("1"), WireCase.ping(id: "1"), Self.cancel("1")])
        ])
        #expect(result.output == framing.stream([WireCase.cancelled(id: "1"), WireCase.pong(id: "1")]))
    }

    @Test("C23: a cancellation that arrives before its request is ignored", arguments: RPCFraming.allCases)
    func ahead(framing: RPCFraming) async throws {
        let later = #"{"jsonrpc":"2.0","id":1,"method":"later","params":[7]}"#
        let result = try await exchange([framing.stream([Self.cancel("1"), later])])
        #expect(result.output == framing.stream([WireCase.result("[7]", id: "1")]))
    }

    @Test("C23: canceling a running call answers it as canceled and ends its task")
    func whileRunning() async throws {
        let methods = SampleMethods()
        let wire = try Wire(methods)
        async let ending = wire.serve()
        await wire.send(Self.wait(#""a""#))
        while methods.gauge.withLock({ $0.handled }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        await wire.send(Self.cancel(#""a""#))
        #expect(await wire.receiveLines(1) == [WireCase.cancelled(id: #""a""#)])
        wire.closeInput()
        #expect(await ending == .endOfInput)
        #expect(methods.gauge.withLock { $0.now } == 0)
    }

    @Test("A cancellation with a string id doesn't cancel a request with the same number as its id")
    func otherKind() async throws {
        let result = try await exchange([
            RPCFraming.line.stream([
                #"{"jsonrpc":"2.0","id":1,"method":"sleep","params":{"ms":20}}"#, Self.cancel(#""1""#),
                Self.cancel("2"),
            ])
        ])
        #expect(result.lines == [WireCase.pong(id: "1")])
    }

    @Test("C23: queued calls are canceled without being started")
    func whileWaiting() async throws {
        let methods = SampleMethods()
        let calls = (0..<20).map { Self.wait("\($0)") } + (0..<20).reversed().map { Self.cancel("\($0)") }
        let result = try await exchange([RPCFraming.line.stream(calls)], with: methods) { $0.maximumInFlight = 2 }
        #expect(result.lines == (0..<20).reversed().map { WireCase.cancelled(id: "\($0)") })
        #expect(methods.gauge.withLock { $0.handled } <= 2)
    }

    @Test("The answer to a canceled call in a batch is part of the batch answer")
    func inBatch() async throws {
        let result = try await exchange([
            RPCFraming.line.stream(["[\(Self.wait("1")),\(WireCase.ping(id: "2"))]", Self.cancel("1")])
        ])
        #expect(result.lines == ["[\(WireCase.cancelled(id: "1")),\(WireCase.pong(id: "2"))]"])
    }

    @Test("A request that MCP's notification cancels gets no answer, alone or in a batch")
    func modelContext() async throws {
        func cancelled(_ id: String) -> String {
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
        }
        let result = try await exchange([
            RPCFraming.line.stream([
                Self.wait("1"), cancelled("1"), "[\(Self.wait("2")),\(WireCase.ping(id: "3"))]", cancelled("2"),
                "[\(Self.wait("4"))]", cancelled("4"), cancelled("9"),
            ])
        ])
        #expect(result.lines == ["[\(WireCase.pong(id: "3"))]"])
    }

    @Test("C23: each of 10,000 calls gets one answer, a result or an error, in a storm of cancellations")
    func storm() async throws {
        let count = 10_000
        var random = SeededGenerator(seed: 5)
        var messages: [String] = []
        for id in 0..<count {
            messages.append(#"{"jsonrpc":"2.0","id":\#(id),"method":"sleep","params":{"ms":\#(id % 3)}}"#)
            if Bool.random(using: &random) { messages.append(Self.cancel("\(Int.random(in: 0...id, using: &random))")) }
            if Bool.random(using: &random) { messages.append(Self.cancel("\(id)")) }
        }
        let result = try await exchange([RPCFraming.line.stream(messages)])
        let answered = try result.lines.map { try JSONDocument($0).root["id"]?.int }
        #expect(answered.count == count)
        #expect(Set(answered) == Set(0..<count))
        let kinds = Set(result.lines.map { $0.contains("-32800") })
        #expect(kinds == [true, false])
    }
}
