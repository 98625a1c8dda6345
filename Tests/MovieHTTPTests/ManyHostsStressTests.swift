import HTTPModel
import MarqueeTestKit
import MovieHTTP
import Testing

#if os(Linux)
@Suite("Many hosts")
struct ManyHostsStressTests {
    /// `make stress` asks the whole number.
    private static let hostCount = LongRuns.areWanted ? 10_000 : 300

    @Test("U34: each of thousands of hosts is answered, and few connections stay open")
    func bounded() async throws {
        try await withServer([.json("{}")], isForAllAddresses: true) { server in
            await withHTTPTransport(.test) { transport in
                let answered = await withTaskGroup { group in
                    for worker in 0..<8 {
                        group.addTask { await Self.askHosts(from: worker, by: 8, server, transport) }
                    }
                    return await group.reduce(0, +)
                }
                #expect(answered == Self.hostCount)
                #expect(await server.waitForLog { $0.openConnectionCount <= 64 })
                #expect(server.log.connectionCount == Self.hostCount)
            }
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
        }
    }

    private static func askHosts(
        from first: Int,
        by step: Int,
        _ server: ScriptedServer,
        _ transport: AsyncHTTPTransport
    ) async -> Int {
        var answered = 0
        for number in stride(from: first, to: hostCount, by: step) {
            let host = "127.1.\(number / 250).\(number % 250 + 1)"
            let request = HTTPRequest.to(
                port: server.port,
                host: host,
                within: .seconds(30),
                connectWithin: .seconds(30)
            )
            if await Exchange.of(request, over: transport).text == "{}" { answered += 1 }
        }
        return answered
    }
}
#endif
