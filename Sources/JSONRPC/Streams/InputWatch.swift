#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Sleeps until there is input, until somebody wakes the thread, or until nobody reads the output any more.
struct InputWatch {
    /// What happened.
    enum Event {
        /// There are bytes to read, or the end of the input.
        case input
        /// Somebody woke the thread.
        case woken
        /// The other end of the output is closed.
        case outputClosed
        /// Nothing, for as long as was asked.
        case timeout
    }

    let input: Descriptor
    let output: Descriptor
    let wake: WakePipe

    /// Waits for the next event, input included.
    ///
    /// - Parameter timeout: for how long at most; nil for ever.
    /// - Returns: what happened.
    func next(timeout: Duration?) -> Event { poll(for: input.number, timeout: timeout) }

    /// Waits for the next event and leaves the input alone.
    ///
    /// - Parameter timeout: for how long at most; nil for ever.
    /// - Returns: what happened.
    func nextBesidesInput(timeout: Duration?) -> Event { poll(for: -1, timeout: timeout) }

    /// Waits until somebody wakes the thread, and leaves input and output alone.
    ///
    /// - Parameter timeout: for how long at most; nil for ever.
    /// - Returns: that somebody did, or that the time is up.
    func nextWake(timeout: Duration?) -> Event { poll(for: -1, and: -1, timeout: timeout) }

    private func poll(for input: Int32, timeout: Duration?) -> Event {
        poll(for: input, and: output.number, timeout: timeout)
    }

    private func poll(for input: Int32, and output: Int32, timeout: Duration?) -> Event {
        var requests = (
            pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            pollfd(fd: output, events: 0, revents: 0)
        )
        let milliseconds = timeout.map { Int32(clamping: $0.wholeMilliseconds) } ?? -1
        while true {
            let count = unsafe withUnsafeMutableBytes(of: &requests) {
                unsafe systemPoll($0.assumingMemoryBound(to: pollfd.self).baseAddress, 3, milliseconds)
            }
            if count == 0 { return .timeout }
            // A poll that fails for good has nothing to wait for; reading will say why.
            if count < 0 && errno != EINTR { return .input }
            if count < 0 { continue }
            if requests.0.revents != 0 {
                wake.clear()
                return .woken
            }
            if requests.1.revents != 0 { return .input }
            return .outputClosed
        }
    }
}

extension Duration {
    /// Milliseconds, rounded up.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}

// The name of the C function, out of the way of the method.
private func systemPoll(_ requests: UnsafeMutablePointer<pollfd>?, _ count: UInt, _ timeout: Int32) -> Int32 {
    unsafe poll(requests, nfds_t(count), timeout)
}
