import JSON
import Synchronization
import Testing

@testable import JSONRPC

@Suite("Asynchronous calls")
struct CallTests {
    @Test("A slow call doesn't delay a quick one")
    func quickOvertakesSlow() async throws {
        let result = try await exchange([
            RPCFraming.line.stream([
                #"{"jsonrpc":"2.0","id":1,"method":"sleep","params":{"ms":80}}"#, WireCase.ping(id: "2"),
                #"{"jsonrpc":"2.0","id":3,"method":"sleep","params":{"ms":10}}"#,
            ])
        ])
        #expect(result.lines == [WireCase.pong(id: "2"), WireCase.pong(id: "3"), WireCase.pong(id: "1")])
        #expect(result.ending == .endOfInput)
    }

    @Test("An error keeps its code, message and data")
    func failure() async throws {
        let result = try await exchange([RPCFraming.line.stream([#"{"jsonrpc":"2.0","id":"f","method":"fail"}"#])])
        #expect(
            result.lines == [#"{"jsonrpc":"2.0","error":{"code":7,"message":"no","data":{"kind":"sample"}},"id":"f"}"#]
        )
    }

    @Test("Line feeds inside a result never reach a line frame")
    func prettyResult() async throws {
        let result = try await exchange([RPCFraming.line.stream([#"{"jsonrpc":"2.0","id":1,"method":"pretty"}"#])])
        #expect(result.lines == [WireCase.result(#"{  "a":  1 }"#, id: "1")])
    }

    @Test("A batch waits for its slowest call and keeps the order of its answers", arguments: RPCFraming.allCases)
    func batch(framing: RPCFraming) async throws {
        let batch = """
            [{"jsonrpc":"2.0","id":1,"method":"sleep","params":{"ms":30}},{"jsonrpc":"2.0","method":"told"},\
            \(WireCase.ping(id: "2")),{"jsonrpc":"2.0","id":3,"method":"later","params":[3]},7]
            """
        let result = try await exchange([framing.stream([batch, WireCase.ping(id: "4")])])
        let answer =
            "[\(WireCase.pong(id: "1")),\(WireCase.pong(id: "2")),\(WireCase.result("[3]", id: "3")),\(WireCase.invalid)]"
        #expect(result.output == framing.stream([WireCase.pong(id: "4"), answer]))
    }

    @Test("C17: a request with an id in flight is refused, and the first request is still answered")
    func duplicateInFlight() async throws {
        let sleep = #"{"jsonrpc":"2.0","id":1,"method":"sleep","params":{"ms":30}}"#
        let result = try await exchange([
            RPCFraming.line.stream([
                sleep, sleep, WireCase.ping(id: "1"), WireCase.ping(id: "\"1\""), WireCase.ping(id: "1.0"),
            ])
        ])
        #expect(
            result.lines == [
                WireCase.invalid(id: "1"), WireCase.invalid(id: "1"), WireCase.pong(id: "\"1\""),
                WireCase.pong(id: "1.0"), WireCase.pong(id: "1"),
            ]
        )
    }

    @Test("Concurrent requests with a null id are all answered")
    func nullIDs() async throws {
        let sleep = #"{"jsonrpc":"2.0","id":null,"method":"sleep"}"#
        let result = try await exchange([RPCFraming.line.stream([sleep, sleep, sleep])])
        #expect(result.lines == Array(repeating: WireCase.pong(id: "null"), count: 3))
    }

    @Test("An id can be reused once its request has been answered")
    func sequentialReuse() async throws {
        let wire = try Wire(SampleMethods())
        async let ending = wire.serve()
        for _ in 0..<3 {
            await wire.send(#"{"jsonrpc":"2.0","id":1,"method":"later","params":[1]}"#)
            #expect(await wire.receiveLines(1) == [WireCase.result("[1]", id: "1")])
        }
        wire.closeInput()
        #expect(await ending == .endOfInput)
    }

    @Test("No more calls than the limit run at once, and a ping behind them is still answered")
    func inFlightLimit() async throws {
        let methods = SampleMethods()
        let calls = (0..<60).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"sleep","params":{"ms":1}}"# }
        let result = try await exchange(
            [RPCFraming.line.stream(calls + [WireCase.ping(id: "\"p\"")])],
            with: methods
        ) {
            $0.maximumInFlight = 4
            // The calls end by themselves, however slow a loaded machine is.
            $0.endOfInputDrain = .seconds(600)
        }
        #expect(Set(result.lines) == Set((0..<60).map { WireCase.pong(id: "\($0)") } + [WireCase.pong(id: "\"p\"")]))
        #expect(result.lines.count == 61)
        #expect(methods.gauge.withLock { $0.most } <= 4)
    }

    @Test("Notifications reach the handler")
    func notifications() async throws {
        let methods = SampleMethods()
        let result = try await exchange(
            [RPCFraming.line.stream([#"{"jsonrpc":"2.0","method":"told","params":[1]}"#])],
            with: methods
        )
        #expect(result.output.isEmpty)
        #expect(methods.notifications.withLock { $0 } == ["told"])
    }

    @Test("Calls whose answers exceed the size limit of a batch answer get errors")
    func largeBatch() {
        let calls = (1...4).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"x"}"# }
        let output = dryRun([RPCFraming.line.stream(["[\(calls.joined(separator: ","))]"])]) {
            $0.messageLimits.maximumBytes = 200
        }
        let refusals = (3...4).map {
            #"{"jsonrpc":"2.0","error":{"code":-31000,"#
                + #""message":"The answers of the batch are too large; ask for this one alone","#
                + #""data":{"kind":"batch_too_large","limit":200}},"id":\#($0)}"#
        }
        let answers = [WireCase.unknown(id: "1"), WireCase.unknown(id: "2")] + refusals
        #expect(output == RPCFraming.line.stream(["[\(answers.joined(separator: ","))]"]))
    }

    @Test("A handler can refuse batches")
    func refusedBatch() async throws {
        struct Strict: RPCHandler {
            var acceptsBatches: Bool { false }
            func handle(_ call: RPCCall) async -> RPCReply { .result(SampleMethods.pong) }
        }
        let result = try await exchange(
            [RPCFraming.line.stream(["[\(WireCase.ping(id: "1"))]", WireCase.ping(id: "2")])],
            with: Strict()
        )
        #expect(result.lines == [WireCase.invalid, WireCase.pong(id: "2")])
    }

    @Test("A server can send notifications once the framing is known")
    func serverNotifies() async throws {
        let wire = try Wire(SampleMethods())
        #expect(!wire.server.client.notify("early", params: Array("{}".utf8)))
        async let ending = wire.serve()
        await wire.send(WireCase.ping(id: "1"))
        #expect(await wire.receiveLines(1) == [WireCase.pong(id: "1")])
        #expect(wire.server.client.notify("providers/changed", params: Array(#"{"a":1}"#.utf8)))
        #expect(await wire.receiveLines(1) == [#"{"jsonrpc":"2.0","method":"providers/changed","params":{"a":1}}"#])
        wire.closeInput()
        #expect(await ending == .endOfInput)
    }
}

@Suite("Progress")
struct ProgressTests {
    private static func notification(_ token: String, _ value: String) -> String {
        #"{"jsonrpc":"2.0","method":"$/progress","params":{"token":\#(token),"value":\#(value)}}"#
    }

    @Test("Progress is sent as begin, throttled rising reports, partial results, end, and then the answer")
    func wholeCourse() async throws {
        let call =
            #"{"jsonrpc":"2.0","id":1,"method":"progress","params":{"workDoneToken":"w","partialResultToken":7}}"#
        let result = try await exchange([RPCFraming.line.stream([call])]) { $0.progressInterval = .seconds(60) }
        #expect(
            result.lines == [
                Self.notification(#""w""#, #"{"kind":"begin","title":"work","cancellable":true,"percentage":0}"#),
                Self.notification(#""w""#, #"{"kind":"report","message":"half","percentage":50}"#),
                Self.notification(#""w""#, #"{"kind":"report","message":"done","percentage":100}"#),
                Self.notification("7", "[1]"),
                Self.notification(#""w""#, #"{"kind":"end"}"#),
                WireCase.result("[]", id: "1"),
            ]
        )
    }

    @Test(
        "No progress is sent without a valid token",
        arguments: ["{}", "[]", #"{"workDoneToken":null}"#, #"{"workDoneToken":{}}"#]
    )
    func withoutToken(params: String) async throws {
        let call = #"{"jsonrpc":"2.0","id":1,"method":"progress","params":\#(params)}"#
        let result = try await exchange([RPCFraming.line.stream([call])])
        #expect(result.lines == [WireCase.result("[]", id: "1")])
    }

    @Test("The progress gate never lowers the percentage and allows nothing after the end")
    func gate() {
        var gate = ProgressGate()
        let start = ContinuousClock.now
        let second = Duration.seconds(1)
        let steps = [
            gate.report(1, at: start, interval: second).isAllowed,
            gate.begin(1),
            gate.report(30, at: start, interval: second).percentage == 30,
            gate.report(40, at: start + .milliseconds(999), interval: second).isAllowed,
            gate.report(20, at: start + .seconds(1), interval: second).percentage == 30,
            gate.report(nil, at: start + .seconds(2), interval: second).isAllowed,
            gate.close() == 1,
            gate.close() == nil,
            gate.begin(1),
            gate.report(99, at: start + .seconds(9), interval: second).isAllowed,
        ]
        #expect(steps == [false, true, true, false, true, true, true, true, false, false])
    }
}
