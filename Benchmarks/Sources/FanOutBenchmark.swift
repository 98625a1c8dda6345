import MarqueeTestKit

/// Calls to eight sources over HTTP: the time beyond the slowest source, beyond the deadline, and with everything
/// cached.
enum FanOutBenchmark {
    private static let slowest = Duration.milliseconds(60)
    private static let deadline = Duration.milliseconds(250)
    private static let rounds = 60
    private static let warmMessages = 2_000

    static func print(binary: String) async throws {
        Swift.print("A fan-out over 8 sources: beyond the slowest, or the deadline (goal: 3 ms); warm (goal: 1 ms)")
        try await ProjectFiles.withTemporaryFolder { folder in
            let servers = try (1...8).map { _ in try ScriptedServer() }
            defer { for server in servers { server.stop() } }
            for (index, server) in servers.enumerated() {
                // The others answer earlier, each at a different time.
                let pause = index == 7 ? slowest : .milliseconds(5 * index)
                server.on(ScriptedRoute(MadeUpSource.path), MadeUpSource.answer(after: pause))
            }
            let sources = servers.enumerated().map { MadeUpSource(id: "films\($0 + 1)", origin: $1.origin) }
            let file = try MadeUpSource.write(sources, to: folder)
            let plan = ProcessPlan(
                binary,
                ["--config", file, "--cache-dir", folder + "/cache"],
                environment: ["HOME": folder]
            )
            report("the slowest, asked by eight bare sockets", try bareTrips(servers.map(\.port)), beyond: slowest)
            report("cold, the slowest answers after 60 ms", try coldTrips(plan, all: true), beyond: slowest)
            report("  that source alone", try coldTrips(plan, all: false), beyond: slowest)
            let warm = try warmMicroseconds(plan)
            Swift.print(
                "  warm, the same question: \(warm.same) µs a call; the same films under another limit: \(warm.other) µs"
            )
        }
        try await measureDeadline(binary)
        Swift.print("")
    }

    /// Measures calls in which seven sources answer at once and one never answers.
    private static func measureDeadline(_ binary: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            let silent = try ScriptedServer()
            defer {
                server.stop()
                silent.stop()
            }
            server.on(ScriptedRoute(MadeUpSource.path), MadeUpSource.answer())
            silent.on(ScriptedRoute(MadeUpSource.path), .silence)
            let sources = (1...8).map {
                MadeUpSource(id: "films\($0)", origin: $0 == 8 ? silent.origin : server.origin)
            }
            let file = try MadeUpSource.write(sources, deadline: "250ms", to: folder)
            let plan = ProcessPlan(
                binary,
                ["--config", file, "--cache-dir", folder + "/cache"],
                environment: ["HOME": folder]
            )
            // Few calls: after ten, the circuit of the silent source would open, which makes calls faster.
            report(
                "cold, one never answers, deadline 250 ms",
                try coldTrips(plan, all: true, rounds: 8),
                beyond: deadline
            )
        }
    }

    private static func report(_ name: String, _ trips: [Duration], beyond floor: Duration) {
        let sorted = trips.map { $0 - floor }.sorted()
        let median = sorted[sorted.count / 2].milliseconds
        let p90 = sorted[sorted.count * 9 / 10].milliseconds
        Swift.print("  \(name): median \(median) beyond it, p90 \(p90)")
    }

    /// Measures new questions, one at a time, over open connections.
    private static func coldTrips(_ plan: ProcessPlan, all: Bool, rounds: Int = rounds) throws -> [Duration] {
        let providers = all ? [] : ["films8"]
        return try BulkProcess.with(plan) { process in
            _ = try process.roundTrip(Array(MadeUpSource.request(1, query: "first \(all)", providers: providers).utf8))
            return try (2...(rounds + 1)).map { id in
                let request = MadeUpSource.request(id, query: "question \(id) \(all)", providers: providers)
                return try process.roundTrip(Array(request.utf8))
            }
        }
    }

    /// Measures the same questions without Marquee: the time that the sources and this machine take.
    private static func bareTrips(_ ports: [Int]) throws -> [Duration] {
        let clients = try ports.map { port throws in try LoopbackClient(port: port) }
        return try (1...rounds).map { round in
            let start = ContinuousClock.now
            for client in clients { try client.write(MadeUpSource.bareRequest("bare \(round)")) }
            for client in clients { try client.read(until: MadeUpSource.ending) }
            return ContinuousClock.now - start
        }
    }

    /// Returns the time of one call with everything cached, pipelined, in microseconds.
    private static func warmMicroseconds(_ plan: ProcessPlan) throws -> (same: Double, other: Double) {
        try BulkProcess.with(plan) { process in
            let call = #""method":"movies/search","params":{"query":"warm","limit":20}"#
            _ = try process.roundTrip(RequestStream(call: call, framing: .line).bytes(1...1))
            let same = RequestStream(call: call, framing: .line).bytes(2...(warmMessages + 1))
            // Other answers from the same films, which are matched and merged again.
            let other = (1...80).flatMap { limit in
                let call = #""method":"movies/search","params":{"query":"warm","limit":\#(limit == 20 ? 81 : limit)}"#
                return RequestStream(call: call, framing: .line).bytes((10_000 + limit)...(10_000 + limit))
            }
            return (try microseconds(same, warmMessages, process), try microseconds(other, 80, process))
        }
    }

    private static func microseconds(_ bytes: [UInt8], _ count: Int, _ process: BulkProcess) throws -> Double {
        let start = ContinuousClock.now
        try process.exchange(bytes, until: .occurrences(of: "\n", count: count), upTo: .seconds(30))
        let microseconds = (ContinuousClock.now - start) / .microseconds(1) / Double(count)
        return (microseconds * 10).rounded() / 10
    }
}
