import MarqueeTestKit

/// How much a dead source changes the p99 of calls to another source, for each kind of failure.
enum IsolationBenchmark {
    private static let pause = Duration.milliseconds(50)
    private static let calls = 150
    private static let side = 6
    private static let rounds = 4

    static func print(binary: String) async throws {
        Swift.print(
            "One source dead, another asked \(side) times at once, each answer after 50 ms: least p99 (goal: within 10 % of well)"
        )
        for make in DeadSource.all {
            let dead = try make()
            defer { dead.stop() }
            let well = try DeadSource.healthy(after: pause)
            defer { well.stop() }
            var marks: (well: [Duration], dead: [Duration]) = ([], [])
            for _ in 0..<rounds {
                marks.well.append(try await p99(binary, beside: well))
                marks.dead.append(try await p99(binary, beside: dead))
            }
            // Other work of the machine only adds time, so the minimum of the rounds is the least disturbed.
            let (base, moved) = (marks.well.min() ?? .zero, marks.dead.min() ?? .zero)
            let percent = ((moved / base - 1) * 1_000).rounded() / 10
            Swift.print("  \(dead.name): \(moved.milliseconds), well \(base.milliseconds): \(percent) %")
        }
        Swift.print("")
    }

    /// Returns the p99 of calls to a healthy source while as many calls go to another source.
    private static func p99(_ binary: String, beside other: DeadSource) async throws -> Duration {
        let server = try ScriptedServer()
        defer { server.stop() }
        server.on(ScriptedRoute(MadeUpSource.path), MadeUpSource.answer(after: pause))
        return try await ProjectFiles.withTemporaryFolder { folder in
            let sources = [
                MadeUpSource(id: "well", origin: server.origin), MadeUpSource(id: "other", origin: other.origin),
            ]
            let file = try MadeUpSource.write(sources, deadline: "3s", to: folder)
            let plan = ProcessPlan(binary, ["--config", file, "--no-cache"], environment: ["HOME": folder])
            return try await RunningProcess.withProcess(plan) { try await measure($0) }
        }
    }

    /// Keeps ``side`` calls to the measured source in flight, and starts a call to the other source with each of them.
    private static func measure(_ process: RunningProcess) async throws -> Duration {
        var begun: [Int: ContinuousClock.Instant] = [:]
        var trips: [Duration] = []
        var next = 1
        func begin() {
            // Even ids are for the measured source.
            let (own, other) = (next * 2, next * 2 + 1)
            begun[own] = .now
            process.write(
                MadeUpSource.request(own, query: "film \(own)", providers: ["well"])
                    + MadeUpSource.request(other, query: "film \(other)", providers: ["other"])
            )
            next += 1
        }
        for _ in 0..<side { begin() }
        while trips.count < calls {
            let line = try await process.readLine(upTo: .seconds(20))
            guard let id = Self.id(of: line), let start = begun.removeValue(forKey: id) else { continue }
            trips.append(.now - start)
            begin()
        }
        // Leave out the calls that opened the first connections.
        let sorted = trips.dropFirst(side * 2).sorted()
        return sorted[sorted.count * 99 / 100]
    }

    /// Returns the id of an answer, which is its last member.
    private static func id(of line: String) -> Int? {
        let digits = line.utf8.reversed().dropFirst().prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: digits.reversed(), as: UTF8.self))
    }
}
