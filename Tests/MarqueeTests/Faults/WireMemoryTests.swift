import MarqueeTestKit
import Testing

@Suite("Memory that clients' requests need")
struct WireMemoryTests {
    private static let mostBytes = 150 << 20
    /// The part of what a long run sends: the program is compiled for tests here, and takes minutes for the rest.
    private static let share = StressRun.isWanted ? 1 : 50
    private static let long = String(repeating: "x", count: 9_000_000 / share)

    /// Sends the messages one after another, reads `lines` answers in total, and checks the peak of memory.
    private func check(_ messages: [String], lines: Int, notes: String) async throws {
        try await RunningProcess.withProcess(try Program.plan(["--demo", "--no-cache"])) { program in
            for message in messages {
                program.write(message + "\n")
                for _ in 0..<lines / messages.count { _ = try await program.readLine(upTo: .seconds(600)) }
            }
            guard let peak = program.peakResidentBytes else { return }
            #expect(peak < Self.mostBytes, "\(peak >> 20) MiB: \(notes)")
        }
    }

    @Test("D: Batches of 1,000 large answers keep memory below 150 MiB")
    func largeBatches() async throws {
        let batch = (1...1_000 / Self.share).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"rpc.discover"}"# }
        try await check(
            Array(repeating: "[\(batch.joined(separator: ","))]", count: 2),
            lines: 2,
            notes: "rpc.discover"
        )
    }

    @Test("D: Concurrent progress tokens of 9 MB keep memory below 150 MiB")
    func longTokens() async throws {
        let messages = (1...6).map {
            Talk.request($0, "movies/search", #"{"query":"Suzume","workDoneToken":"\#(Self.long)"}"#)
        }
        // Send all at once, so that several could be processed at the same time; each answer is one line.
        try await check([messages.joined(separator: "\n")], lines: 6, notes: "tokens")
    }

    @Test("D: Concurrent ids of 9 MB keep memory below 150 MiB")
    func longIdentifiers() async throws {
        let messages = (1...3).map {
            #"{"jsonrpc":"2.0","id":"\#($0)\#(Self.long)","method":"movies/search","params":{"query":"Suzume"}}"#
        }
        try await check([messages.joined(separator: "\n")], lines: 3, notes: "ids")
    }
}
