import JSON
import Testing

@testable import JSONRPC

@Suite("Progress")
struct ProgressTests {
    private static func notification(_ token: String, _ value: String) -> String {
        #"{"jsonrpc":"2.0","method":"$/progress","params":{"token":\#(token),"value":\#(value)}}"#
    }

    @Test("Begin, reports that rise and are not too many, parts, end, and then the answer")
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
                Self.notification(#""w""#, #"{"kind":"end","message":"bye"}"#),
                WireCase.result("[]", id: "1"),
            ]
        )
    }

    @Test("What began is ended before the answer")
    func endsByItself() async throws {
        let call = #"{"jsonrpc":"2.0","id":1,"method":"progress","params":{"workDoneToken":1,"leaveOpen":true}}"#
        let result = try await exchange([RPCFraming.line.stream([call])]) { $0.progressInterval = .seconds(60) }
        #expect(result.lines.suffix(2) == [Self.notification("1", #"{"kind":"end"}"#), WireCase.result("[]", id: "1")])
    }

    @Test(
        "Without a token nothing is sent",
        arguments: ["{}", "[]", #"{"workDoneToken":null}"#, #"{"workDoneToken":{}}"#]
    )
    func withoutToken(params: String) async throws {
        let call = #"{"jsonrpc":"2.0","id":1,"method":"progress","params":\#(params)}"#
        let result = try await exchange([RPCFraming.line.stream([call])])
        #expect(result.lines == [WireCase.result("[]", id: "1")])
    }

    @Test("The gate alone: percentages never fall, and nothing follows the end")
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
            gate.end(),
            gate.end(),
            gate.begin(1),
            gate.report(99, at: start + .seconds(9), interval: second).isAllowed,
        ]
        #expect(steps == [false, true, true, false, true, true, true, false, false, false])
        let open = gate.close()
        #expect(open == nil)
    }
}
