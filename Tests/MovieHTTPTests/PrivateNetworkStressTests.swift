import HTTPModel
import MarqueeTestKit
import MovieHTTP
import Testing

#if os(Linux)
/// What needs names that resolve, and names that do not.
@Suite("In a network of its own")
struct PrivateNetworkStressTests {
    private static let comment: Comment = "needs MARQUEE_LONG=1, root, and the program unshare"

    @Test("the tests below, in a network of their own", .enabled(if: PrivateNetwork.isWanted, comment))
    func all() async throws {
        let outcome = try await PrivateNetwork.run("InPrivateNetwork")
        #expect(outcome.status == .exited(0))
        for line in (outcome.outputText + outcome.errors).split(separator: "\n") where line.hasPrefix("measured: ") {
            print(line)
        }
        if outcome.status != .exited(0) { print(outcome.outputText, outcome.errors) }
    }
}

@Suite("Inside", .serialized, .enabled(if: PrivateNetwork.isInside, "run by the test above"))
struct InPrivateNetworkTests {
    @Test("U2: with the name server of one source dead, another's new connections come as before; hers end in time")
    func blackHole() async throws {
        try await PrivateNetwork.withSilentNameServer {
            // Every request has a connection of its own, and so a lookup.
            let answer = ScriptedAnswer.reply(headers: [("Connection", "close")], body: Array("{}".utf8)).then(.close)
            try await withServer([answer], isForAllAddresses: true) { server in
                await withHTTPTransport(.test) { transport in
                    // As many names as have a thread of their own; the next share.
                    for number in 0..<12 { _ = await Self.ask(server, number, transport) }
                    await Self.compare("own threads", server, host: 0, dead: "dead.example", transport)
                    await Self.compare("one shared thread", server, host: 12, dead: "xmdead.example", transport)
                }
            }
        }
    }

    @Test("8 cold sources side by side take about as long as the slowest")
    func fanOut() async throws {
        let delay = Duration.milliseconds(50)
        try await withServer([.json("{}").delayed(by: delay)], isForAllAddresses: true) { server in
            var cold: [Duration] = []
            var warm: [Duration] = []
            for _ in 0..<21 {
                await withHTTPTransport(.test) { transport in
                    cold.append(await Self.askAll(server, transport))
                    warm.append(await Self.askAll(server, transport))
                }
            }
            print(
                "measured: 8 sources of \(delay) each, side by side: median cold \(cold.sorted()[10]), ",
                terminator: ""
            )
            print("with connections \(warm.sorted()[10]); best \(cold.min() ?? .zero) and \(warm.min() ?? .zero)")
        }
    }

    private static func askAll(_ server: ScriptedServer, _ transport: AsyncHTTPTransport) async -> Duration {
        let start = ContinuousClock.now
        let answered = await withTaskGroup { group in
            for number in 0..<8 { group.addTask { await ask(server, number, transport).text == "{}" } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(answered == 8)
        return .now - start
    }

    private static func ask(_ server: ScriptedServer, _ number: Int, _ transport: AsyncHTTPTransport) async -> Exchange
    {
        await Exchange.of(
            .to(
                port: server.port,
                host: PrivateNetwork.hostName(number),
                within: .seconds(8),
                connectWithin: .seconds(8)
            ),
            over: transport
        )
    }

    /// Prints the 99th percentiles of a source's times with and without requests to a name that does not resolve.
    private static func compare(
        _ label: String,
        _ server: ScriptedServer,
        host: Int,
        dead: String,
        _ transport: AsyncHTTPTransport
    ) async {
        let (before, answeredBefore) = await times(server, host, transport)
        let (during, answeredDuring) = await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { await askInVain(dead, transport) } }
            let found = await times(server, host, transport)
            group.cancelAll()
            return found
        }
        let (after, _) = await times(server, host, transport)
        print("measured: \(label): p99 \(before) before, \(during) with a dead name, \(after) after; ", terminator: "")
        print("\(answeredBefore) and \(answeredDuring) of 400 answered")
        if label == "own threads" { #expect(answeredBefore == 400 && answeredDuring == 400) }
    }

    private static func times(
        _ server: ScriptedServer,
        _ host: Int,
        _ transport: AsyncHTTPTransport
    ) async -> (p99: Duration, answered: Int) {
        var times: [Duration] = []
        var answered = 0
        let end = ContinuousClock.now + .seconds(20)
        while times.count < 400, ContinuousClock.now < end {
            let exchange = await ask(server, host, transport)
            times.append(exchange.duration)
            if exchange.text == "{}" { answered += 1 }
        }
        return (times.sorted()[times.count * 99 / 100], answered)
    }

    private static func askInVain(_ host: String, _ transport: AsyncHTTPTransport) async {
        while !Task.isCancelled {
            let request = HTTPRequest.to(port: 80, host: host, within: .seconds(1), connectWithin: .milliseconds(500))
            let failure = await Exchange.of(request, over: transport).failure
            if !Task.isCancelled { #expect(failure?.kind == .connectTimeout || failure?.kind == .timeout) }
        }
    }
}
#endif
