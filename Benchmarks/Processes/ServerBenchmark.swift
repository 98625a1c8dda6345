import MarqueeTestKit

/// Other JSON-RPC servers on stdio, if they are installed: a cheap request, pipelined, after their handshake.
enum ServerBenchmark {
    private static let rounds = 3
    private static let ownCount = 200_000

    static func print(binary: String) async throws {
        Swift.print("Other servers on stdio, pipelined: messages a second (an unknown method is answered with -32601)")
        let own = ServerPeer(
            name: "marquee, ping",
            plan: ProcessPlan(binary, environment: ["HOME": "/nonexistent"]),
            stream: .pings(.header),
            handshake: [],
            count: ownCount,
            answer: #""result""#
        )
        guard let ownRate = report(own, against: nil) else { return }
        for peer in try await ServerPeer.all() { _ = report(peer, against: ownRate) }
        Swift.print("")
    }

    /// Measures a server and prints its rate; an error is printed and does not end the benchmark.
    private static func report(_ peer: ServerPeer, against own: Double?) -> Double? {
        guard let plan = peer.plan else {
            Swift.print("  \(peer.name): not installed")
            return nil
        }
        do {
            let rates = try (0..<rounds).map { _ in try rate(peer, plan) }.sorted()
            let median = rates[rates.count / 2]
            let ratio = own.map { "   marquee answers \(Int(($0 / median).rounded())) times as many" } ?? ""
            Swift.print("  \(peer.name): \(Int(median))\(ratio)")
            return median
        } catch {
            Swift.print("  \(peer.name): \(error)")
            return nil
        }
    }

    private static func rate(_ peer: ServerPeer, _ plan: ProcessPlan) throws -> Double {
        try BulkProcess.with(plan) { process in
            var pending: [UInt8] = []
            for message in peer.handshake {
                pending += message.bytes
                guard let answer = message.answer else { continue }
                try process.exchange(pending, until: .occurrences(of: answer, count: 1), upTo: .seconds(30))
                pending = []
            }
            // One more request with an answer, so that the initialization of the server is over.
            pending += peer.stream.bytes(1_000...1_000)
            try process.exchange(pending, until: .occurrences(of: peer.answer, count: 1), upTo: .seconds(30))
            let requests = peer.stream.bytes(1_001...(1_000 + peer.count))
            let all = BulkProcess.Goal.occurrences(of: peer.answer, count: peer.count)
            let start = ContinuousClock.now
            try process.exchange(requests, until: all, upTo: .seconds(30))
            return Double(peer.count) / ((ContinuousClock.now - start) / .seconds(1))
        }
    }
}
