import MovieDomain
import Platform
import Synchronization

/// A registry of all running child processes, so that none is left behind.
package final class ChildProcessRegistry: Sendable {
    private struct State {
        var children: [ObjectIdentifier: ChildProcess] = [:]
        var isClosed = false
        var emptied: [AsyncStream<Never>.Continuation] = []
    }

    private let state = Mutex(State())

    /// Creates an empty registry.
    package init() {}

    /// The number of running children, including those that are being ended.
    package var count: Int { state.withLock { $0.children.count } }

    /// Ends all children in good order, and kills those that still run after `limit`.
    package func close(within limit: Duration = .milliseconds(300)) async {
        let children = state.withLock { state in
            state.isClosed = true
            return Array(state.children.values)
        }
        if children.isEmpty { return }
        for child in children { child.end(.stopped) }
        _ = await Deadline(after: limit, on: SystemMonotonicClock()).race { [self] in await waitUntilEmpty() }
        killAll()
    }

    /// Returns when no child is running, or when the task is cancelled.
    func waitUntilEmpty() async {
        let (empty, signal) = AsyncStream.makeStream(of: Never.self)
        let isEmpty = state.withLock { state in
            if !state.children.isEmpty { state.emptied.append(signal) }
            return state.children.isEmpty
        }
        if isEmpty { return }
        for await _ in empty {}
    }

    /// Kills all running children and their groups at once, for an exit without time left.
    package func killAll() {
        let children = state.withLock { Array($0.children.values) }
        for child in children { child.kill() }
    }

    func add(_ child: ChildProcess) {
        let isClosed = state.withLock { state in
            state.children[ObjectIdentifier(child)] = child
            return state.isClosed
        }
        if isClosed { child.end(.stopped) }
    }

    func remove(_ child: ChildProcess) {
        let signals = state.withLock { state -> [AsyncStream<Never>.Continuation] in
            state.children[ObjectIdentifier(child)] = nil
            guard state.children.isEmpty else { return [] }
            defer { state.emptied = [] }
            return state.emptied
        }
        for signal in signals { signal.finish() }
    }
}
