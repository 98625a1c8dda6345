import Synchronization

/// The states of all sources, each made when it is first asked for.
final class SourceStates: Sendable {
    private struct Held {
        var policies: SourcePolicies
        var states: [String: SourceState] = [:]
    }

    private let held: Mutex<Held>

    init(_ policies: SourcePolicies) {
        held = Mutex(Held(policies: policies))
    }

    subscript(source: String) -> SourceState {
        held.withLock { held in
            if let state = held.states[source] { return state }
            let state = SourceState(source: source, policy: held.policies[source])
            held.states[source] = state
            return state
        }
    }

    /// Takes over new policies; a source whose policy is the same goes on as it was.
    func adopt(_ policies: SourcePolicies) {
        held.withLock { held in
            held.policies = policies
            for (source, state) in held.states where state.policy != policies[source] {
                held.states[source] = SourceState(source: source, policy: policies[source], after: state)
            }
        }
    }
}
