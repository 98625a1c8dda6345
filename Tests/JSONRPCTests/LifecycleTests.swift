import JSON
import JSONRPC
import Synchronization
import Testing

@Suite("Session lifecycle")
struct LifecycleTests {
    struct Script: Sendable, CustomTestStringConvertible {
        let name: String
        var requiresInitialize = false
        let input: [String]
        let output: [String]
        var ending = RPCEnding.endOfInput

        var testDescription: String { name }
    }

    private static let initialize =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"capabilities":{}}}"#
    private static let failing =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{},"fail":1}}"#
    private static let modelContext =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#
    private static let shutdown = #"{"jsonrpc":"2.0","id":8,"method":"shutdown","params":null}"#
    private static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
    private static let ping = WireCase.ping(id: "1")
    private static let pong = WireCase.pong(id: "1")
    private static let ready = WireCase.result("{}", id: "0")
    private static let down = WireCase.result("null", id: "8")
    private static let failed = #"{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":0}"#
    private static func uninitialized(_ id: String) -> String {
        #"{"jsonrpc":"2.0","error":{"code":-32002,"message":"Server not initialized"},"id":\#(id)}"#
    }

    static let scripts = [
        Script(name: "plain needs no handshake", input: [ping], output: [pong]),
        Script(
            name: "second initialize",
            input: [initialize, initialize, ping],
            output: [ready, WireCase.invalid(id: "0"), pong]
        ),
        Script(name: "initialize again after a failure", input: [failing, initialize], output: [failed, ready]),
        Script(name: "MCP's initialize may come again", input: [modelContext, modelContext], output: [ready, ready]),
        Script(
            name: "shutdown, then exit",
            input: [initialize, shutdown, ping, exit, ping],
            output: [ready, down, WireCase.invalid(id: "1")],
            ending: .exit(code: 0)
        ),
        Script(name: "exit without shutdown", input: [initialize, exit], output: [ready], ending: .exit(code: 1)),
        Script(name: "end of input after shutdown", input: [initialize, shutdown], output: [ready, down]),
        Script(
            name: "before initialize",
            requiresInitialize: true,
            input: [ping, shutdown, #"{"jsonrpc":"2.0","method":"invalid"}"#, initialize, ping],
            output: [uninitialized("1"), uninitialized("8"), ready, pong]
        ),
        Script(
            name: "MCP's initialize where one is required",
            requiresInitialize: true,
            input: [ping, modelContext, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, ping],
            output: [uninitialized("1"), ready, pong]
        ),
        Script(
            name: "an initialize without parameters where one is required",
            requiresInitialize: true,
            input: [#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#, ping],
            output: [ready, pong]
        ),
        Script(
            name: "failed initialize leaves the session uninitialized",
            requiresInitialize: true,
            input: [failing, ping],
            output: [failed, uninitialized("1")]
        ),
        Script(
            name: "exit before initialize",
            requiresInitialize: true,
            input: [exit],
            output: [],
            ending: .exit(code: 1)
        ),
        Script(
            name: "exit waits for nothing: what runs is taken back",
            input: [#"{"jsonrpc":"2.0","id":1,"method":"wait"}"#, shutdown, exit],
            output: [down, WireCase.cancelled(id: "1")],
            ending: .exit(code: 0)
        ),
        Script(
            name: "exit without shutdown during a call",
            input: [#"{"jsonrpc":"2.0","id":1,"method":"wait"}"#, exit],
            output: [WireCase.cancelled(id: "1")],
            ending: .exit(code: 1)
        ),
    ]

    @Test(
        "A script of handshake, shutdown, and exit gets the expected answers and ending",
        arguments: scripts,
        RPCFraming.allCases
    )
    func script(script: Script, framing: RPCFraming) async throws {
        let result = try await exchange([framing.stream(script.input)]) {
            $0.requiresInitialize = script.requiresInitialize
        }
        #expect(result.text == String(decoding: framing.stream(script.output), as: UTF8.self))
        #expect(result.ending == script.ending)
    }

    @Test("Notifications before initialize are dropped")
    func droppedNotification() async throws {
        let methods = SampleMethods()
        _ = try await exchange([RPCFraming.line.stream([#"{"jsonrpc":"2.0","method":"told"}"#])], with: methods) {
            $0.requiresInitialize = true
        }
        #expect(methods.notifications.withLock { $0.isEmpty })
    }
}
