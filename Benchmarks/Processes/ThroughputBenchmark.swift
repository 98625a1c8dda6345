import MarqueeTestKit

/// Messages a second when a client sends without waiting, in both framings, and warm searches.
enum ThroughputBenchmark {
    private static let rounds = 5

    static func print(binary: String) async throws {
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let pings = 200_000
        let demo = ProcessPlan(binary, ["--demo"], environment: ["HOME": "/nonexistent"])
        Swift.print("Pipelined ping, newline framing")
        let own = try await rate(demo, message: ping + "\n", count: pings)
        Swift.print("  marquee: \(Int(own)) a second")
        for peer in Peers.installed {
            let peerRate = try await rate(peer.plan, message: ping + "\n", count: pings)
            Swift.print(
                "  \(peer.name): \(Int(peerRate)) a second   marquee does \((own / peerRate * 100).rounded() / 100) of it"
            )
        }
        Swift.print("Pipelined ping, Content-Length framing")
        let framed = try await rate(demo, message: "Content-Length: \(ping.utf8.count)\r\n\r\n\(ping)", count: pings)
        Swift.print("  marquee: \(Int(framed)) a second")
        Swift.print("movies/search of --demo, pipelined (each answer is matched and merged anew)")
        let search = #"{"jsonrpc":"2.0","id":1,"method":"movies/search","params":{"query":"John Wick"}}"#
        let searches = try await rate(demo, message: search + "\n", count: 5_000)
        Swift.print("  marquee: \(Int(searches)) a second\n")
    }

    /// The median of messages a second from the first byte written to the last byte read.
    private static func rate(_ plan: ProcessPlan, message: String, count: Int) async throws -> Double {
        let input = Array(String(repeating: message, count: count).utf8)
        var durations: [Duration] = []
        for _ in 0..<rounds {
            try await RunningProcess.withProcess(plan) { process in
                process.write(Array(message.utf8))
                _ = try await process.read(1)
                let start = ContinuousClock.now
                process.write(input)
                process.closeInput()
                _ = try await process.readToEnd(upTo: .seconds(120))
                durations.append(ContinuousClock.now - start)
            }
        }
        return Double(count) / (Median.of(durations) / .seconds(1))
    }
}
