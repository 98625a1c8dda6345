import Testing
import Upstream

@Suite("A source that wants to be left alone")
struct SourcePauseTests {
    @Test(
        "what it says, and how long it is left alone",
        arguments: [
            (.seconds(20), 0, .seconds(20)), (.seconds(20), 1, .seconds(22)), (.seconds(20), 0.5, .seconds(21)),
            // Now, or a moment that has passed.
            (.seconds(0), 0, .seconds(1)), (.seconds(-5), 0, .seconds(1)),
            // A year, and for ever.
            (.seconds(31_536_000), 0, .seconds(3_600)), (.seconds(.max), 1, .seconds(3_600)),
            (.unreadable, 0, .seconds(60)), (.unsaid, 0, .seconds(10)),
        ] as [(RetryAfterState.RequestedFilter, Double, Duration)]
    )
    func lengths(_ wish: RetryAfterState.RequestedFilter, _ chance: Double, _ length: Duration) {
        var pause = RetryAfterState()
        pause.begin(wish, at: .seconds(100), chance: chance)
        #expect(pause.remaining(at: .seconds(100)) == length)
        #expect(pause.remaining(at: .seconds(100) + length - .milliseconds(1)) == .milliseconds(1))
        #expect(pause.remaining(at: .seconds(100) + length) == nil)
        #expect(pause.end == nil)
    }

    @Test("The longer pause counts")
    func longer() {
        var pause = RetryAfterState()
        #expect(pause.remaining(at: .zero) == nil)
        pause.begin(.seconds(30), at: .zero, chance: 0)
        pause.begin(.seconds(5), at: .seconds(1), chance: 0)
        #expect(pause.remaining(at: .seconds(10)) == .seconds(20))
        pause.begin(.seconds(40), at: .seconds(10), chance: 0)
        #expect(pause.remaining(at: .seconds(10)) == .seconds(40))
    }
}
