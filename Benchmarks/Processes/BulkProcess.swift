import MarqueeTestKit
import Platform
import Synchronization

/// A child process for measuring throughput: large writes from prepared bytes on one thread, large reads on another.
///
/// `RunningProcess` collects its output, which would make it slower than the measured process. Each call blocks its
/// thread, but not longer than its timeout; a child that has not answered by then is killed.
final class BulkProcess: Sendable {
    /// When an exchange is complete.
    enum Goal: Sendable {
        /// This number of bytes has arrived.
        case bytes(Int)
        /// A text has arrived this number of times; its first byte must not occur in it again, except at its end.
        case occurrences(of: String, count: Int)
        /// The output has ended after the input was closed.
        case end
    }

    private static let readBytes = 256 << 10

    private struct Overdue: Error {
        let what: String
    }

    private let child: ProcessSpawn.Child
    private let input: Mutex<FileDescriptor?>

    /// Starts the process with pipes for input and output.
    init(_ plan: ProcessPlan) throws(SystemError) {
        // Writes to a child that died early must fail without ending this process.
        CurrentProcess.ignoreBrokenPipes()
        var spawn = ProcessSpawn(plan.executable, arguments: [plan.executable] + plan.arguments)
        spawn.environment = plan.environment.map { "\($0.key)=\($0.value)" }
        spawn.folder = plan.workingDirectory
        spawn.errors = .file("/dev/null")
        child = try spawn.start()
        input = Mutex(child.input)
    }

    /// Starts a process, and kills it after `body` if it is still running.
    static func with<Result>(
        _ plan: ProcessPlan,
        _ body: (BulkProcess) throws -> Result
    ) throws -> Result {
        let process = try BulkProcess(plan)
        defer { process.end() }
        return try body(process)
    }

    /// Sends bytes and reads until the goal is reached.
    ///
    /// - Returns: The number of bytes read.
    @discardableResult
    func exchange(_ bytes: [UInt8], until goal: Goal, upTo timeout: Duration) throws -> Int {
        try SystemThread.start { [self] in
            write(bytes)
            if case .end = goal { closeInput() }
        }
        if let count = read(until: goal, deadline: .now + timeout) { return count }
        killGroup()
        throw Overdue(what: "no complete answer within \(timeout)")
    }

    /// Sends a message and waits for the end of the line that answers it.
    ///
    /// - Returns: The time that this took.
    func roundTrip(_ message: [UInt8], upTo timeout: Duration = .seconds(10)) throws -> Duration {
        let start = ContinuousClock.now
        write(message)
        guard read(until: .occurrences(of: "\n", count: 1), deadline: start + timeout) != nil else {
            killGroup()
            throw Overdue(what: "no answer within \(timeout)")
        }
        return ContinuousClock.now - start
    }

    /// The resident memory in bytes; `nil` if there is no `/proc`.
    var residentBytes: Int? { ProcessFiles.statusBytes("VmRSS", of: child.process) }

    /// The peak resident memory in bytes; `nil` if there is no `/proc`.
    package var peakResidentBytes: Int? { ProcessFiles.statusBytes("VmHWM", of: child.process) }

    // MARK: Reading and writing

    /// Writes everything with the lock held, so that the pipe is not closed meanwhile.
    private func write(_ bytes: [UInt8]) {
        // Reading reports a child that has exited.
        input.withLock { input in
            do { try input?.writeAll(bytes.span) } catch {}
        }
    }

    private func read(until goal: Goal, deadline: ContinuousClock.Instant) -> Int? {
        guard let descriptor = child.output else { return nil }
        var progress = BulkProgress(goal)
        var buffer = [UInt8](repeating: 0, count: Self.readBytes)
        while !progress.isComplete {
            let rest = ContinuousClock.now.duration(to: deadline)
            guard rest > .zero, descriptor.isReadable(within: rest) else { return nil }
            guard let count = readSome(descriptor, into: &buffer) else {
                return progress.endsWithOutput ? progress.byteCount : nil
            }
            progress.note(buffer.span.extracting(..<count))
        }
        return progress.byteCount
    }

    /// Reads once and returns the number of bytes, or `nil` at the end.
    private func readSome(_ descriptor: FileDescriptor, into buffer: inout [UInt8]) -> Int? {
        do {
            let count = try descriptor.read(into: &buffer)
            return count > 0 ? count : nil
        } catch {
            return nil
        }
    }

    private func closeInput() {
        input.withLock { input in
            input?.close()
            input = nil
        }
    }

    // MARK: Ending

    private func killGroup() { child.process.sendToGroup(.kill) }

    /// Kills the processes that are still running, waits for the child, and closes the pipes.
    private func end() {
        killGroup()
        _ = child.process.collect()
        closeInput()
        child.output?.close()
    }
}

/// The progress of a ``BulkProcess`` toward its goal; it examines the bytes only if it must count occurrences.
struct BulkProgress {
    private(set) var byteCount = 0
    private let goal: BulkProcess.Goal
    private let text: [UInt8]
    private var matched = 0
    private var found = 0

    init(_ goal: BulkProcess.Goal) {
        self.goal = goal
        text = if case .occurrences(let text, _) = goal { Array(text.utf8) } else { [] }
    }

    /// Whether the goal is reached.
    var isComplete: Bool {
        switch goal {
        case .bytes(let count): byteCount >= count
        case .occurrences(_, let count): found >= count
        case .end: false
        }
    }

    /// Whether the end of the output is the goal.
    var endsWithOutput: Bool { if case .end = goal { true } else { false } }

    /// Records bytes that have been read.
    mutating func note(_ bytes: Span<UInt8>) {
        byteCount += bytes.count
        guard !text.isEmpty else { return }
        for index in 0..<bytes.count {
            let byte = bytes[index]
            matched = byte == text[matched] ? matched + 1 : byte == text[0] ? 1 : 0
            guard matched == text.count else { continue }
            found += 1
            matched = 0
        }
    }
}
