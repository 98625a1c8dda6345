import Platform
import Synchronization

/// A clock whose pauses end when `pause` returns.
///
/// `false` ends a pause as if its task were canceled.
final class ScriptedClock: MonotonicClock {
    private let pause: @Sendable (Duration) async -> Bool
    private let pauses = Mutex<[Alarm: Task<Void, Never>]>([:])

    init(_ pause: @escaping @Sendable (Duration) async -> Bool) {
        self.pause = pause
    }

    var now: Duration { .zero }

    func set(_ alarm: Alarm, at moment: Duration, _ action: @escaping Alarm.Action) {
        let waiting = Task { [pause] in action(await pause(moment)) }
        pauses.withLock { $0[alarm] = waiting }
    }

    func lift(_ alarm: Alarm) {
        pauses.withLock { $0.removeValue(forKey: alarm) }?.cancel()
    }
}
