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
