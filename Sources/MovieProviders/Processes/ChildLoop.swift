import Platform
import Synchronization
import Upstream

/// Moves the bytes between a child process and us until it has ended; on the child's thread.
struct ChildLoop {
    private let process: ProcessID
    private let limits: ProcessLimits
    private let mailbox: ChildMailbox
    private let line: ([UInt8]) -> Bool
    private let errors: ([UInt8]) -> Void

    private var input: FileDescriptor?
    private var output: FileDescriptor?
    private var errorOutput: FileDescriptor?
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
        for end in [input, output, errorOutput] { end?.close() }
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
            // Without bytes to write, the end of the other side would be news again and again.
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
            // What it writes after that is ignored.
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

    /// What is there to be read: nothing is the end, `nil` is nothing yet.
    private func bytes(of descriptor: FileDescriptor) -> [UInt8]? {
        do { return try descriptor.attemptRead(atMost: 1 << 16) } catch { return [] }
    }
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
        var wake: WakePipe?
    }

    private let state: Mutex<State>

    init(wake: WakePipe) {
        state = Mutex(State(wake: wake))
    }

    /// What the thread waits at; `nil` once it has gone.
    var wake: WakePipe? { state.withLock { $0.wake } }

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
            state.wake?.wake()
            return .left
        }
    }

    /// Has the child ended, for a reason of which the first counts.
    func end(_ reason: ChildFailure) {
        state.withLock { state in
            if state.mail.end == nil { state.mail.end = reason }
            state.wake?.wake()
        }
    }

    /// Says that the child has ended by itself.
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

    /// Drops bytes that the child has read, or that are not wanted any more.
    func noteRead(_ count: Int) {
        state.withLock { $0.unread -= count }
    }

    /// The thread ends, and can no longer be woken.
    func close() {
        state.withLock { $0.wake = nil }
    }
}
