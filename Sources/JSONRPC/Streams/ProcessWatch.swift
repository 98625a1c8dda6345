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
