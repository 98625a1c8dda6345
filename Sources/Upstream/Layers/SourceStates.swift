import Synchronization

/// The states of all sources, each made when it is first asked for.
final class SourceStates: Sendable {
    private struct Held {
        var policies: SourcePolicies
        var calendar: QuotaCalendar
        var states: [String: SourceState] = [:]
    }

    private let held: Mutex<Held>

    init(_ policies: SourcePolicies, calendar: @escaping QuotaCalendar = { _, _ in nil }) {
        held = Mutex(Held(policies: policies, calendar: calendar))
    }

    /// The period in which a source's calls are counted at a moment, in seconds since 1970.
    func period(of source: String, at seconds: Int) -> QuotaPeriod? {
        let calendar = held.withLock(\.calendar)
        return calendar(source, seconds)
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
    func adopt(_ policies: SourcePolicies, calendar: @escaping QuotaCalendar) {
        held.withLock { held in
            held.policies = policies
            held.calendar = calendar
            for (source, state) in held.states where state.policy != policies[source] {
                held.states[source] = SourceState(source: source, policy: policies[source], after: state)
            }
        }
    }
}
