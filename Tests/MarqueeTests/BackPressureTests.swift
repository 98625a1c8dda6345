import MarqueeTestKit
import Testing

@Suite("Stress: a client that reads nothing")
struct BackPressureTests {
    private static let count = ProjectFiles.environment("MARQUEE_LONG") == "1" ? 1_000_000 : 40_000

    /// Requests with long ids, so that the answers are long too and soon fill what may wait.
    private static func requests(from start: Int) -> String {
        let tail = String(repeating: "-", count: 240)
        return (start..<(start + 500)).map { #"{"jsonrpc":"2.0","id":"\#($0)\#(tail)","method":"ping"}"# + "\n" }
            .joined()
    }

    @Test("C5: reading stops, memory stays small, and everything is answered once the client reads")
    func unread() async throws {
        var plan = try Program.plan(["--demo"])
        plan.readsOutput = false
        try await RunningProcess.withProcess(plan) { program in
            for start in stride(from: 0, to: Self.count, by: 500) {
                program.write(Self.requests(from: start))
            }
            let unread = try await standstill(of: program)
            #expect(unread > 0)
            if let peak = program.peakResidentBytes { #expect(peak < 150 << 20, "\(peak >> 20) MiB") }
            program.startReading()
            program.closeInput()
            let output = try await program.readToEnd(upTo: .seconds(300))
            #expect(output.count { $0 == UInt8(ascii: "\n") } == Self.count)
            try await program.expectExit(.exited(0))
        }
    }

    /// Waits until the program has taken nothing for a while; what it has not taken.
    private func standstill(of program: RunningProcess) async throws -> Int {
        var last = -1
        var quiet = 0
        for _ in 0..<3_000 where quiet < 30 {
            let now = program.unwrittenCount
            quiet = now == last ? quiet + 1 : 0
            last = now
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(quiet == 30, "the program goes on reading")
        return last
    }
}
