import JSON
import MarqueeTestKit
import Platform
import Synchronization
import Testing

@testable import JSONRPC

@Suite("Session endings")
struct EndingTests {
    @Test("A session without input ends normally with exit code 0", arguments: RPCFraming.allCases)
    func empty(framing: RPCFraming) async throws {
        let result = try await exchange([]) { $0.framing = framing }
        #expect(result.output.isEmpty)
        #expect(result.ending == .endOfInput)
        #expect(result.ending.exitCode == 0)
    }

    @Test("C1: calls in flight are answered if the input ends between messages", arguments: RPCFraming.allCases)
    func drain(framing: RPCFraming) async throws {
        let sleep = #"{"jsonrpc":"2.0","id":1,"method":"sleep","params":{"ms":60}}"#
        let result = try await exchange([framing.stream([sleep])])
        #expect(result.output == framing.stream([WireCase.pong(id: "1")]))
        #expect(result.ending == .endOfInput)
    }

    @Test(
        "C2: input that ends inside a message gets one parse error, then calls in flight are answered",
        arguments: RPCFraming.allCases
    )
    func insideMessage(framing: RPCFraming) async throws {
        let sleep = framing.stream([#"{"jsonrpc":"2.0","id":1,"method":"sleep","params":{"ms":30}}"#])
        let cut = framing.stream([WireCase.ping(id: "2")]).dropLast(9)
        let result = try await exchange([sleep, Array(cut)])
        #expect(result.output == framing.stream([WireCase.parseError, WireCase.pong(id: "1")]))
        #expect(result.ending == .endOfInput)
    }

    @Test("C2: input that ends inside a header gets one parse error")
    func insideHeader() async throws {
        let result = try await exchange([Array("Content-Length: 4\r\n".utf8)])
        #expect(result.output == RPCFraming.header.stream([WireCase.parseError]))
    }

    @Test("C2: a broken message and a truncated one after it get an error each, however they are split")
    func insideMessageAfterBroken() {
        // The broken body reaches into the next header, whose own body is cut short.
        let stream = Array("Content-Length: 9\r\n\r\n{}Content-Length: 2\r\n\r\n1".utf8)
        let expected = RPCFraming.header.stream([WireCase.parseError, WireCase.parseError])
        #expect(dryRun([stream]) == expected)
        #expect(dryRun(stream.map { [$0] }) == expected)
    }

    @Test("C3: a last line without a line feed is a message")
    func noFinalLineFeed() async throws {
        let result = try await exchange([Array(WireCase.ping(id: "1").utf8)])
        #expect(result.lines == [WireCase.pong(id: "1")])
    }

    @Test("Calls that run past the drain limit after the end of input are answered as canceled")
    func drainLimit() async throws {
        let result = try await exchange([
            RPCFraming.line.stream([
                #"{"jsonrpc":"2.0","id":1,"method":"wait"}"#, #"{"jsonrpc":"2.0","id":2,"method":"nope"}"#,
            ])
        ]) { $0.endOfInputDrain = .milliseconds(50) }
        #expect(
            result.lines == [
                WireCase.unknown(id: "2"),
                #"{"jsonrpc":"2.0","error":{"code":-32802,"message":"Server cancelled"},"id":1}"#,
            ]
        )
        #expect(result.ending == .endOfInput)
    }

    @Test("A stopped session still answers its running calls")
    func stop() async throws {
        let methods = SampleMethods()
        let wire = try Wire(methods)
        async let ending = wire.serve()
        await wire.send(#"{"jsonrpc":"2.0","id":1,"method":"sleep","params":{"ms":50}}"#)
        while methods.gauge.withLock({ $0.handled }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        wire.server.stop(within: .seconds(5))
        wire.server.stop(within: .seconds(7))
        #expect(await wire.receiveLines(1) == [WireCase.pong(id: "1")])
        #expect(await ending == .stopped)
    }

    @Test("What was sent before a stop is answered")
    func sentBeforeStop() async throws {
        let wire = try Wire(SampleMethods())
        await wire.send(WireCase.ping(id: "1"))
        wire.server.stop(within: .seconds(60))
        #expect(await wire.serve() == .stopped)
        #expect(await wire.receiveLines(1) == [WireCase.pong(id: "1")])
    }

    @Test("What was sent before a stop is answered even if the reader waits for running calls")
    func sentBeforeStopInWait() async throws {
        let methods = SampleMethods()
        let wire = try Wire(methods) {
            $0.maximumInFlight = 1
            $0.maximumWaiting = 1
        }
        async let ending = wire.serve()
        let calls = (0..<3).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"wait"}"# }
        await wire.send((calls + [WireCase.ping(id: "3")]).joined(separator: "\n"))
        await methods.gate.waiters(1)
        wire.server.stop(within: .milliseconds(20))
        let cancelled = (0..<3).map {
            #"{"jsonrpc":"2.0","error":{"code":-32802,"message":"Server cancelled"},"id":\#($0)}"#
        }
        #expect(Set(await wire.receiveLines(4)) == Set(cancelled + [WireCase.pong(id: "3")]))
        #expect(await ending == .stopped)
    }

    @Test("A stop with a zero timeout cancels running calls and answers them")
    func stopNow() async throws {
        let methods = SampleMethods()
        let wire = try Wire(methods)
        async let ending = wire.serve()
        await wire.send(#"{"jsonrpc":"2.0","id":1,"method":"wait"}"#, #"{"jsonrpc":"2.0","method":"told"}"#)
        while methods.gauge.withLock({ $0.handled }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        wire.server.stop(within: .zero)
        #expect(
            await wire.receiveLines(1) == [
                #"{"jsonrpc":"2.0","error":{"code":-32802,"message":"Server cancelled"},"id":1}"#
            ]
        )
        #expect(await ending == .stopped)
    }

    @Test("A call that is open at exit is answered with the reason")
    func exitDuringCall() async throws {
        let methods = SampleMethods()
        let wire = try Wire(methods)
        async let ending = wire.serve()
        await wire.send(#"{"jsonrpc":"2.0","id":1,"method":"wait"}"#)
        await methods.gate.waiters(1)
        await wire.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
        let answer = try #require(await wire.receiveLines(1).first)
        #expect(answer.contains(#""code":-32800"#), "\(answer)")
        #expect(RPCError.requestEnded.data?["reason"] == "the client sent exit before the request was answered")
        #expect(await ending == .exit(code: 1))
    }

    @Test("A stop answers every open call, however soon its canceled task ends")
    func stopAgainAndAgain() async throws {
        for round in 0..<100 {
            let methods = SampleMethods()
            let wire = try Wire(methods)
            async let ending = wire.serve()
            await wire.send((0..<5).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"wait"}"# }.joined(separator: "\n"))
            await methods.gate.waiters(5)
            wire.server.stop(within: .zero)
            #expect(await wire.receiveLines(5).count == 5, "round \(round)")
            #expect(await ending == .stopped)
        }
    }

    @Test("A call that ignores its cancellation doesn't delay the report of the ending")
    func stubbornCall() async throws {
        struct Stubborn: RPCHandler {
            let gate = Gate()
            func handle(_ call: RPCCall) async -> RPCReply {
                await gate.passEvenIfCanceled()
                return .result(SampleMethods.pong)
            }
        }
        let stubborn = Stubborn()
        let wire = try Wire(stubborn)
        async let ending = wire.serve()
        await wire.send(WireCase.ping(id: "1"))
        await stubborn.gate.waiters(1)
        wire.server.stop(within: .seconds(60))
        wire.server.stop(within: .milliseconds(20))
        #expect(await wire.server.ended() == .stopped)
        #expect(
            await wire.receiveLines(1) == [
                #"{"jsonrpc":"2.0","error":{"code":-32802,"message":"Server cancelled"},"id":1}"#
            ]
        )
        stubborn.gate.open()
        #expect(await ending == .stopped)
    }

    /// A request whose answer is larger than a pipe's buffer.
    private static let large = #"{"jsonrpc":"2.0","id":1,"method":"large","params":{"bytes":300000}}"#

    @Test("Exit doesn't wait for a client that reads nothing")
    func exitUnread() async throws {
        let methods = SampleMethods()
        let wire = try Wire(methods)
        async let ending = wire.server.serve()
        await wire.send(Self.large)
        while methods.gauge.withLock({ $0.handled }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        await wire.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
        #expect(await ending == .exit(code: 1))
        wire.closeOutput()
    }

    @Test("A stop doesn't wait for a client that reads nothing once its timeout is over")
    func stopUnread() async throws {
        let methods = SampleMethods()
        let wire = try Wire(methods)
        async let ending = wire.server.serve()
        await wire.send(Self.large)
        while methods.gauge.withLock({ $0.handled }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        wire.server.stop(within: .milliseconds(20))
        #expect(await ending == .stopped)
        wire.closeOutput()
    }

    /// A process id above those that systems assign.
    private static let nobody: Int32 = 2_000_000_000

    @Test("The session ends if the client's process, configured or named by initialize, is gone")
    func clientGone() async throws {
        let told = try Wire(SampleMethods()) { $0.clientProcessID = Self.nobody }
        #expect(await told.serve() == .clientGone(processID: Self.nobody))
        let initialize =
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":\#(Self.nobody),"capabilities":{}}}"#
        let wire = try Wire(SampleMethods())
        async let ending = wire.serve()
        await wire.send(#"{"jsonrpc":"2.0","id":1,"method":"wait"}"#, initialize)
        #expect(await ending == .clientGone(processID: Self.nobody))
        #expect(RPCEnding.clientGone(processID: 1).exitCode == 1)
    }

    @Test(
        "An invalid process id in initialize is ignored",
        arguments: ["null", "0", "-1", "1.5", "99999999999", #""7""#, "[]"]
    )
    func noClientProcess(_ processID: String) async throws {
        let result = try await exchange([
            RPCFraming.line.stream([
                #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":\#(processID)}}"#
            ])
        ])
        #expect(result.lines == [WireCase.result("{}", id: "0")])
        #expect(result.ending == .endOfInput)
    }

    @Test("A server stopped before the first byte ends as stopped")
    func stopIdle() async throws {
        let wire = try Wire(SampleMethods())
        wire.server.stop()
        #expect(await wire.serve() == .stopped)
    }

    @Test("Canceling the task that serves stops the server")
    func taskCancelled() async throws {
        let wire = try Wire(SampleMethods())
        let ending = await withTaskGroup(of: RPCEnding.self) { group in
            group.addTask { await wire.serve() }
            group.cancelAll()
            return await group.next()
        }
        #expect(ending == .stopped)
    }

    @Test("C4: a closed output ends the session while it is idle, writing, or running calls")
    func outputClosed() async throws {
        for messages in [[], [WireCase.ping(id: "1")], [#"{"jsonrpc":"2.0","id":1,"method":"wait"}"#]] {
            let wire = try Wire(SampleMethods())
            async let ending = wire.serve()
            wire.closeOutput()
            await wire.send([RPCFraming.line.stream(messages)])
            #expect(await ending == .outputClosed)
        }
        #expect(RPCEnding.outputClosed.exitCode == 74)
    }

    @Test("C4: an output that closes in the middle of many answers ends the session")
    func outputClosedInFlood() async throws {
        let wire = try Wire(SampleMethods())
        async let ending = wire.serve()
        async let sent = wire.send([RPCFraming.line.stream((0..<50_000).map { WireCase.ping(id: "\($0)") })])
        _ = await wire.receiveLines(100)
        wire.closeOutput()
        #expect(await ending == .outputClosed)
        wire.closeServerInput()
        _ = await sent
    }

    @Test("Too many consecutive parse errors end the session, and a valid message resets the count")
    func parseErrorStorm() async throws {
        let input = ["{", "{", WireCase.ping(id: "1"), "{", "{", "{", WireCase.ping(id: "2")]
        let result = try await exchange([RPCFraming.line.stream(input)]) { $0.maximumConsecutiveParseErrors = 3 }
        let error = WireCase.parseError
        #expect(result.lines == [error, error, WireCase.pong(id: "1"), error, error, error])
        #expect(result.ending == .tooManyParseErrors)
        #expect(result.ending.exitCode == 65)
    }

    @Test("An input descriptor that can't be read ends the session with its error number")
    func badInput() async {
        let server = RPCServer(input: FileDescriptor(9_999), output: .standardOutput, handler: SampleMethods())
        #expect(await server.serve() == .inputFailed(errno: 9))
    }
}
