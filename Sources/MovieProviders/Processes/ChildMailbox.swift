import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What other threads have for the thread of a child process, and how they wake it.
final class ChildMailbox: Sendable {
    /// What was left since the thread looked last.
    struct Mail: Sendable {
        var bytes: [UInt8] = []
        var end: ChildFailure?
        var hasExited = false
    }

    private struct State {
        var mail = Mail()
        /// Bytes that the child has not read, those that the thread holds among them.
        var unread = 0
        /// `nil` once the thread has gone.
        var wake: Int32?
    }

    private let state: Mutex<State>

    init(wake: Int32) {
        state = Mutex(State(wake: wake))
    }

    /// What becomes of bytes for the child.
    enum Sending {
        case left
        /// It has too many unread already.
        case full
        /// It has gone: its end, which is told in a moment, is the answer to all calls.
        case gone
    }

    /// Leaves bytes for the child's input, of which at most `limit` may be unread.
    func send(_ bytes: [UInt8], atMost limit: Int) -> Sending {
        state.withLock { state in
            guard state.wake != nil else { return .gone }
            guard state.unread + bytes.count <= limit else { return .full }
            state.mail.bytes += bytes
            state.unread += bytes.count
            Self.ring(state)
            return .left
        }
    }

    /// Has the child ended, for a reason of which the first counts.
    func end(_ reason: ChildFailure) {
        state.withLock { state in
            if state.mail.end == nil { state.mail.end = reason }
            Self.ring(state)
        }
    }

    /// Says that the child has ended by itself.
    func noteExit() {
        state.withLock { state in
            state.mail.hasExited = true
            Self.ring(state)
        }
    }

    /// Takes what is there.
    func take() -> Mail {
        state.withLock { state in
            let mail = state.mail
            state.mail.bytes = []
            return mail
        }
    }

    /// So many bytes have been read by the child, or are not wanted any more.
    func noteRead(_ count: Int) {
        state.withLock { $0.unread -= count }
    }

    /// The thread goes; nobody can wake it any more.
    func close() {
        state.withLock { state in
            if let wake = state.wake { _ = systemClose(wake) }
            state.wake = nil
        }
    }

    private static func ring(_ state: State) {
        // A pipe that is full wakes as well as one more byte would.
        if let wake = state.wake { _ = unsafe write(wake, [1], 1) }
    }
}

private func systemClose(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
    Glibc.close(descriptor)
    #else
    Darwin.close(descriptor)
    #endif
}
