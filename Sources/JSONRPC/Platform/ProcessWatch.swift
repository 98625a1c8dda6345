#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Waits for the end of a process that is not ours to wait for: the client's.
///
/// Linux gives a descriptor for a process (`pidfd_open`), macOS an event (`NOTE_EXIT`). Where neither can be had the
/// process is looked for twice a second.
enum ProcessWatch {
    private static let interval: Int32 = 500

    /// Blocks until the process has ended; returns at once where there is none of that number.
    ///
    /// - Parameter identifier: the process's number, above 0.
    static func waitForEnd(of identifier: Int32) {
        #if canImport(Glibc)
        ParentDeathSignal.arm(for: identifier)
        guard let process = openProcess(identifier) else { return waitByLooking(for: identifier) }
        defer { Descriptor(number: process).close() }
        while !isReadable(process, or: ParentDeathSignal.number, timeout: -1) {
            if ParentDeathSignal.hasStruck(identifier) { return }
        }
        #elseif canImport(Darwin)
        waitByEvent(for: identifier)
        #endif
    }

    /// Looks for the process now and then, until it is not there any more.
    static func waitByLooking(for identifier: Int32) {
        while isRunning(identifier) {
            #if canImport(Glibc)
            _ = isReadable(-1, or: ParentDeathSignal.number, timeout: interval)
            if ParentDeathSignal.hasStruck(identifier) { return }
            #elseif canImport(Darwin)
            _ = isReadable(-1, or: -1, timeout: interval)
            #endif
        }
    }

    /// Whether there is a process of that number; one of somebody else's counts.
    static func isRunning(_ identifier: Int32) -> Bool {
        kill(identifier, 0) == 0 || errno != ESRCH
    }

    /// Waits until one of two descriptors has something; whether the first one has.
    private static func isReadable(_ first: Int32, or second: Int32, timeout: Int32) -> Bool {
        var requests = (
            pollfd(fd: first, events: Int16(POLLIN), revents: 0), pollfd(fd: second, events: Int16(POLLIN), revents: 0)
        )
        _ = unsafe withUnsafeMutableBytes(of: &requests) {
            unsafe poll($0.assumingMemoryBound(to: pollfd.self).baseAddress, 2, timeout)
        }
        return requests.0.revents != 0
    }

    #if canImport(Glibc)
    /// A descriptor that polls as readable once the process has ended; nil where the system gives none.
    ///
    /// The function is looked up by name: C libraries of before 2022 do not have it, nor Swift's view of the newer ones.
    private static func openProcess(_ identifier: Int32) -> Int32? {
        typealias Open = @convention(c) (pid_t, UInt32) -> Int32
        guard let symbol = unsafe dlsym(nil, "pidfd_open") else { return nil }
        let open = unsafe unsafeBitCast(symbol, to: Open.self)
        let descriptor = open(identifier, 0)
        return descriptor >= 0 ? descriptor : nil
    }
    #elseif canImport(Darwin)
    private static func waitByEvent(for identifier: Int32) {
        let queue = kqueue()
        guard queue >= 0 else { return waitByLooking(for: identifier) }
        defer { Descriptor(number: queue).close() }
        var change = unsafe kevent(
            ident: UInt(identifier),
            filter: Int16(EVFILT_PROC),
            flags: UInt16(EV_ADD | EV_ONESHOT),
            fflags: UInt32(bitPattern: NOTE_EXIT),
            data: 0,
            udata: nil
        )
        guard unsafe kevent(queue, &change, 1, nil, 0, nil) == 0 else { return waitByLooking(for: identifier) }
        var event = unsafe kevent()
        while unsafe kevent(queue, nil, 0, &event, 1, nil) < 0, errno == EINTR {}
    }
    #endif
}

#if canImport(Glibc)
import Glibc
import Synchronization

/// Linux's signal for the death of the parent, as a belt where a process cannot be waited for.
///
/// The kernel sends it when the *thread* ends that spawned us, and a client may well spawn from a thread of short life.
/// So it must never end the process by itself: it only makes the watching thread look whether there is another parent now,
/// which there is only when the whole process has died. It is SIGURG, whose standard effect is none.
enum ParentDeathSignal {
    private static let option: Int32 = 1  // PR_SET_PDEATHSIG
    private static let pipe = WakePipe()
    private static let writing = Atomic<Int32>(-1)

    /// The descriptor to poll for the signal; −1 where there is none.
    static var number: Int32 { pipe?.number ?? -1 }

    /// Asks for the signal, if that process is our parent.
    ///
    /// The request belongs to the calling thread and ends with it.
    static func arm(for identifier: Int32) {
        guard getppid() == identifier, let pipe else { return }
        writing.store(pipe.writingNumber, ordering: .sequentiallyConsistent)
        _ = signal(SIGURG) { _ in ParentDeathSignal.received() }
        typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        guard let symbol = unsafe dlsym(nil, "prctl") else { return }
        _ = unsafe unsafeBitCast(symbol, to: Control.self)(option, UInt(SIGURG), 0, 0, 0)
        // The parent may have died before the request was made.
        if getppid() != identifier { pipe.wake() }
    }

    /// Whether the signal has come since the last time, and meant what it says.
    static func hasStruck(_ identifier: Int32) -> Bool {
        guard let pipe, writing.load(ordering: .sequentiallyConsistent) >= 0 else { return false }
        pipe.clear()
        return getppid() != identifier
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
