import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The number of a process, with operations on that process.
package struct ProcessID: Hashable, Sendable, CustomStringConvertible {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package static var current: ProcessID { ProcessID(getpid()) }

    package var description: String { "\(number)" }

    /// Whether a process with that number exists, including processes of other users.
    package var isRunning: Bool { kill(number, 0) == 0 || errno != ESRCH }

    // MARK: Signals

    package enum Signal: Sendable {
        case terminate
        case kill
    }

    package func send(_ signal: Signal) { _ = kill(number, Self.number(of: signal)) }

    /// Sends a signal to the whole group that the process leads.
    package func sendToGroup(_ signal: Signal) { _ = kill(-number, Self.number(of: signal)) }

    private static func number(of signal: Signal) -> Int32 { signal == .kill ? SIGKILL : SIGTERM }

    // MARK: Children

    package enum Status: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        /// It is not our child, or the system has collected it, as it does while SIGCHLD is ignored.
        case unknown

        fileprivate init(_ status: Int32) {
            let signal = status & 0x7F
            self = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
        }
    }

    /// Waits until a child has ended, but does not collect it, so that its number is not reused yet.
    package func waitForEnd() {
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    /// Waits until a child has ended and collects it.
    package func collect() -> Status {
        var status: Int32 = 0
        while unsafe waitpid(number, &status, 0) < 0 {
            if errno != EINTR { return .unknown }
        }
        return Status(status)
    }

    package func collectIfEnded() -> Status? {
        var status: Int32 = 0
        return switch unsafe waitpid(number, &status, WNOHANG) {
        case number: Status(status)
        case -1 where errno == ECHILD: .unknown
        default: nil
        }
    }
}

/// Waits for the end of a process that is not a child, such as the client.
///
/// Linux provides a descriptor for a process (`pidfd_open`), macOS an event (`NOTE_EXIT`). If neither is available, the
/// process is checked twice per second.
package enum ProcessWatch {
    private static let interval = Duration.milliseconds(500)

    /// Blocks until the process has ended; returns at once if no process has that number.
    ///
    /// - Parameter process: A process with a number above 0.
    package static func waitForEnd(of process: ProcessID) {
        #if canImport(Glibc)
        ParentDeathSignal.arm(for: process)
        guard let descriptor = open(process) else { return waitByLooking(for: process) }
        defer { descriptor.close() }
        while !isReadable(descriptor, or: ParentDeathSignal.descriptor, timeout: nil) {
            if ParentDeathSignal.hasStruck(process) { return }
        }
        #elseif canImport(Darwin)
        waitByEvent(for: process)
        #endif
    }

    /// Checks at intervals until the process no longer exists.
    package static func waitByLooking(for process: ProcessID) {
        while process.isRunning {
            #if canImport(Glibc)
            _ = isReadable(nil, or: ParentDeathSignal.descriptor, timeout: interval)
            if ParentDeathSignal.hasStruck(process) { return }
            #elseif canImport(Darwin)
            SystemThread.sleep(for: interval)
            #endif
        }
    }

    /// Waits until one of two descriptors is readable, and returns whether the first one is.
    private static func isReadable(_ first: FileDescriptor?, or second: FileDescriptor?, timeout: Duration?) -> Bool {
        var poll = PollSet((first, .readable), (second, .readable))
        return poll.wait(atMost: timeout) > 0 && poll.isReady(0)
    }

    #if canImport(Glibc)
    /// Returns a descriptor that polls as readable once the process has ended, or `nil` if the system provides none.
    ///
    /// The function is looked up by name: C libraries from before 2022 and Swift's import of newer ones lack it.
    private static func open(_ process: ProcessID) -> FileDescriptor? {
        typealias Open = @convention(c) (pid_t, UInt32) -> Int32
        guard let symbol = unsafe dlsym(nil, "pidfd_open") else { return nil }
        let open = unsafe unsafeBitCast(symbol, to: Open.self)
        let descriptor = open(process.number, 0)
        return descriptor >= 0 ? FileDescriptor(descriptor) : nil
    }
    #elseif canImport(Darwin)
    private static func waitByEvent(for process: ProcessID) {
        let queue = kqueue()
        guard queue >= 0 else { return waitByLooking(for: process) }
        defer { FileDescriptor(queue).close() }
        var change = unsafe kevent(
            ident: UInt(process.number),
            filter: Int16(EVFILT_PROC),
            flags: UInt16(EV_ADD | EV_ONESHOT),
            fflags: UInt32(bitPattern: NOTE_EXIT),
            data: 0,
            udata: nil
        )
        guard unsafe kevent(queue, &change, 1, nil, 0, nil) == 0 else { return waitByLooking(for: process) }
        var event = unsafe kevent()
        while unsafe kevent(queue, nil, 0, &event, 1, nil) < 0, errno == EINTR {}
    }
    #endif
}

#if canImport(Glibc)
/// Linux's signal for the death of the parent, in case the process cannot be waited for.
///
/// The kernel sends it when the *thread* that spawned this process ends, and a client may spawn from a short-lived
/// thread. So the signal must not end the process: it only makes the watching thread check whether the parent has
/// changed, which happens only when the whole process has died. It is SIGURG, which is ignored by default.
private enum ParentDeathSignal {
    private static let option: Int32 = 1  // PR_SET_PDEATHSIG
    /// The pipe that wakes the watching thread; `nil` if the system has no descriptor left.
    private static let pipe: WakePipe? = {
        do { return try WakePipe() } catch { return nil }
    }()
    private static let writing = Atomic<Int32>(-1)

    static var descriptor: FileDescriptor? { pipe?.descriptor }

    /// Requests the signal if that process is the parent.
    ///
    /// The request belongs to the calling thread and ends with it.
    static func arm(for process: ProcessID) {
        guard getppid() == process.number, let pipe else { return }
        writing.store(pipe.writingNumber, ordering: .sequentiallyConsistent)
        _ = signal(SIGURG) { _ in ParentDeathSignal.received() }
        CurrentProcess.control(option, UInt(SIGURG))
        // The parent may have died before the request was made.
        if getppid() != process.number { pipe.wake() }
    }

    /// Clears a received signal and returns whether the parent has really changed.
    static func hasStruck(_ process: ProcessID) -> Bool {
        guard let pipe, writing.load(ordering: .sequentiallyConsistent) >= 0 else { return false }
        pipe.clear()
        return getppid() != process.number
    }

    /// Runs inside the signal handler, so it calls only functions that POSIX declares async-signal-safe.
    private static func received() {
        let before = errno
        var byte: UInt8 = 1
        _ = unsafe write(writing.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = before
    }
}
#endif

/// Runs `run`; the first SIGTERM or SIGINT meanwhile calls `stop`, and a second one ends the process at once.
///
/// The other signals that would end the process call `stop` too, however often they come: a shell and the system may
/// both send SIGHUP when a terminal is closed.
///
/// A signal handler may do very little, so it writes one byte to a pipe, and a thread that waits there calls `stop`.
package func withTerminationSignals<Result>(
    stop: @escaping @Sendable () -> Void,
    run: () async -> Result
) async -> Result {
    TerminationSignals.install(stop)
    return await run()
}

/// The state of the signal handler, initialized before a handler can run, so that a handler allocates nothing.
private enum TerminationSignals {
    private static let writing = Atomic<Int32>(-1)
    private static let count = Atomic<Int>(0)

    /// Does nothing if the system has no descriptor or thread left; then a signal ends the process as usual.
    static func install(_ stop: @escaping @Sendable () -> Void) {
        do {
            let pipe = try Pipe()
            writing.store(pipe.writeEnd.number, ordering: .sequentiallyConsistent)
            count.store(0, ordering: .sequentiallyConsistent)
            try SystemThread.start {
                if hasByte(pipe.readEnd) { stop() }
            }
        } catch {
            return
        }
        for number in [SIGTERM, SIGINT] {
            _ = signal(number) { TerminationSignals.received($0) }
        }
        for number in [SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU] {
            let former = signal(number) { _ in TerminationSignals.wake() }
            // As `nohup` starts a program.
            if isIgnoring(former) { _ = signal(number, SIG_IGN) }
        }
    }

    private static func isIgnoring(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        let ignoring: (@convention(c) (Int32) -> Void)? = SIG_IGN
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(ignoring, to: Int.self)
    }

    private static func hasByte(_ descriptor: FileDescriptor) -> Bool {
        var byte: [UInt8] = [0]
        do { return try descriptor.read(into: &byte) == 1 } catch { return false }
    }

    /// Runs inside the signal handler, so it calls only functions that POSIX declares async-signal-safe.
    private static func received(_ number: Int32) {
        guard count.add(1, ordering: .sequentiallyConsistent).oldValue == 0 else { _exit(128 + number) }
        wake()
    }

    private static func wake() {
        let before = errno
        var byte: UInt8 = 1
        _ = unsafe write(writing.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = before
    }
}
