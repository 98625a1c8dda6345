import Synchronization

/// The clock by which limits and pauses count; it never goes back, and a test has one that stands until it is moved.
package protocol MonotonicClock: Sendable {
    /// The time since a moment that stays the same while the program runs.
    var now: Duration { get }

    /// Calls `action` once: with `true` when the moment has come, with `false` where the alarm is lifted before.
    func set(_ alarm: Alarm, at moment: Duration, _ action: @escaping Alarm.Action)

    /// Takes an alarm back; nothing happens where it is not set, or has rung.
    func lift(_ alarm: Alarm)
}

extension MonotonicClock {
    package func set(after delay: Duration, _ action: @escaping Alarm.Action) -> Alarm {
        let alarm = Alarm()
        set(alarm, at: now + delay, action)
        return alarm
    }

    /// Waits until `moment`; gives `false` where the task was cancelled first.
    @discardableResult
    package func sleep(until moment: Duration) async -> Bool {
        let alarm = Alarm()
        let hasRung = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                set(alarm, at: moment) { continuation.resume(returning: $0) }
                // Before the alarm was set there was nothing to lift.
                if Task.isCancelled { lift(alarm) }
            }
        } onCancel: {
            lift(alarm)
        }
        return hasRung && !Task.isCancelled
    }

    /// Waits so long; gives `false` where the task was cancelled first.
    @discardableResult
    package func sleep(for duration: Duration) async -> Bool { await sleep(until: now + duration) }
}

/// One alarm of a ``MonotonicClock``.
package struct Alarm: Hashable, Sendable {
    /// What is called once: with `true` when the moment has come, with `false` when the alarm is lifted before.
    package typealias Action = @Sendable (_ hasRung: Bool) -> Void

    private static let last = Atomic<UInt64>(0)
    private let number: UInt64

    package init() { number = Alarm.last.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// The system's monotonic clock.
///
/// Nearly all limits are lifted before their time comes. Setting or lifting an alarm is a change in a table: a timer of
/// the system for each would wake a thread twice. The system's timer is set only where none rings in time, and is not
/// taken back when its alarm is lifted: it rings for nothing, once.
package final class SystemMonotonicClock: MonotonicClock {
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now
    private let alarms = Mutex(AlarmTable())

    package init() {}

    package var now: Duration { start.duration(to: clock.now) }

    package func set(_ alarm: Alarm, at moment: Duration, _ action: @escaping Alarm.Action) {
        if alarms.withLock({ $0.set(alarm, at: moment, action) }) { ring(at: moment) }
    }

    package func lift(_ alarm: Alarm) { alarms.withLock { $0.lift(alarm) }?(false) }

    /// Unstructured and detached: the timer belongs to all who sleep, not to the one whose alarm is next, and it ends at
    /// its moment.
    private func ring(at moment: Duration) {
        Task.detached { [self] in
            do { try await clock.sleep(until: start.advanced(by: moment), tolerance: nil) } catch {}
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
    private var alarms: [Alarm: (moment: Duration, action: Alarm.Action)] = [:]
    private var timers: [Duration] = []

    var count: Int { alarms.count }

    /// Sets an alarm; whether a timer has to be set for its moment, because none rings before it.
    mutating func set(_ alarm: Alarm, at moment: Duration, _ action: @escaping Alarm.Action) -> Bool {
        alarms[alarm] = (moment, action)
        return needsTimer(at: moment)
    }

    /// Takes an alarm back; gives its action, where it was set.
    mutating func lift(_ alarm: Alarm) -> Alarm.Action? { alarms.removeValue(forKey: alarm)?.action }

    /// Takes out what is due when the timer for `moment` rings, in the order of their moments; and when the next timer is
    /// to ring, where another one is needed.
    mutating func ring(at moment: Duration, now: Duration) -> (due: [Alarm.Action], next: Duration?) {
        timers.removeAll { $0 == moment }
        let due = alarms.filter { $0.value.moment <= now }.sorted { $0.value.moment < $1.value.moment }
        for alarm in due { alarms[alarm.key] = nil }
        let next = alarms.values.lazy.map(\.moment).min()
        return (due.map(\.value.action), next.flatMap { needsTimer(at: $0) ? $0 : nil })
    }

    private mutating func needsTimer(at moment: Duration) -> Bool {
        guard !timers.contains(where: { $0 <= moment }) else { return false }
        timers.append(moment)
        return true
    }
}

/// What time it is; it may jump, and the clock of a recording stands still.
package struct WallClock: Sendable {
    private let read: @Sendable () -> Int

    /// A clock that is read by `milliseconds`, which gives those since 1970.
    package init(milliseconds: @escaping @Sendable () -> Int) { read = milliseconds }

    package var milliseconds: Int { read() }

    package var seconds: Int { read() / 1_000 }

    package var moment: UTCTime { UTCTime(microseconds: seconds * 1_000_000) }
}

extension Duration {
    /// No wait is longer.
    private static let mostSeconds = Int.max / 2_000

    private var boundedSeconds: Int { min(max(Int(components.seconds), -Self.mostSeconds), Self.mostSeconds) }

    /// Whole seconds, rounded up, so that a wait of this length is not too short.
    package var secondsRoundedUp: Int { boundedSeconds + (components.attoseconds > 0 ? 1 : 0) }

    /// Whole milliseconds, rounded towards zero.
    package var wholeMilliseconds: Int {
        boundedSeconds * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
