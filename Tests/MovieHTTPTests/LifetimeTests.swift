import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Lifetime and cancellation")
struct LifetimeTests {
    @Test("An unused transport starts and ends within 50 ms")
    func unused() async {
        var fastest = Duration.seconds(1)
        for _ in 0..<20 {
            let start = ContinuousClock.now
            await withHTTPTransport(.test) { _ in }
            fastest = min(fastest, .now - start)
        }
        #expect(fastest < .milliseconds(50))
    }

    @Test("Canceling the task closes the connection", arguments: [ScriptedAnswer.silence, .headThenSilence])
    func cancellation(answer: ScriptedAnswer) async throws {
        try await withServer([answer]) { server in
            await withHTTPTransport(.test) { transport in
                let task = Task { await Exchange.of(.to(port: server.port, within: .seconds(60)), over: transport) }
                #expect(await server.waitForLog { $0.requests.count == 1 })
                task.cancel()
                #expect(await server.waitForLog { $0.closedByPeerCount == 1 })
                #expect(await task.value.failure?.stage == .cancelled)
            }
        }
    }

    @Test("A task that is already canceled sends no request")
    func cancelledBefore() async throws {
        try await withServer([.json("{}")]) { server in
            await withHTTPTransport(.test) { transport in
                let task = Task {
                    withUnsafeCurrentTask { unsafe $0?.cancel() }
                    return await Exchange.of(.to(server), over: transport)
                }
                #expect(await task.value.failure?.stage == .cancelled)
            }
            #expect(server.log.requests.isEmpty)
        }
    }

    @Test("I: over 1,000 requests, successful and failed, leak no connection and no descriptor")
    func descriptors() async throws {
        // Runs in its own process because concurrent tests open connections, too.
        await #expect(processExitsWith: .success) { try await LifetimeTests.askManyTimes() }
    }

    private static func askManyTimes() async throws {
        let answers: [ScriptedAnswer] = [
            .json("{}"), .reset, .shortBody(declared: 9, sent: 1), .json("{}"), .badChunks,
        ]
        try await withServer { server in
            server.on("*") { _, use in answers[use % answers.count] }
            // The first requests open the descriptors that the libraries keep.
            await ask(server, times: 10)
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
            let before = ProcessFiles.descriptorCount() ?? 0
            await ask(server, times: 100)
            #expect(server.log.requests.count >= 1_100)
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
            // The client may close its end a moment after the server closes its own; a leak would be hundreds.
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

    @Test("Concurrent requests to one origin are all answered over fewer connections")
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

    @Test("300 concurrent requests to one origin use 64 connections")
    func connectionsPerOrigin() async throws {
        try await withServer([.json("{}").delayed(by: .milliseconds(100))]) { server in
            let answered = await withHTTPTransport(.test) { transport in
                await withTaskGroup { group in
                    for _ in 0..<300 {
                        group.addTask {
                            let request = HTTPRequest.to(port: server.port, within: .seconds(120))
                            return await Exchange.of(request, over: transport).text == "{}"
                        }
                    }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
            }
            #expect(answered == 300)
            #expect(server.log.connectionCount == 64)
        }
    }

    @Test("Transfers canceled at any moment don't disturb others and leave no connection")
    func cancelledInCrowds() async throws {
        try await withServer { server in
            server.on("/films", .json("{}"))
            server.on("/silence", .silence)
            await withHTTPTransport(.test) { transport in
                await withTaskGroup { group in
                    for number in 0..<200 {
                        group.addTask {
                            let task = Task { await Exchange.of(.to(server, "/silence"), over: transport) }
                            try? await Task.sleep(for: .microseconds(number * 200))
                            task.cancel()
                            #expect(await task.value.failure?.stage == .cancelled)
                        }
                        group.addTask { #expect(await Exchange.of(.to(server), over: transport).text == "{}") }
                    }
                }
            }
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
        }
    }

    @Test("The end of a transport ends running requests, and later requests are refused")
    func afterTheEnd() async throws {
        try await withServer([.silence]) { server in
            let (task, transport) = await withHTTPTransport(.test) { transport in
                let task = Task { await Exchange.of(.to(server), over: transport) }
                #expect(await server.waitForLog { $0.requests.count == 1 })
                return (task, transport)
            }
            #expect(await task.value.failure?.message == "the program is about to end")
            #expect(await Exchange.of(.to(server), over: transport).failure?.stage == .cancelled)
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
            #expect(server.log.requests.count == 1)
        }
    }

    @Test("A peer that closes while a body is sent causes a failure, and SIGPIPE doesn't end the process")
    func pipeSignal() async throws {
        // Runs in its own process, in which SIGPIPE has its default action.
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            try await LifetimeTests.sendToDeaf()
        }
    }

    private static func sendToDeaf() async throws {
        for welcome in [ScriptedServer.Welcome.reset, .serve] {
            try await withServer([.reset], welcome: welcome) { server in
                await withHTTPTransport(.test) { transport in
                    let body = SecretText(String(repeating: "x", count: 4 << 20))
                    for _ in 0..<20 {
                        let request = HTTPRequest.to(port: server.port, method: .post, body: body)
                        #expect(await Exchange.of(request, over: transport).failure?.stage == .connectionLost)
                    }
                }
            }
        }
    }

    @Test("H3: a request without a free descriptor fails with the reason, and succeeds once one is free")
    func noDescriptors() async throws {
        // Runs in its own process because it uses up all descriptors.
        await #expect(processExitsWith: .success) { try await LifetimeTests.askWithoutDescriptors() }
    }

    private static func askWithoutDescriptors() async throws {
        var limit = rlimit(rlim_cur: 256, rlim_max: 256)
        #if canImport(Glibc)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        #else
        #expect(setrlimit(RLIMIT_NOFILE, &limit) == 0)
        #endif
        try await withServer([.json("{}")]) { server in
            try await withServer([.json("{}")]) { other in
                // From then on the servers wait for connections and need no more descriptors for that.
                for server in [server, other] {
                    #expect(await Exchange.of(.to(server)).text == "{}")
                    #expect(await server.waitForLog { $0.openConnectionCount == 0 })
                }
                await withHTTPTransport(.test) { transport in
                    // First without and then with the descriptors that wake libcurl's thread.
                    for port in [server.port, other.port] {
                        var taken: [Int32] = []
                        while case let descriptor = dup(STDERR_FILENO), descriptor >= 0 { taken.append(descriptor) }
                        let failure = await Exchange.of(.to(port: port), over: transport).failure
                        #expect(failure?.stage == .connectionLost)
                        #expect(failure?.message.contains("descriptor") == true)
                        for descriptor in taken { close(descriptor) }
                        #expect(await Exchange.of(.to(port: port), over: transport).text == "{}")
                    }
                }
            }
        }
    }
}
