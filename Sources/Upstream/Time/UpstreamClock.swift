/// The time as the layers see it: a parameter, so that a test can let it pass.
package struct UpstreamClock: Sendable {
    /// The time since a moment that stays the same while the program runs, by which deadlines and pauses count.
    package let now: @Sendable () -> Duration
    /// Milliseconds since 1970, which may jump: only calendars and dates in answers are read against it.
    package let epochMilliseconds: @Sendable () -> Int
    private let sleeping: @Sendable (Duration) async throws -> Void

    package init(
        now: @escaping @Sendable () -> Duration,
        epochMilliseconds: @escaping @Sendable () -> Int,
        sleep: @escaping @Sendable (_ until: Duration) async throws -> Void
    ) {
        self.now = now
        self.epochMilliseconds = epochMilliseconds
        sleeping = sleep
    }

    /// The system's monotonic clock; what it cannot tell, the time of day, is handed in.
    package static func system(
        _ clock: AlarmClock,
        epochMilliseconds: @escaping @Sendable () -> Int
    ) -> UpstreamClock {
        let start = clock.now
        return UpstreamClock(
            now: { start.duration(to: clock.now) },
            epochMilliseconds: epochMilliseconds,
            sleep: { try await clock.sleep(until: start.advanced(by: $0)) }
        )
    }

    /// Seconds since 1970.
    package var epochSeconds: Int { epochMilliseconds() / 1_000 }

    /// Waits until `moment`; gives `false` where the task was cancelled first.
    package func sleep(until moment: Duration) async -> Bool {
        do {
            try await sleeping(moment)
            return !Task.isCancelled
        } catch {
            return false
        }
    }
}
