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

/// The alarms that are set, and the moments for which a timer of the system stands.
///
/// Without order: alarms come and go at every call, and are looked through only when a timer rings, a few times a second.
struct AlarmTable: Sendable {
    typealias Instant = ContinuousClock.Instant

    private var alarms: [Alarm: (moment: Instant, action: Alarm.Action)] = [:]
    private var timers: [Instant] = []
    private var lastNumber: UInt64 = 0

    var count: Int { alarms.count }

    /// An alarm that was not there before.
    mutating func newAlarm() -> Alarm {
        lastNumber += 1
        return Alarm(number: lastNumber)
    }

    /// Sets an alarm; whether a timer has to be set for its moment, because none rings before it.
    mutating func set(_ alarm: Alarm, at moment: Instant, _ action: @escaping Alarm.Action) -> Bool {
        alarms[alarm] = (moment, action)
        return needsTimer(at: moment)
    }

    /// Takes an alarm back; gives its action, where it was set.
    mutating func lift(_ alarm: Alarm) -> Alarm.Action? {
        alarms.removeValue(forKey: alarm)?.action
    }

    /// Takes out what is due when the timer for `moment` rings, in the order of their moments; and when the next timer is
    /// to ring, where another one is needed.
    mutating func ring(at moment: Instant, now: Instant) -> (due: [Alarm.Action], next: Instant?) {
        timers.removeAll { $0 == moment }
        let due = alarms.filter { $0.value.moment <= now }.sorted { $0.value.moment < $1.value.moment }
        for alarm in due { alarms[alarm.key] = nil }
        let next = alarms.values.lazy.map(\.moment).min()
        return (due.map(\.value.action), next.flatMap { needsTimer(at: $0) ? $0 : nil })
    }

    private mutating func needsTimer(at moment: Instant) -> Bool {
        guard !timers.contains(where: { $0 <= moment }) else { return false }
        timers.append(moment)
        return true
    }
}

/// One alarm of an ``AlarmClock``.
package struct Alarm: Hashable, Sendable {
    /// What is called once: with `true` when the moment has come, with `false` when the alarm is lifted before.
    package typealias Action = @Sendable (_ hasRung: Bool) -> Void

    let number: UInt64
}

extension Duration {
    /// Whole seconds, rounded up, so that whoever waits so long does not come too early.
    var secondsRoundedUp: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }

    /// Whole milliseconds, rounded down.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
