import HTTPModel
import MarqueeTestKit
import MovieDomain
import MovieHTTP
import Testing

@Suite("Connection faults")
struct ConnectionTests {
    @Test("U1: a name that doesn't exist fails as a name resolution error")
    func unknownName() async {
        let failure = await Exchange.of(.to(port: 80, host: "films.invalid")).failure
        #expect(failure?.stage == .nameResolution)
        #expect(failure?.message == "the name films.invalid does not resolve")
    }

    @Test("U3: a refused connection is reported as refused")
    func refused() async throws {
        let port = try ClosedPort()
        let exchange = await Exchange.of(.to(port: port.port), under: .seconds(60))
        #expect(exchange.failure?.stage == .connectionRefused)
        #expect(exchange.failure?.message == "http://127.0.0.1:\(port.port) refuses connections")
    }

    #if os(Linux)
    @Test("U4: a dropped SYN ends with the connect timeout")
    func droppedSYN() async throws {
        let port = try SilentPort()
        let exchange = await Exchange.of(.to(port: port.port, connectWithin: .milliseconds(250)), under: .seconds(60))
        #expect(exchange.failure?.stage == .connectTimeout)
        #expect(exchange.failure?.message == "no connection to http://127.0.0.1:\(port.port) within 250 ms")
        #expect(exchange.duration >= .milliseconds(240))
    }
    #endif

    @Test("U5: a connection that is reset before or after the request is reported as lost", arguments: [true, false])
    func reset(atOnce: Bool) async throws {
        try await withServer([.reset], welcome: atOnce ? .reset : .serve) { server in
            let exchange = await Exchange.of(.to(server), under: .seconds(60))
            #expect(exchange.failure?.stage == .connectionLost)
            #expect(exchange.failure?.message == "127.0.0.1 closed the connection without an answer")
        }
    }

    @Test("A connection that closes without a response is reported as lost and isn't retried")
    func closed() async throws {
        try await withServer([.close]) { server in
            #expect(await Exchange.of(.to(server)).failure?.stage == .connectionLost)
            #expect(server.log.connectionCount == 1)
        }
    }

    @Test(
        "U7, U8, U9: a silent, stalled, or dripping response fails at the end of its timeout",
        arguments: [
            ScriptedAnswer.silence, .headThenSilence,
            .drip(Array(repeating: 0x20, count: 2_000), every: .milliseconds(90)),
        ]
    )
    func stall(answer: ScriptedAnswer) async throws {
        try await withServer([answer]) { server in
            let exchange = await Exchange.of(.to(port: server.port, within: .milliseconds(300)), under: .seconds(120))
            #expect(exchange.failure?.stage == .timeout)
            #expect(exchange.failure?.message == "127.0.0.1 did not answer in full within 300 ms")
            #expect(exchange.duration >= .milliseconds(290))
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
        }
    }

    @Test("U7: a connection that is accepted but never read times out")
    func ignored() async throws {
        try await withServer(welcome: .ignore) { server in
            let exchange = await Exchange.of(.to(port: server.port, within: .milliseconds(200)))
            #expect(exchange.failure?.stage == .timeout)
        }
    }

    @Test("U33: a GET is sent once more if its kept connection closes on reuse")
    func closedOnReuse() async throws {
        try await withServer([.json("1").then(.closeOnReuse), .json("2")]) { server in
            await withHTTPTransport(.test) { transport in
                #expect(await Exchange.of(.to(server), over: transport).text == "1")
                #expect(await Exchange.of(.to(server), over: transport).text == "2")
            }
            #expect(server.log.connectionCount == 2)
            #expect(server.log.requests.count == 3)
        }
    }

    @Test("U33: a POST isn't sent twice if its kept connection closes on reuse")
    func closedOnReuseOfPost() async throws {
        try await withServer([.json("1").then(.closeOnReuse), .json("2")]) { server in
            await withHTTPTransport(.test) { transport in
                #expect(await Exchange.of(.to(server), over: transport).text == "1")
                let second = await Exchange.of(
                    .to(port: server.port, method: .post, body: SecretText("1")),
                    over: transport
                )
                #expect(second.failure?.stage == .connectionLost)
            }
            #expect(server.log.connectionCount == 1)
        }
    }

    @Test("U33: a POST with a cache rule only asks, and is sent once more")
    func closedOnReuseOfQuestion() async throws {
        try await withServer([.json("1").then(.closeOnReuse), .json("2")]) { server in
            await withHTTPTransport(.test) { transport in
                var question = HTTPRequest.to(port: server.port, method: .post, body: SecretText("1"))
                question.cachePolicy = .asProviderSays
                #expect(await Exchange.of(.to(server), over: transport).text == "1")
                #expect(await Exchange.of(question, over: transport).text == "2")
            }
            #expect(server.log.connectionCount == 2)
            #expect(server.log.requests.count == 3)
        }
    }

    @Test("U33: a GET isn't sent a third time if the second connection fails too")
    func closedAgain() async throws {
        try await withServer([.json("1").then(.closeOnReuse), .reset]) { server in
            await withHTTPTransport(.test) { transport in
                #expect(await Exchange.of(.to(server), over: transport).text == "1")
                #expect(await Exchange.of(.to(server), over: transport).failure?.stage == .connectionLost)
            }
            #expect(server.log.requests.count == 3)
        }
    }

    @Test("U35: a status that is none is told as such, also after a kept connection was reset on reuse")
    func noStatusAfterReset() async throws {
        let head = "HTTP/1.1 007 OK\r\nContent-Length: 2\r\n\r\n{}"
        try await withServer([.json("1"), .reset, ScriptedAnswer([.bytes(Array(head.utf8)), .close])]) { server in
            await withHTTPTransport(.test) { transport in
                #expect(await Exchange.of(.to(server), over: transport).text == "1")
                let second = await Exchange.of(.to(server), over: transport)
                #expect((second.response?.status).map { $0 < 100 } == true, "\(second.result)")
            }
            #expect(server.log.connectionCount == 2)
            #expect(server.log.requests.count == 3)
        }
    }
}
