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

    @Test("I, U34: over 1,000 hosts the connections that are kept do not grow in number, nor do descriptors")
    func descriptors() async throws {
        // In a process of its own: what runs beside this test opens connections of its own.
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try await ManyHostsStressTests.askThousandHosts()
        }
        for line in String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
        where line.hasPrefix("measured: ") {
            print(line)
        }
    }

    private static func askThousandHosts() async throws {
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
                // From the first hundred on all 64 places are taken: two descriptors each, one at either end.
                #expect((counts.max() ?? 0) <= (counts.first ?? 0) + 8, "\(counts)")
                #expect((counts.max() ?? 0) <= 2 * 64 + 40, "\(counts)")
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

@Suite("Names that do not resolve")
struct DeadNameTests {
    @Test("U2: 200 of them", .enabled(if: PrivateNetwork.isPossible, "needs root, and the program unshare"))
    func deadNames() async throws {
        let outcome = try await PrivateNetwork.run("InDeadNetwork")
        #expect(outcome.status == .exited(0))
        if outcome.status != .exited(0) { print(outcome.outputText, outcome.errors) }
    }
}

@Suite("Inside, with dead names", .serialized, .enabled(if: PrivateNetwork.isInside, "run by the test above"))
struct InDeadNetworkTests {
    @Test("U2: beside 200 dead names others are answered; the dead ones end by their limit, and so does the transport")
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
                    // The threads that look up in vain are still there.
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

@Suite("Inside", .serialized, .enabled(if: PrivateNetwork.isInside, "run by the test above"))
struct InPrivateNetworkTests {
    @Test("U2: with the name server of one source dead, another's new connections come as before; hers end in time")
    func blackHole() async throws {
        try await PrivateNetwork.withSilentNameServer {
            // Every request has a connection of its own, and so a lookup.
            let answer = ScriptedAnswer.reply(headers: [("Connection", "close")], body: Array("{}".utf8)).then(.close)
            try await withServer([answer], isForAllAddresses: true) { server in
                await withHTTPTransport(.test) { transport in
                    await Self.compare(server, host: 0, dead: "dead.example", transport)
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
    private static func compare(
        _ server: ScriptedServer,
        host: Int,
        dead: String,
        _ transport: CurlTransport
    ) async {
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

/// A network namespace in which these tests run once more: names of its own, a public address that leads here, and a
/// name server that takes every question and answers none.
///
/// Names `*.films.example` lead to ``address``, which is one of the internet's and of no interface here: a route brings
/// it to the namespace's own servers.
enum PrivateNetwork {
    static let address = "192.31.196.7"
    /// A public address of an interface.
    static let ownAddress = "192.31.196.8"

    /// Addresses that names lead to, and must not.
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

    /// It takes the rights of root.
    static let isPossible = !isInside && geteuid() == 0 && ProjectFiles.isExecutable("/usr/bin/unshare")

    /// What takes time.
    static let isWanted = LongRuns.areWanted && isPossible

    static func hostName(_ number: Int) -> String { "source\(number).films.example" }

    /// Runs the tests inside whose names match `filter`, and returns how that ended.
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
            return try await ProcessOutcome.of(plan, upTo: .seconds(300))
        }
    }

    /// Lines of the file of hosts.
    private static var homeNames: String {
        let names = namedAddresses.map { "\($0) \(hostName(leadingTo: $0))" }
        return (names + ["127.0.0.1 two.films.example", "\(address) two.films.example"]).joined(separator: "\n")
    }

    private static func program() throws(SystemError) -> String {
        var path = [CChar](repeating: 0, count: 4_096)
        guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { throw SystemError("readlink") }
        return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A name server on the namespace's port 53 that never answers, for as long as `body` runs.
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
