import HTTPModel
import MarqueeTestKit
import MovieDomain
import MovieHTTP
import Platform
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

#if os(Linux)
@Suite("Many hosts")
struct ManyHostsStressTests {
    /// `make stress` uses the full number.
    private static let hostCount = LongRuns.areWanted ? 10_000 : 300

    @Test("U34: requests to many hosts are all answered, and at most 64 connections stay open")
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

    @Test("I, U34: 1,000 hosts leave at most 64 connections open and a stable number of descriptors")
    func descriptors() async throws {
        // Runs in its own process because concurrent tests open connections, too.
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try await ManyHostsStressTests.askThousandHosts()
        }
        for line in String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
        where line.hasPrefix("measured: ") {
            print(line)
        }
    }

    private static func askThousandHosts() async throws {
        // What the process was started with, which differs from one caller to the next.
        let inherited = ProcessFiles.descriptorCount() ?? 0
        try await withServer([.json("{}")], isForAllAddresses: true) { server in
            await withHTTPTransport(.test) { transport in
                var counts: [Int] = []
                for part in 0..<10 {
                    await withTaskGroup { group in
                        for worker in 0..<4 {
                            group.addTask {
                                for number in stride(from: part * 100 + worker, to: part * 100 + 100, by: 4) {
                                    let host = "127.2.\(number / 250).\(number % 250 + 1)"
                                    let request = HTTPRequest.to(port: server.port, host: host)
                                    #expect(await Exchange.of(request, over: transport).text == "{}")
                                }
                            }
                        }
                    }
                    // The server closes its ends a moment later.
                    #expect(await server.waitForLog { $0.openConnectionCount <= 64 })
                    counts.append(ProcessFiles.descriptorCount() ?? 0)
                }
                print("measured: descriptors after each 100 hosts, both ends: \(counts)")
                // After the first hundred hosts all 64 connections are open, with one descriptor at each end.
                #expect((counts.max() ?? 0) <= (counts.first ?? 0) + 8, "\(counts)")
                #expect((counts.max() ?? 0) <= inherited + 2 * 64 + 32, "\(inherited), \(counts)")
                #expect(server.log.connectionCount == 1_000)
            }
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
        }
    }

    private static func askHosts(
        from first: Int,
        by step: Int,
        _ server: ScriptedServer,
        _ transport: CurlTransport
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

/// Runs the tests that need a network with its own host names.
@Suite("Private network")
struct PrivateNetworkStressTests {
    private static let comment: Comment = "needs MARQUEE_LONG=1, root, and the program unshare"

    @Test(
        "The tests of InPrivateNetworkTests pass in a private network",
        .enabled(if: PrivateNetwork.isWanted, comment)
    )
    func all() async throws {
        let outcome = try await PrivateNetwork.run("InPrivateNetwork")
        #expect(outcome.status == .exited(0))
        for line in (outcome.outputText + outcome.errors).split(separator: "\n") where line.hasPrefix("measured: ") {
            print(line)
        }
        if outcome.status != .exited(0) { print(outcome.outputText, outcome.errors) }
    }
}

@Suite("Names that don't resolve")
struct DeadNameTests {
    @Test(
        "U2: the tests of 200 names that don't resolve pass in a private network",
        .enabled(if: PrivateNetwork.isPossible, "needs root, and the program unshare")
    )
    func deadNames() async throws {
        let outcome = try await PrivateNetwork.run("InDeadNetwork")
        #expect(outcome.status == .exited(0))
        if outcome.status != .exited(0) { print(outcome.outputText, outcome.errors) }
    }
}

@Suite(
    "Names that don't resolve, inside a private network",
    .serialized,
    .enabled(if: PrivateNetwork.isInside, "run by the test above")
)
struct InDeadNetworkTests {
    @Test("U2: 200 dead names end by their limit and delay neither other requests nor the transport's end")
    func manyDeadNames() async throws {
        try await PrivateNetwork.withSilentNameServer {
            let answer = ScriptedAnswer.reply(headers: [("Connection", "close")], body: Array("{}".utf8)).then(.close)
            try await withServer([answer], isForAllAddresses: true) { server in
                var ended = ContinuousClock.now
                await withHTTPTransport(.test) { transport in
                    await withTaskGroup { group in
                        for number in 0..<200 {
                            group.addTask { await Self.askInVain("dead\(number).example", transport) }
                        }
                        for number in 0..<100 {
                            let host = PrivateNetwork.hostName(number % 16)
                            let exchange = await Exchange.of(.to(port: server.port, host: host), over: transport)
                            #expect(exchange.text == "{}")
                            #expect(exchange.duration < .seconds(3))
                        }
                        group.cancelAll()
                    }
                    // The threads of the failed lookups are still running.
                    await Self.askInVain("dead.example", transport)
                    ended = .now
                }
                #expect(ContinuousClock.now - ended < .seconds(3))
            }
        }
    }

    private static func askInVain(_ host: String, _ transport: CurlTransport) async {
        let request = HTTPRequest.to(port: 80, host: host, connectWithin: .milliseconds(1_500))
        let exchange = await Exchange.of(request, over: transport)
        #expect(exchange.failure?.stage == .connectTimeout || exchange.failure?.stage == .cancelled)
        #expect(exchange.duration < .seconds(5))
    }
}

@Suite(
    "Lookups and fan-out, inside a private network",
    .serialized,
    .enabled(if: PrivateNetwork.isInside, "run by the test above")
)
struct InPrivateNetworkTests {
    @Test("U2: new connections are all answered while lookups of a dead name time out")
    func blackHole() async throws {
        try await PrivateNetwork.withSilentNameServer {
            // Every request opens a connection and therefore makes a lookup.
            let answer = ScriptedAnswer.reply(headers: [("Connection", "close")], body: Array("{}".utf8)).then(.close)
            try await withServer([answer], isForAllAddresses: true) { server in
                await withHTTPTransport(.test) { transport in
                    await Self.compare(server, host: 0, dead: "dead.example", transport)
                }
            }
        }
    }

    @Test("Concurrent requests to 8 sources are all answered, with and without open connections")
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

    private static func askAll(_ server: ScriptedServer, _ transport: CurlTransport) async -> Duration {
        let start = ContinuousClock.now
        let answered = await withTaskGroup { group in
            for number in 0..<8 { group.addTask { await ask(server, number, transport).text == "{}" } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(answered == 8)
        return .now - start
    }

    private static func ask(_ server: ScriptedServer, _ number: Int, _ transport: CurlTransport) async -> Exchange {
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
    private static func compare(_ server: ScriptedServer, host: Int, dead: String, _ transport: CurlTransport) async {
        let (before, answeredBefore) = await times(server, host, transport)
        let (during, answeredDuring) = await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { await askInVain(dead, transport) } }
            let found = await times(server, host, transport)
            group.cancelAll()
            return found
        }
        let (after, _) = await times(server, host, transport)
        print(
            "measured: new connections: p99 \(before) before, \(during) with a dead name, \(after) after; ",
            terminator: ""
        )
        print("\(answeredBefore) and \(answeredDuring) of 400 answered")
        #expect(answeredBefore == 400 && answeredDuring == 400)
    }

    private static func times(
        _ server: ScriptedServer,
        _ host: Int,
        _ transport: CurlTransport
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

    private static func askInVain(_ host: String, _ transport: CurlTransport) async {
        while !Task.isCancelled {
            let request = HTTPRequest.to(port: 80, host: host, within: .seconds(1), connectWithin: .milliseconds(500))
            let failure = await Exchange.of(request, over: transport).failure
            if !Task.isCancelled { #expect(failure?.stage == .connectTimeout || failure?.stage == .timeout) }
        }
    }
}

/// A network namespace in which these tests run again.
///
/// It has its own host names, a public address that is routed to itself, and a name server that never answers.
///
/// Names `*.films.example` resolve to ``address``, a public address that no interface has. A route leads it to the
/// namespace's own servers.
enum PrivateNetwork {
    static let address = "192.31.196.7"
    /// A public address of an interface.
    static let ownAddress = "192.31.196.8"

    /// The forbidden addresses, each of which a name resolves to.
    static let namedAddresses = [
        "127.0.0.1", "127.7.7.7", "0.0.0.0", ownAddress, "10.0.0.1", "100.64.0.1", "169.254.169.254", "172.16.0.1",
        "192.0.0.8", "192.168.0.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1",
        "::127.0.0.1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2001::1", "2002:7f00:1::1",
        "fc00::1", "fe80::1", "fec0::1", "ff02::1",
    ]

    static func hostName(leadingTo address: String) -> String {
        "to-" + address.replacing(":", with: "-").replacing(".", with: "-") + "x.home.example"
    }

    static let isInside = LongRuns.variable("MARQUEE_PRIVATE_NETWORK") == "1"

    /// Whether the namespace can be made, which takes root and the program `unshare`.
    static let isPossible = !isInside && geteuid() == 0 && ProjectFiles.isExecutable("/usr/bin/unshare")

    /// Whether the long tests are wanted and possible.
    static let isWanted = LongRuns.areWanted && isPossible

    static func hostName(_ number: Int) -> String { "source\(number).films.example" }

    /// Runs the tests whose names match `filter` in the namespace, and returns the outcome of their process.
    static func run(_ filter: String) async throws -> ProcessOutcome {
        try await ProjectFiles.withTemporaryFolder { folder in
            let script = """
                set -e
                ip link set lo up
                ip route add local \(address)/32 dev lo
                ip address add \(ownAddress)/32 dev lo
                echo 'nameserver 127.0.0.1' > \(folder)/resolv.conf
                echo '127.0.0.1 localhost' > \(folder)/hosts
                for number in $(seq 0 15); do echo "\(address) source$number.films.example"; done >> \(folder)/hosts
                cat >> \(folder)/hosts <<'END'
                \(homeNames)
                END
                mount --bind \(folder)/resolv.conf /etc/resolv.conf
                mount --bind \(folder)/hosts /etc/hosts
                exec "$0" --testing-library swift-testing --filter '\(filter)'
                """
            let plan = ProcessPlan(
                "/usr/bin/unshare",
                ["-n", "-m", "/bin/sh", "-c", script, try program()],
                environment: [
                    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "MARQUEE_PRIVATE_NETWORK": "1", "MARQUEE_LONG": "1",
                ]
            )
            return try await ProcessOutcome.of(plan, upTo: .patience)
        }
    }

    /// The lines of the hosts file for the forbidden addresses and for a name with two addresses.
    private static var homeNames: String {
        let names = namedAddresses.map { "\($0) \(hostName(leadingTo: $0))" }
        return (names + ["127.0.0.1 two.films.example", "\(address) two.films.example"]).joined(separator: "\n")
    }

    private static func program() throws(SystemError) -> String {
        var path = [CChar](repeating: 0, count: 4_096)
        guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { throw SystemError("readlink") }
        return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Runs `body` with a name server on the namespace's port 53 that never answers.
    static func withSilentNameServer<Value>(_ body: () async throws -> Value) async throws -> Value {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_DGRAM, 0)
        #endif
        defer { close(descriptor) }
        var server = sockaddr_in()
        server.sin_family = sa_family_t(AF_INET)
        server.sin_port = UInt16(53).bigEndian
        server.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &server) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw SystemError("bind") }
        return try await body()
    }
}
#endif
