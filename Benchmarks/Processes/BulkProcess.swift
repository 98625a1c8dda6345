import MarqueeTestKit
import Platform
import Synchronization

/// A child process for measuring throughput: large writes from prepared bytes on one thread, large reads on another.
///
/// `RunningProcess` collects what it reads and would be slower than what is measured. The calls here block the thread that
/// makes them, each no longer than its timeout; a child that is silent for so long is killed.
final class BulkProcess: Sendable {
    /// When an exchange is complete.
    enum Goal: Sendable {
        /// This number of bytes has come.
        case bytes(Int)
        /// A text has come this number of times; its first byte occurs in it nowhere else but at its end.
        case occurrences(of: String, count: Int)
        /// The output has ended, after the input was closed.
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
        // A child that dies early makes writes fail, and must not end this process.
        CurrentProcess.ignoreBrokenPipes()
        var spawn = ProcessSpawn(plan.executable, arguments: [plan.executable] + plan.arguments)
        spawn.environment = plan.environment.map { "\($0.key)=\($0.value)" }
        spawn.folder = plan.workingDirectory
        spawn.errors = .file("/dev/null")
        child = try spawn.start()
        input = Mutex(child.input)
    }

    /// Starts a process, and kills it after `body` if it still runs.
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
    /// - Returns: how many bytes were read.
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
    /// - Returns: how long that took.
    func roundTrip(_ message: [UInt8], upTo timeout: Duration = .seconds(10)) throws -> Duration {
        let start = ContinuousClock.now
        write(message)
        guard read(until: .occurrences(of: "\n", count: 1), deadline: start + timeout) != nil else {
            killGroup()
            throw Overdue(what: "no answer within \(timeout)")
        }
        return ContinuousClock.now - start
    }

    /// Memory that is resident now, in bytes; `nil` where there is no `/proc`.
    var residentBytes: Int? { ProcessFiles.statusBytes("VmRSS", of: child.process) }

    /// The most that was ever resident, in bytes; `nil` where there is no `/proc`.
    package var peakResidentBytes: Int? { ProcessFiles.statusBytes("VmHWM", of: child.process) }

    // MARK: The pipes

    /// Writes everything, with the lock held, so that the pipe is not closed meanwhile.
    private func write(_ bytes: [UInt8]) {
        // A child that has gone shows in what is read.
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

    /// Reads once; nil at the end.
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

    // MARK: The end

    private func killGroup() { child.process.sendToGroup(.kill) }

    /// Kills what still runs, waits for it and closes the pipes.
    private func end() {
        killGroup()
        _ = child.process.collect()
        closeInput()
        child.output?.close()
    }
}

/// How far a ``BulkProcess`` is with what it waits for; looks at the bytes only where it has to count in them.
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

    /// Takes what has been read.
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
