/// How the time passes by which kept answers get older.
package struct AnswerClock: Sendable {
    /// The time since some moment; `nil` where time stands still.
    let elapsed: @Sendable () -> Duration?

    /// A clock of any kind, for tests.
    package init(elapsed: @escaping @Sendable () -> Duration?) {
        self.elapsed = elapsed
    }

    /// Time that passes, whatever happens to the wall clock.
    package static var running: AnswerClock {
        let start = ContinuousClock.now
        return AnswerClock { start.duration(to: .now) }
    }

    /// Time that stands still, as in a replay: no answer gets older, and each is told as it was the first time, so that
    /// it does not matter which of two equal calls came first.
    package static let standing = AnswerClock { nil }
}
