import MarqueeTestKit

/// Messages a second when a client sends without waiting, in both framings, and warm searches.
enum ThroughputBenchmark {
    private static let rounds = 5

    static func print(binary: String) async throws {
        let demo = ProcessPlan(binary, ["--demo"], environment: ["HOME": "/nonexistent"])
        Swift.print("Pipelined ping, newline framing")
        let pings = messages(200_000, framed: false, #""method":"ping""#)
        let own = try await rate(demo, pings)
        Swift.print("  marquee: \(Int(own)) a second")
        for peer in Peers.installed {
            let peerRate = try await rate(peer.plan, pings)
            let share = (own / peerRate * 100).rounded() / 100
            Swift.print("  \(peer.name): \(Int(peerRate)) a second   marquee does \(share) of it")
        }
        Swift.print("Pipelined ping, Content-Length framing")
        Swift.print(
            "  marquee: \(Int(try await rate(demo, messages(200_000, framed: true, #""method":"ping""#)))) a second"
        )
        Swift.print("movies/search of --demo, pipelined (each answer is mapped, matched and merged anew)")
        let search = #""method":"movies/search","params":{"query":"John Wick"}"#
        Swift.print("  marquee: \(Int(try await rate(demo, messages(5_000, framed: false, search)))) a second\n")
    }

    /// Requests with ids of their own: an id that is in flight may not be used again.
    private static func messages(_ count: Int, framed: Bool, _ call: String) -> [String] {
        (1...count).map { number in
            let body = #"{"jsonrpc":"2.0","id":\#(number),\#(call)}"#
            return framed ? "Content-Length: \(body.utf8.count)\r\n\r\n\(body)" : body + "\n"
        }
    }

    /// The median of messages a second from the first byte written to the last byte read.
    private static func rate(_ plan: ProcessPlan, _ messages: [String]) async throws -> Double {
        let first = Array((messages.first ?? "").utf8)
        let rest = messages.dropFirst().flatMap { Array($0.utf8) }
        var durations: [Duration] = []
        for _ in 0..<rounds {
            try await RunningProcess.withProcess(plan) { process in
                process.write(first)
                _ = try await process.read(1)
                let start = ContinuousClock.now
                process.write(rest)
                process.closeInput()
                _ = try await process.readToEnd(upTo: .seconds(120))
                durations.append(ContinuousClock.now - start)
            }
        }
        return Double(messages.count) / (Median.of(durations) / .seconds(1))
    }
}
