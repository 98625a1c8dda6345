import Platform
import Synchronization
import Upstream

/// The loop on the child's thread that moves bytes between a child process and Marquee until the child has ended.
struct ChildLoop {
    private let process: ProcessID
    private let limits: ProcessLimits
    private let mailbox: ChildMailbox
    private let line: ([UInt8]) -> Bool
    private let errors: ([UInt8]) -> Void

    private var input: FileDescriptor?
    private var output: FileDescriptor?
    private var errorOutput: FileDescriptor?
    /// The bytes for which the child's input has no room yet.
    private var unsent: [UInt8] = []
    private var splitter: LineSplitter
    private var strayLines = 0
    private var firstStray = ""
    /// Why the child is being ended.
    private var reason: ChildFailure?
    private var ending: ChildEnding?
    /// Whether Marquee sent a signal that may have ended the child.
    private(set) var hasSignalled = false
    /// What the child had started when its end began.
    private(set) var descendants = ProcessTree()
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant

    init(
        started: ProcessSpawn.Child,
        limits: ProcessLimits,
        mailbox: ChildMailbox,
        line: @escaping ([UInt8]) -> Bool,
        errors: @escaping ([UInt8]) -> Void
    ) {
        process = started.process
        input = started.input
        output = started.output
        errorOutput = started.errors
        self.limits = limits
        self.mailbox = mailbox
        self.line = line
        self.errors = errors
        splitter = LineSplitter(maximumBytes: limits.lineBytes)
        start = clock.now
    }

    /// Runs until the child has ended; returns the reason for which it was ended, or `nil` if it ended by itself.
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
        // Read what is still in the pipes, but not up to their end: other processes may hold the other ends open.
        if let output { read(output) }
        if let errorOutput { readErrors(errorOutput) }
        return reason
    }

    /// Closes Marquee's ends of the pipes.
    mutating func closeAll() {
        for end in [input, output, errorOutput] { end?.close() }
        (input, output, errorOutput) = (nil, nil, nil)
    }

    private var now: Duration { start.duration(to: clock.now) }

    // MARK: Ending the child

    private mutating func begin(_ reason: ChildFailure) {
        guard self.reason == nil else { return }
        self.reason = reason
        // A child that has closed its pipes is usually about to end by itself.
        let isOrderly = [.stopped, .closedOutput, .notReading].contains(reason)
        ending = ChildEnding(inGoodOrder: isOrderly, grace: limits.grace, at: now)
        // Before it ends: what it has started belongs to another process afterwards.
        descendants.add(below: process)
    }

    private mutating func takeSteps() {
        let now = now
        while let step = ending?.step(at: now) {
            switch step {
            case .closeInput: closeInput()
            case .terminate: send(.terminate)
            case .kill: send(.kill)
            }
        }
    }

    private mutating func send(_ signal: ProcessID.Signal) {
        hasSignalled = true
        process.sendToGroup(signal)
    }

    private mutating func closeInput() {
        input?.close()
        input = nil
        mailbox.noteRead(unsent.count)
        unsent = []
    }

    // MARK: Waiting

    private func waitForNews() {
        let wake = mailbox.wake
        var poll = PollSet(
            (wake?.descriptor, .readable),
            (output, .readable),
            (errorOutput, .readable),
            // Without bytes to write, a closed pipe would wake the poll again and again.
            (unsent.isEmpty ? nil : input, .writable)
        )
        _ = poll.wait(atMost: ending?.due.map { $0 - now })
        wake?.clear()
    }

    // MARK: Bytes

    private mutating func write() {
        guard let input, !unsent.isEmpty else { return }
        do throws(SystemError) {
            guard let count = try input.attemptWrite(unsent.span) else { return }
            unsent.removeFirst(count)
            mailbox.noteRead(count)
        } catch {
            closeInput()
            begin(.notReading)
        }
    }

    private mutating func read(_ descriptor: FileDescriptor) {
        guard let bytes = bytes(of: descriptor) else { return }
        guard !bytes.isEmpty else {
            descriptor.close()
            output = nil
            return begin(.closedOutput)
        }
        for line in splitter.take(bytes) {
            // Ignore what the child writes after a failure.
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

    private mutating func readErrors(_ descriptor: FileDescriptor) {
        guard let bytes = bytes(of: descriptor) else { return }
        if bytes.isEmpty {
            descriptor.close()
            errorOutput = nil
        } else {
            errors(bytes)
        }
    }

    /// Returns the bytes that can be read: an empty array at the end, `nil` if there are none yet.
    private func bytes(of descriptor: FileDescriptor) -> [UInt8]? {
        do { return try descriptor.attemptRead(atMost: 1 << 16) } catch { return [] }
    }
}

/// The messages of other threads to the thread of a child process, and the pipe that wakes it.
final class ChildMailbox: Sendable {
    /// The contents of the mailbox; only the bytes are removed when the thread takes them.
    struct Mail: Sendable {
        var bytes: [UInt8] = []
        var end: ChildFailure?
        var hasExited = false
    }

    private struct State {
        var mail = Mail()
        /// The number of bytes not yet written to the child, including those that the thread holds.
        var unread = 0
        /// `nil` once the thread has gone.
        var wake: WakePipe?
    }

    private let state: Mutex<State>

    init(wake: WakePipe) { state = Mutex(State(wake: wake)) }

    /// The pipe that wakes the thread; `nil` once the thread has gone.
    var wake: WakePipe? { state.withLock { $0.wake } }

    /// The outcome of sending bytes to the child.
    enum Sending {
        case left
        /// The child has too many unread bytes already.
        case full
        /// The child has gone; its end, which is reported in a moment, is the answer to all calls.
        case gone
    }

    /// Queues bytes for the child's input, of which at most `limit` may be unread.
    func send(_ bytes: [UInt8], atMost limit: Int) -> Sending {
        state.withLock { state in
            guard state.wake != nil else { return .gone }
            guard state.unread + bytes.count <= limit else { return .full }
            state.mail.bytes += bytes
            state.unread += bytes.count
            state.wake?.wake()
            return .left
        }
    }

    /// Requests the end of the child; only the first reason counts.
    func end(_ reason: ChildFailure) {
        state.withLock { state in
            if state.mail.end == nil { state.mail.end = reason }
            state.wake?.wake()
        }
    }

    func noteExit() {
        state.withLock { state in
            state.mail.hasExited = true
            state.wake?.wake()
        }
    }

    func take() -> Mail {
        state.withLock { state in
            let mail = state.mail
            state.mail.bytes = []
            return mail
        }
    }

    /// Subtracts bytes that were written to the child, or are no longer wanted, from the unread ones.
    func noteRead(_ count: Int) { state.withLock { $0.unread -= count } }

    /// Closes the mailbox because the thread ends and can no longer be woken.
    func close() { state.withLock { $0.wake = nil } }
}
