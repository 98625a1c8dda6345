package import MovieDomain
import Synchronization

/// How often a request was sent, and its turn at the source until then; all copies of the request share it.
package final class Sending: Sendable {
    private struct State {
        var count = 0
        var turn: Duration?
        var isAnswered = false
        var hasEnded = false
    }

    private let state = Mutex(State())

    package init() {}

    /// How often the request began to be sent.
    package var count: Int { state.withLock(\.count) }

    /// Whether the request has a turn that it has not used.
    package var holdsTurn: Bool { state.withLock { $0.turn != nil } }

    /// Records that the request begins to be sent, which uses its turn; returns false if it must not be sent any more.
    @discardableResult
    package func begin() -> Bool {
        state.withLock { state in
            guard !state.hasEnded else { return false }
            state.count += 1
            state.turn = nil
            state.isAnswered = false
            return true
        }
    }

    /// Whether the first byte of the response has come since the request was last sent.
    package var isAnswered: Bool { state.withLock(\.isAnswered) }

    /// Records that the first byte of the response has come.
    package func noteAnswer() { state.withLock { $0.isAnswered = true } }

    /// Gives the request a turn.
    package func hold(_ turn: Duration) { state.withLock { $0.turn = turn } }

    /// Moves the turn of the request if it still has one; returns the turn that it has then.
    ///
    /// A call that is cancelled at the same moment gives back the one that it has, and not one that is another call's now.
    package func moveTurn(_ move: (Duration) -> Duration) -> Duration? {
        state.withLock { state in
            state.turn = state.turn.map(move)
            return state.turn
        }
    }

    /// Ends the sending, such as of a call that was cancelled, and returns the turn if it was not used.
    package func end() -> Duration? {
        state.withLock { state in
            defer { state.turn = nil }
            state.hasEnded = true
            return state.turn
        }
    }
}

/// Whether a request waits for its turn at the source, which all copies of the request share.
package final class TurnWait: Sendable {
    private let turn = Mutex<Deadline?>(nil)

    package init() {}

    /// How long the request still waits; `nil` if it does not.
    package var remaining: Duration? { turn.withLock(\.self)?.remaining }

    package func begin(until moment: Deadline) { turn.withLock { $0 = moment } }

    package func end() { turn.withLock { $0 = nil } }
}
