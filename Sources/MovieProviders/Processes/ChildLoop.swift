import Synchronization
import Upstream

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Moves the bytes between a child process and us until it has ended; on the child's thread.
struct ChildLoop {
    private let identifier: pid_t
    private let wake: Int32
    private let limits: ProcessLimits
    private let mailbox: ChildMailbox
    private let line: ([UInt8]) -> Bool
    private let errors: ([UInt8]) -> Void

    private var input: Int32?
    private var output: Int32?
    private var errorOutput: Int32?
    /// What the child's input has no room for yet.
    private var unsent: [UInt8] = []
    private var splitter: LineSplitter
    private var strayLines = 0
    private var firstStray = ""
    /// Why it is being ended, and how far that has got.
    private var reason: ChildFailure?
    private var ending: ChildEnding?
    /// Whether its end may be our doing.
    private(set) var hasSignalled = false
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    init(
        started: ChildSpawn.Started,
        wake: Int32,
        limits: ProcessLimits,
        mailbox: ChildMailbox,
        line: @escaping ([UInt8]) -> Bool,
        errors: @escaping ([UInt8]) -> Void
    ) {
        identifier = started.identifier
        input = started.input
        output = started.output
        errorOutput = started.errors
        self.wake = wake
        self.limits = limits
        self.mailbox = mailbox
        self.line = line
        self.errors = errors
        splitter = LineSplitter(maximumBytes: limits.lineBytes)
        start = clock.now
    }

    /// Runs until the child has ended; the reason why it was ended, `nil` where it ended by itself.
    mutating func run() -> ChildFailure? {
        while true {
            let mail = mailbox.take()
            unsent += mail.bytes
            if let reason = mail.end { begin(reason) }
            if mail.hasExited { break }
            takeSteps()
            write()
            waitForNews()
            if let output { read(output) }
            if let errorOutput { readErrors(errorOutput) }
        }
        let reason = reason
        // What it wrote last, as far as it is still in the pipes: others may hold their other ends open.
        if let output { read(output) }
        if let errorOutput { readErrors(errorOutput) }
        return reason
    }

    /// Closes our ends of the pipes.
    mutating func closeAll() {
        for end in [input, output, errorOutput] { if let end { _ = close(end) } }
        (input, output, errorOutput) = (nil, nil, nil)
    }

    private var now: Duration { start.duration(to: clock.now) }

    // MARK: Its end

    private mutating func begin(_ reason: ChildFailure) {
        guard self.reason == nil else { return }
        self.reason = reason
        // One that has closed its pipes is mostly about to end by itself.
        let isOrderly = [.stopped, .closedOutput, .notReading].contains(reason)
        ending = ChildEnding(inGoodOrder: isOrderly, grace: limits.grace, at: now)
    }

    private mutating func takeSteps() {
        let now = now
        while let step = ending?.step(at: now) {
            switch step {
            case .closeInput: closeInput()
            case .terminate: send(SIGTERM)
            case .kill: send(SIGKILL)
            }
        }
    }

    private mutating func send(_ signal: Int32) {
        hasSignalled = true
        _ = kill(-identifier, signal)
    }

    private mutating func closeInput() {
        if let input { _ = close(input) }
        input = nil
        mailbox.noteRead(unsent.count)
        unsent = []
    }

    // MARK: Waiting

    private func waitForNews() {
        var polled = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
        if let output { polled.append(pollfd(fd: output, events: Int16(POLLIN), revents: 0)) }
        if let errorOutput { polled.append(pollfd(fd: errorOutput, events: Int16(POLLIN), revents: 0)) }
        // Without bytes to write, the end of the other side would be news again and again.
        if let input, !unsent.isEmpty { polled.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
        _ = unsafe poll(&polled, nfds_t(polled.count), timeout)
        var ignored = [UInt8](repeating: 0, count: 256)
        while unsafe systemRead(wake, &ignored, 256) == 256 {}
    }

    /// Milliseconds to the next step of an end; for ever where there is none.
    private var timeout: Int32 {
        guard let due = ending?.due else { return -1 }
        let (seconds, attoseconds) = max(.zero, due - now).components
        return Int32(seconds) * 1_000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
    }

    // MARK: Bytes

    private mutating func write() {
        guard let input, !unsent.isEmpty else { return }
        let count = unsafe unsent.withUnsafeBytes { unsafe systemWrite(input, $0.baseAddress, $0.count) }
        if count > 0 {
            unsent.removeFirst(count)
            mailbox.noteRead(count)
        } else if count < 0, errno != EAGAIN, errno != EINTR {
            closeInput()
            begin(.notReading)
        }
    }

    private mutating func read(_ descriptor: Int32) {
        guard let bytes = bytes(of: descriptor) else { return }
        guard !bytes.isEmpty else {
            _ = close(descriptor)
            output = nil
            return begin(.closedOutput)
        }
        for line in splitter.take(bytes) {
            // What it still says after that is nobody's business.
            guard reason == nil || reason == .stopped else { return }
            take(line)
        }
    }

    private mutating func take(_ line: LineSplitter.Line) {
        if line.isCut { return begin(.lineTooLong(limits.lineBytes)) }
        if self.line(line.bytes) {
            strayLines = 0
            return
        }
        if line.bytes.allSatisfy({ $0 == UInt8(ascii: " ") }) { return }
        strayLines += 1
        if strayLines == 1 { firstStray = String(decoding: line.bytes.prefix(80), as: UTF8.self) }
        if strayLines >= limits.strayLines { begin(.babbled(firstStray)) }
    }

    private mutating func readErrors(_ descriptor: Int32) {
        guard let bytes = bytes(of: descriptor) else { return }
        if bytes.isEmpty {
            _ = close(descriptor)
            errorOutput = nil
        } else {
            errors(bytes)
        }
    }

    /// What is there to be read: nothing is the end, `nil` is nothing yet.
    private func bytes(of descriptor: Int32) -> [UInt8]? {
        let count: Int
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        unsafe count = systemRead(descriptor, &chunk, chunk.count)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : [] }
        return Array(chunk.prefix(count))
    }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
    unsafe Glibc.read(descriptor, bytes, count)
    #else
    unsafe Darwin.read(descriptor, bytes, count)
    #endif
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
    unsafe Glibc.write(descriptor, bytes, count)
    #else
    unsafe Darwin.write(descriptor, bytes, count)
    #endif
}

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
