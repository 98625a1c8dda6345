import Synchronization

/// The clock for limits and pauses, which never goes back; tests use one that stands still until they move it.
package protocol MonotonicClock: Sendable {
    /// The time since a moment that is fixed while the program runs.
    var now: Duration { get }

    /// Sets an alarm that calls `action` once: with `true` at `moment`, or with `false` if it is lifted before.
    func set(_ alarm: Alarm, at moment: Duration, _ action: @escaping Alarm.Action)

    /// Lifts an alarm; does nothing if the alarm is not set or has already rung.
    func lift(_ alarm: Alarm)
}

extension MonotonicClock {
    package func set(after delay: Duration, _ action: @escaping Alarm.Action) -> Alarm {
        let alarm = Alarm()
        set(alarm, at: now + delay, action)
        return alarm
    }

    /// Waits until `moment` and returns false if the task is cancelled first.
    @discardableResult
    package func sleep(until moment: Duration) async -> Bool {
        let alarm = Alarm()
        let hasRung = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
                set(alarm, at: moment) { continuation.resume(returning: $0) }
                // If the task was cancelled before the alarm was set, the handler had nothing to lift.
                if Task.isCancelled { lift(alarm) }
            }
        } onCancel: {
            lift(alarm)
        }
        return hasRung && !Task.isCancelled
    }

    /// Waits for `duration` and returns false if the task is cancelled first.
    @discardableResult
    package func sleep(for duration: Duration) async -> Bool { await sleep(until: now + duration) }
}

/// One alarm of a ``MonotonicClock``.
package struct Alarm: Hashable, Sendable {
    /// The function of an alarm, called once: with `true` at its moment, or with `false` if the alarm is lifted before.
    package typealias Action = @Sendable (_ hasRung: Bool) -> Void

    private static let last = Atomic<UInt64>(0)
    private let number: UInt64

    package init() { number = Alarm.last.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// The system's monotonic clock.
///
/// Nearly all alarms are lifted before they ring. Setting or lifting one only changes a table, because a system timer
/// for each would wake a thread twice. A system timer is set only if none rings in time; it is not cancelled when its
/// alarm is lifted, but rings once without effect.
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

    /// Starts a timer, unstructured and detached, because it serves all sleeping tasks and ends at its moment anyway.
    private func ring(at moment: Duration) {
        Task.detached { [self] in
            do { try await clock.sleep(until: start.advanced(by: moment), tolerance: nil) } catch {}
            let (due, next) = alarms.withLock { $0.ring(at: moment, now: now) }
            for action in due { action(true) }
            if let next { ring(at: next) }
        }
    }
}

/// The alarms that are set, and the moments of the pending system timers.
///
/// The alarms are unsorted: they are set and lifted at every call, but searched only when a timer rings, a few times
/// per second.
struct AlarmTable: Sendable {
    private var alarms: [Alarm: (moment: Duration, action: Alarm.Action)] = [:]
    private var timers: [Duration] = []

    var count: Int { alarms.count }

    /// Sets an alarm and returns whether a timer is needed for its moment, because none rings before it.
    mutating func set(_ alarm: Alarm, at moment: Duration, _ action: @escaping Alarm.Action) -> Bool {
        alarms[alarm] = (moment, action)
        return needsTimer(at: moment)
    }

    /// Lifts an alarm and returns its action, or `nil` if it was not set.
    mutating func lift(_ alarm: Alarm) -> Alarm.Action? { alarms.removeValue(forKey: alarm)?.action }

    /// Removes the alarms that are due when the timer for `moment` rings, and returns their actions in the order of
    /// their moments, and the moment of the next timer if another one is needed.
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

/// The current time of day, which may jump; the clock of a recording stands still.
package struct WallClock: Sendable {
    private let read: @Sendable () -> Int
    package let offset: @Sendable (Int) -> Int

    /// Creates a clock from a function that returns the milliseconds since 1970, and one that returns how many seconds
    /// the user's clock is ahead of UTC at a second since 1970.
    package init(
        milliseconds: @escaping @Sendable () -> Int,
        utcOffsetSeconds: @escaping @Sendable (Int) -> Int = { _ in 0 }
    ) {
        read = milliseconds
        offset = utcOffsetSeconds
    }

    package var milliseconds: Int { read() }

    package var seconds: Int { read() / 1_000 }

    /// Returns how many seconds the user's clock is ahead of UTC at a second since 1970.
    package func utcOffsetSeconds(at second: Int) -> Int { offset(second) }

    package var moment: UTCTime { UTCTime(microseconds: seconds * 1_000_000) }
}

extension Duration {
    /// The longest wait, in seconds.
    private static let mostSeconds = Int.max / 2_000

    private var boundedSeconds: Int { min(max(Int(components.seconds), -Self.mostSeconds), Self.mostSeconds) }

    /// Whole seconds, rounded up, so that a wait of this length is not too short.
    package var secondsRoundedUp: Int { boundedSeconds + (components.attoseconds > 0 ? 1 : 0) }

    /// Whole milliseconds, rounded toward zero.
    package var wholeMilliseconds: Int {
        boundedSeconds * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }

    /// The duration as messages show it: `8 s`, `1500 ms`.
    package var shortText: String {
        wholeMilliseconds.isMultiple(of: 1_000) ? "\(wholeMilliseconds / 1_000) s" : "\(wholeMilliseconds) ms"
    }
}
