#if canImport(Glibc)
import Glibc
import Synchronization
#elseif canImport(Darwin)
import Darwin
#endif

/// The number of a process, and what can be done by it.
package struct ProcessID: Hashable, Sendable, CustomStringConvertible {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package static var current: ProcessID { ProcessID(getpid()) }

    package var description: String { "\(number)" }

    /// Whether there is a process of that number; one of another user counts.
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

        fileprivate init(_ status: Int32) {
            let signal = status & 0x7F
            self = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
        }
    }

    /// Waits until a child has ended, and does not collect it: until then no other process gets its number.
    package func waitForEnd() {
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    /// Waits until a child has ended, and collects it.
    package func collect() -> Status {
        var status: Int32 = 0
        while unsafe waitpid(number, &status, 0) < 0 {
            // Where SIGCHLD is ignored the system has collected it.
            if errno != EINTR { return .exited(0) }
        }
        return Status(status)
    }

    package func collectIfEnded() -> Status? {
        var status: Int32 = 0
        return unsafe waitpid(number, &status, WNOHANG) == number ? Status(status) : nil
    }
}

/// Waits for the end of a process that is not ours to wait for: the client's.
///
/// Linux gives a descriptor for a process (`pidfd_open`), macOS an event (`NOTE_EXIT`). Where neither can be had the
/// process is looked for twice a second.
package enum ProcessWatch {
    private static let interval = Duration.milliseconds(500)

    /// Blocks until the process has ended; returns at once where there is none of that number.
    ///
    /// - Parameter process: one with a number above 0.
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

    /// Looks for the process now and then, until it is not there any more.
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

    /// Waits until one of two descriptors has something; whether the first one has.
    private static func isReadable(_ first: FileDescriptor?, or second: FileDescriptor?, timeout: Duration?) -> Bool {
        var poll = PollSet((first, .readable), (second, .readable))
        return poll.wait(atMost: timeout) > 0 && poll.isReady(0)
    }

    #if canImport(Glibc)
    /// A descriptor that polls as readable once the process has ended; nil where the system gives none.
    ///
    /// The function is looked up by name: C libraries of before 2022 do not have it, nor Swift's view of the newer ones.
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
/// Linux's signal for the death of the parent, as a belt where a process cannot be waited for.
///
/// The kernel sends it when the *thread* ends that spawned us, and a client may well spawn from a thread of short life.
/// So it must never end the process by itself: it only makes the watching thread look whether there is another parent now,
/// which there is only when the whole process has died. It is SIGURG, whose standard effect is none.
private enum ParentDeathSignal {
    private static let option: Int32 = 1  // PR_SET_PDEATHSIG
    /// Nil where the system has no descriptor left.
    private static let pipe: WakePipe? = {
        do { return try WakePipe() } catch { return nil }
    }()
    private static let writing = Atomic<Int32>(-1)

    static var descriptor: FileDescriptor? { pipe?.descriptor }

    /// Asks for the signal, if that process is our parent.
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

    /// Whether the signal has come since the last time, and meant what it says.
    static func hasStruck(_ process: ProcessID) -> Bool {
        guard let pipe, writing.load(ordering: .sequentiallyConsistent) >= 0 else { return false }
        pipe.clear()
        return getppid() != process.number
    }

    /// Runs inside of the signal handler: only what POSIX calls async-signal-safe.
    private static func received() {
        let before = errno
        var byte: UInt8 = 1
        _ = unsafe write(writing.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = before
    }
}
#endif
