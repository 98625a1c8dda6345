import HTTPModel
import MarqueeTestKit
import MovieHTTP
import Testing
import Upstream

@Suite("Lifetime, cancellation, addresses")
struct LifetimeTests {
    @Test("a transport that is not used opens nothing and takes no time")
    func unused() async {
        var fastest = Duration.seconds(1)
        for _ in 0..<20 {
            let start = ContinuousClock.now
            await withHTTPTransport(.test) { _ in }
            fastest = min(fastest, .now - start)
        }
        #expect(fastest < .milliseconds(50))
    }

    @Test("cancelling the task closes the connection", arguments: [ScriptedAnswer.silence, .headThenSilence])
    func cancellation(answer: ScriptedAnswer) async throws {
        try await withServer([answer]) { server in
            await withHTTPTransport(.test) { transport in
                let task = Task { await Exchange.of(.to(port: server.port, within: .seconds(60)), over: transport) }
                #expect(await server.waitForLog { $0.requests.count == 1 })
                task.cancel()
                #expect(await server.waitForLog { $0.closedByPeerCount == 1 })
                #expect(await task.value.failure?.kind == .cancelled)
            }
        }
    }

    @Test("a task that is cancelled already sends nothing")
    func cancelledBefore() async throws {
        try await withServer([.json("{}")]) { server in
            await withHTTPTransport(.test) { transport in
                let task = Task {
                    withUnsafeCurrentTask { unsafe $0?.cancel() }
                    return await Exchange.of(.to(server), over: transport)
                }
                #expect(await task.value.failure?.kind == .cancelled)
            }
            #expect(server.log.requests.isEmpty)
        }
    }

    @Test("I: 1,000 requests, good and bad, leave no connection and no descriptor behind")
    func descriptors() async throws {
        // In a process of its own: what runs beside this test opens connections of its own.
        await #expect(processExitsWith: .success) { try await LifetimeTests.askManyTimes() }
    }

    private static func askManyTimes() async throws {
        let answers: [ScriptedAnswer] = [
            .json("{}"), .reset, .shortBody(declared: 9, sent: 1), .json("{}"), .badChunks,
        ]
        try await withServer { server in
            server.on("*") { _, use in answers[use % answers.count] }
            // What the libraries keep open for good is there after the first.
            await ask(server, times: 10)
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
            let before = ProcessFiles.descriptorCount() ?? 0
            await ask(server, times: 100)
            #expect(server.log.requests.count >= 1_100)
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
            // A connection's end may show here a moment later than at the server; a leak would be hundreds.
            let isSettled = try await ProcessFiles.waitForDescriptors(fewerThan: before + 10)
            #expect(isSettled)
        }
    }

    private static func ask(_ server: ScriptedServer, times: Int) async {
        await withHTTPTransport(.test) { transport in
            await withTaskGroup { group in
                for _ in 0..<10 {
                    group.addTask {
                        for _ in 0..<times { _ = await Exchange.of(.to(server), over: transport) }
                    }
                }
            }
        }
    }

    @Test("many at once to one origin all get their answer, more than there are connections")
    func concurrency() async throws {
        try await withServer([.json("{}").delayed(by: .milliseconds(5))]) { server in
            let configuration = HTTPTransportConfiguration(userAgent: "test", connectionsPerOrigin: 8)
            let answered = await withHTTPTransport(configuration) { transport in
                await withTaskGroup { group in
                    for _ in 0..<100 { group.addTask { await Exchange.of(.to(server), over: transport).text == "{}" } }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
            }
            #expect(answered == 100)
            #expect(server.log.connectionCount <= 8)
        }
    }

    @Test("U21: a name that leads to this machine is refused before a byte is sent; the address itself is not")
    func rebinding() async throws {
        try await withServer([.json("{}")]) { server in
            // The system's resolver takes “127.1” for a name of 127.0.0.1.
            let failure = await Exchange.of(.to(port: server.port, host: "127.1")).failure
            #expect(failure?.kind == .forbidden)
            #expect(failure?.message.hasPrefix("127.1 leads to an address of this machine or network") == true)
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
            #expect(server.log.bytes.isEmpty)
            #expect(await Exchange.of(.to(port: server.port, host: "localhost")).text == "{}")
        }
    }
}
