import MovieDomain
package import Platform
import Synchronization

#if canImport(Glibc)
package import Glibc
#elseif canImport(Darwin)
package import Darwin
#endif

/// A child process that a test writes to and reads from, with timeouts.
///
/// Reading, writing, and waiting for the end run on their own threads; the methods that wait are `async`. Use
/// ``withProcess(_:_:)``, which kills the process if it still runs when the body ends.
package final class RunningProcess: Sendable {
    private enum Input: Sendable {
        case bytes([UInt8])
        case end
    }

    package let identifier: pid_t
    let state = Observed(ProcessOutput())
    private let inputQueue = Mutex<(pending: [Input], isWriting: Bool)>(([], false))
    private let process: ProcessID
    private let input: Mutex<FileDescriptor?>
    private let output: Mutex<FileDescriptor?>

    package init(_ plan: ProcessPlan) throws(SystemError) {
        let spawned = try plan.start()
        process = spawned.process
        identifier = process.number
        input = Mutex(spawned.input)
        output = Mutex(spawned.output)
        readErrors(from: spawned.errors)
        waitForEnd()
        if spawned.output == nil { state.update { $0.isOutputEnded = true } }
        if plan.readsOutput { startReading() }
    }

    /// Starts a process, kills it after `body` if it still runs, and returns when it has ended.
    package static func withProcess<Result: Sendable>(
        _ plan: ProcessPlan,
        _ body: (RunningProcess) async throws -> Result
    ) async throws -> Result {
        let process = try RunningProcess(plan)
        let result = await Swift.Result { try await body(process) }
        await process.finish()
        return try result.get()
    }

    private func finish() async {
        closeOutputUnread()
        closeInput()
        state.update { state in
            state.isAbandoned = true
            // Kill the group, so that the children of a shell end too.
            if state.status == nil { self.process.sendToGroup(.kill) }
        }
        _ = await state.wait(upTo: .seconds(5)) {
            $0.status != nil && $0.isOutputEnded && $0.isErrorsEnded && $0.unwrittenCount == 0 ? true : nil
        }
    }

    package func signal(_ number: Int32) {
        state.update { state in
            // Under the lock, the process is not collected yet, so its number cannot belong to another one.
            if state.status == nil { _ = kill(self.identifier, number) }
        }
    }

    /// Starts to read standard output if the plan postponed it.
    package func startReading() {
        guard let descriptor = output.withLock({ $0.take() }) else { return }
        collect(from: descriptor, { $0.output += $1 }, { $0.isOutputEnded = true })
    }

    /// Closes this end of standard output without reading on, like a client that dies.
    package func closeOutputUnread() {
        guard let descriptor = output.withLock({ $0.take() }) else { return }
        descriptor.close()
        state.update { $0.isOutputEnded = true }
    }
}

// MARK: - Input

extension RunningProcess {
    /// Writes bytes to the process; returns at once, even if the process does not read.
    package func write(_ bytes: [UInt8]) {
        state.update { $0.unwrittenCount += bytes.count }
        enqueue(.bytes(bytes))
    }

    package func write(_ text: String) { write(Array(text.utf8)) }

    /// Closes standard input after everything has been written.
    package func closeInput() { enqueue(.end) }

    /// The number of bytes that are not in the pipe to the process yet.
    package var unwrittenCount: Int { state.current.unwrittenCount }

    private func enqueue(_ item: Input) {
        let starts = inputQueue.withLock { queue in
            queue.pending.append(item)
            defer { queue.isWriting = true }
            return !queue.isWriting
        }
        if starts { startThread { [self] in writeQueue() } }
    }

    /// Writes until the queue is empty; drops everything after the end or after the process has closed its input.
    private func writeQueue() {
        while let item = nextInput() {
            switch item {
            case .bytes(let bytes):
                _ = input.withLock(\.self)?.writeWhole(bytes)
                state.update { $0.unwrittenCount -= bytes.count }
            case .end:
                input.withLock { input in
                    input?.close()
                    input = nil
                }
            }
        }
    }

    private func nextInput() -> Input? {
        inputQueue.withLock { queue in
            guard !queue.pending.isEmpty else {
                queue.isWriting = false
                return nil
            }
            return queue.pending.removeFirst()
        }
    }
}

// MARK: - The threads

extension RunningProcess {
    private func readErrors(from descriptor: FileDescriptor?) {
        guard let descriptor else { return state.update { $0.isErrorsEnded = true } }
        collect(from: descriptor, { $0.errors += $1 }, { $0.isErrorsEnded = true })
    }

    /// Reads to the end, or until no more is wanted.
    private func collect(
        from descriptor: FileDescriptor,
        _ take: @escaping @Sendable (inout ProcessOutput, [UInt8]) -> Void,
        _ end: @escaping @Sendable (inout ProcessOutput) -> Void
    ) {
        startThread { [state] in
            var isWanted = true
            while isWanted {
                let bytes = descriptor.readSome()
                if bytes.isEmpty { break }
                isWanted = state.update { state in
                    take(&state, bytes)
                    return !state.isAbandoned
                }
            }
            descriptor.close()
            state.update(end)
        }
    }

    private func waitForEnd() {
        startThread { [state, process] in
            process.waitForEnd()
            state.update { $0.status = ExitStatus(process.collect()) }
        }
    }
}

/// Values of the kernel from `/proc`; `nil` without `/proc` and after the end of the process.
extension RunningProcess {
    package var residentBytes: Int? { ProcessFiles.statusBytes("VmRSS", of: process) }

    /// The peak of resident memory, in bytes.
    package var peakResidentBytes: Int? { ProcessFiles.statusBytes("VmHWM", of: process) }

    package var threadCount: Int? { ProcessFiles.statusField("Threads", of: process) }

    package var descriptorCount: Int? { ProcessFiles.descriptorCount(of: "\(identifier)") }
}

extension ProcessFiles {
    package static var residentBytes: Int? { statusBytes("VmRSS", of: .current) }

    /// Returns a size from the status of a process, in bytes, or `nil` without `/proc` and after its end.
    package static func statusBytes(_ name: String, of process: ProcessID) -> Int? {
        statusField(name, of: process).map { $0 * 1_024 }
    }

    static func statusField(_ name: String, of process: ProcessID) -> Int? {
        guard let text = text("/proc/\(process)/status") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
    }
}

extension ProcessPlan {
    /// Starts the process in its own group, with only descriptors 0, 1, and 2, default signals, and none blocked.
    fileprivate func start() throws(SystemError) -> ProcessSpawn.Child {
        var spawn = ProcessSpawn(executable, arguments: [executable] + arguments)
        spawn.environment = environment.map { "\($0.key)=\($0.value)" }
        spawn.folder = workingDirectory
        var pairs: [SocketPair?] = []
        do {
            for stream in [input, output, errors] { try pairs.append(stream == .socket ? SocketPair() : nil) }
            spawn.input = input.forSpawn(pairs[0])
            spawn.output = output.forSpawn(pairs[1])
            spawn.errors = errors.forSpawn(pairs[2])
            var child = try spawn.start()
            for pair in pairs { pair?.childEnd.close() }
            child.input = child.input ?? pairs[0]?.ownEnd
            child.output = child.output ?? pairs[1]?.ownEnd
            child.errors = child.errors ?? pairs[2]?.ownEnd
            return child
        } catch {
            for pair in pairs {
                pair?.childEnd.close()
                pair?.ownEnd.close()
            }
            throw error
        }
    }
}

extension ProcessPlan.Stream {
    fileprivate func forSpawn(_ pair: SocketPair?) -> ProcessSpawn.Stream {
        switch self {
        case .pipe: .pipe
        case .socket: pair.map { .descriptor($0.childEnd) } ?? .closed
        case .null: .file("/dev/null")
        case .file(let path): .file(path)
        case .closed: .closed
        }
    }
}
