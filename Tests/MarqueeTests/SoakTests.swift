import JSON
import MarqueeTestKit
import Testing

/// Mixed traffic for a long time: every request is answered once, and the process stays as small as it was.
///
/// `SOAK_SECONDS` says for how long; `make stress` takes an hour, the ordinary run five seconds.
@Suite("Stress: soak")
struct SoakTests {
    private static let seconds = ProjectFiles.environment("SOAK_SECONDS").flatMap(Double.init) ?? 5

    @Test("H10: memory, descriptors and threads are level after the first third", arguments: [false, true])
    func soak(hasHeaders: Bool) async throws {
        var plan = try Program.plan(["--demo"])
        // A line for each broken message, which would only fill this process.
        plan.errors = .null
        try await RunningProcess.withProcess(plan) { program in
            let start = ContinuousClock.now
            var levels = SoakLevels()
            var round = SoakRound(hasHeaders: hasHeaders)
            repeat {
                try await round.play(with: program)
                let isWarm = start.duration(to: .now) > .seconds(Self.seconds / 3)
                levels.note(ProcessLevel(program), isWarm: isWarm)
            } while start.duration(to: .now) < .seconds(Self.seconds)
            print("soak, \(hasHeaders ? "headers" : "lines"): \(round.answerCount) answers; \(levels)")
            levels.expectLevel()
            program.closeInput()
            try await program.expectExit(.exited(0))
            #expect(program.unreadOutput.isEmpty)
        }
    }
}
