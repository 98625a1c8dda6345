package import Platform
import Synchronization

/// A clock that stands still until a test moves it, and then rings the alarms that are due.
package final class ManualClock: MonotonicClock {
    private struct State {
        var now = Duration.zero
        var alarms: [Alarm: (moment: Duration, action: Alarm.Action)] = [:]
        var watchers = Watchers()
    }

    private let state = Mutex(State())
    /// The longest wait that moves the clock by itself, instead of waiting for the test.
    private let longestJump: Duration
    private let epoch: Int

    package init(jumpingUpTo longestJump: Duration = .zero, epochSeconds: Int = 1_795_219_200) {
        self.longestJump = longestJump
        epoch = epochSeconds * 1_000
    }

    package var now: Duration { state.withLock(\.now) }

    /// The wall clock that advances with this one.
    package var wall: WallClock { WallClock { self.epoch + Int(self.now / .milliseconds(1)) } }

    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.alarms.filter { $0.value.moment <= state.now }
            for alarm in due.keys { state.alarms[alarm] = nil }
            return due.values.sorted { $0.moment < $1.moment }.map(\.action)
        }
        for action in due { action(true) }
    }

    package func set(_ alarm: Alarm, at moment: Duration, _ action: @escaping Alarm.Action) {
        let isDue = state.withLock { state in
            if moment - state.now <= longestJump {
                state.now = max(state.now, moment)
                return true
            }
            state.alarms[alarm] = (moment, action)
            state.watchers.note(state.alarms.count)
            return false
        }
        if isDue { action(true) }
    }

    package func lift(_ alarm: Alarm) {
        state.withLock { $0.alarms.removeValue(forKey: alarm)?.action }?(false)
    }

    /// Returns once at least `count` alarms are set.
    package func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.watchers.add(continuation, for: count, of: $0.alarms.count) }
        }
    }
}
