import Synchronization

/// The system's monotonic clock, for time limits, of which nearly all are lifted before their time comes.
///
/// Setting or lifting an alarm is a change in a table. A timer of the system for each of them, of which six belong to a
/// question, would wake a thread twice. Here the system's timer is set only where none rings in time, and is not taken back
/// when its alarm is lifted: it rings for nothing, once.
package final class AlarmClock: Clock, Sendable {
    package typealias Instant = ContinuousClock.Instant

    private let system = ContinuousClock()
    private let alarms = Mutex(AlarmTable())

    package init() {}

    package var now: Instant { system.now }

    package var minimumResolution: Duration { system.minimumResolution }

    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let alarm = alarms.withLock { $0.newAlarm() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                set(alarm, at: deadline) { hasRung in
                    if hasRung { continuation.resume() } else { continuation.resume(throwing: CancellationError()) }
                }
                // Before the alarm was set there was nothing to lift.
                if Task.isCancelled { lift(alarm) }
            }
        } onCancel: {
            lift(alarm)
        }
    }

    /// Calls `action` with `true` at that time from now, unless it is lifted first.
    package func set(after delay: Duration, _ action: @escaping Alarm.Action) -> Alarm {
        let alarm = alarms.withLock { $0.newAlarm() }
        set(alarm, at: now.advanced(by: delay), action)
        return alarm
    }

    /// Takes an alarm back and calls its action with `false`; nothing happens where it has rung or is lifted.
    package func lift(_ alarm: Alarm) {
        alarms.withLock { $0.lift(alarm) }?(false)
    }

    private func set(_ alarm: Alarm, at moment: Instant, _ action: @escaping Alarm.Action) {
        if alarms.withLock({ $0.set(alarm, at: moment, action) }) { ring(at: moment) }
    }

    /// Unstructured and detached: the timer belongs to all who sleep, not to the one whose alarm is next, and it ends at its moment.
    private func ring(at moment: Instant) {
        Task.detached { [self] in
            do { try await system.sleep(until: moment, tolerance: nil) } catch {}
            let (due, next) = alarms.withLock { $0.ring(at: moment, now: now) }
            for action in due { action(true) }
            if let next { ring(at: next) }
        }
    }
}
