import Synchronization
import Upstream

/// A clock that stands until a test moves it, and wakes those whose moment has come.
final class TestClock: Sendable {
    private struct State {
        var now = Duration.zero
        var nextID = 0
        var sleepers: [Int: (moment: Duration, continuation: CheckedContinuation<Bool, Never>)] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())
    /// Who sleeps no longer than this lets the time pass instead of waiting for a test to do it.
    private let longestJump: Duration
    /// The moment of the wall clock at which it began, in milliseconds since 1970.
    private let epoch: Int

    init(jumpingUpTo longestJump: Duration = .zero, epochSeconds: Int = 1_795_219_200) {
        self.longestJump = longestJump
        epoch = epochSeconds * 1_000
    }

    var upstream: UpstreamClock {
        UpstreamClock(
            now: { self.now },
            epochMilliseconds: { self.epoch + Int(self.now / .milliseconds(1)) },
            sleep: { try await self.sleep(until: $0) }
        )
    }

    var now: Duration { state.withLock(\.now) }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.value.moment <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume(returning: true) }
    }

    /// Comes back when so many sleep.
    func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }

    private func sleep(until moment: Duration) async throws {
        let jumped = state.withLock { state in
            guard moment - state.now <= longestJump else { return false }
            state.now = max(state.now, moment)
            return true
        }
        if jumped { return try Task.checkCancellation() }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isAwake = await withTaskCancellationHandler {
            await withCheckedContinuation { lieDown(id, until: moment, $0) }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id)?.continuation }?.resume(returning: false)
        }
        if !isAwake { throw CancellationError() }
    }

    private func lieDown(_ id: Int, until moment: Duration, _ continuation: CheckedContinuation<Bool, Never>) {
        let (answer, watchers) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
            if Task.isCancelled { return (false, []) }
            if moment <= state.now { return (true, []) }
            state.sleepers[id] = (moment, continuation)
            let met = state.watchers.filter { $0.count <= state.sleepers.count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= state.sleepers.count }
            return (nil, met)
        }
        if let answer { continuation.resume(returning: answer) }
        for watcher in watchers { watcher.resume() }
    }
}
