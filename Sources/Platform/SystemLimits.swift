import CProcess

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Compares the limits of this process with the needs of the runtime.
///
/// The libraries for threads, timers, and connections end the process or hang if the system refused to start a thread, a
/// descriptor, or memory, or has no /proc. So a limit that is too low is reported at the start, and the limit on descriptors is raised
/// if possible.
package enum SystemLimits {
    package struct Needs: Sendable {
        package var descriptors: UInt64
        /// The address space, most of which stays unused: a thread reserves far more stack and heap than it fills.
        package var addressBytes: UInt64
        /// The memory that the process may write to, which includes the stacks of its threads.
        package var dataBytes: UInt64
        /// The stack of the first thread, which only waits.
        package var stackBytes: UInt64
        package var threads: Int

        package init(
            descriptors: UInt64,
            addressBytes: UInt64,
            dataBytes: UInt64 = 0,
            stackBytes: UInt64 = 0,
            threads: Int
        ) {
            self.descriptors = descriptors
            self.addressBytes = addressBytes
            self.dataBytes = dataBytes
            self.stackBytes = stackBytes
            self.threads = threads
        }
    }

    /// Returns the reason why the session cannot work, or `nil` if it can.
    package static func complaint(_ needs: Needs) -> String? {
        if !isListed { return "/proc does not list this process, and the library for threads needs that: mount /proc" }
        raiseDescriptors()
        let descriptors = limit(RLIMIT_NOFILE)
        if descriptors < needs.descriptors {
            return "only \(descriptors) files may be open (ulimit -n), and \(needs.descriptors) are needed"
        }
        let bytes = limit(RLIMIT_AS)
        if bytes < needs.addressBytes {
            return
                "only \(bytes >> 20) MiB of memory may be mapped (ulimit -v), and \(needs.addressBytes >> 20) are needed"
        }
        let data = limit(RLIMIT_DATA)
        if data < needs.dataBytes {
            return "only \(data >> 20) MiB of data are allowed (ulimit -d), and \(needs.dataBytes >> 20) are needed"
        }
        let stack = limit(RLIMIT_STACK)
        if stack < needs.stackBytes {
            return "only \(stack >> 10) KiB of stack are allowed (ulimit -s), and \(needs.stackBytes >> 10) are needed"
        }
        // Trying takes time, so it is skipped if the limit is high.
        if limit(threadLimit) < 1_024, !canStart(needs.threads) {
            return "the system refuses threads (ulimit -u): \(needs.threads) are needed"
        }
        return nil
    }

    /// Whether /proc tells the states of this process's threads, without which libdispatch ends the process.
    private static var isListed: Bool {
        #if os(Linux)
        unsafe access("/proc/\(getpid())/stat", R_OK) == 0
        #else
        true
        #endif
    }

    /// Gives the threads of the runtime enough stack: their default is the limit for the first thread, which may be low.
    ///
    /// The size is the one that glibc uses where there is no limit.
    package static func raiseThreadStacks() { marquee_raise_thread_stacks(2 << 20) }

    #if canImport(Glibc)
    private typealias Resource = __rlimit_resource
    private static let threadLimit = __RLIMIT_NPROC
    #else
    private typealias Resource = Int32
    private static let threadLimit = RLIMIT_NPROC
    #endif

    /// Enough descriptors for a hundred sources at once.
    private static let descriptorsWanted: UInt64 = 4_096

    private static func limit(_ resource: Resource) -> UInt64 {
        limits(resource).map { UInt64($0.rlim_cur) } ?? .max
    }

    private static func limits(_ resource: Resource) -> rlimit? {
        var limits = rlimit()
        return unsafe getrlimit(number(resource), &limits) == 0 ? limits : nil
    }

    /// Raises the limit as far as needed and allowed: the usual limit of a shell is a small part of the maximum.
    private static func raiseDescriptors() {
        guard var limits = limits(RLIMIT_NOFILE), UInt64(limits.rlim_cur) < descriptorsWanted else { return }
        limits.rlim_cur = min(limits.rlim_max, rlim_t(descriptorsWanted))
        // If refused, the limit is unchanged.
        _ = unsafe setrlimit(number(RLIMIT_NOFILE), &limits)
    }

    #if canImport(Glibc)
    private static func number(_ resource: Resource) -> __rlimit_resource_t { __rlimit_resource_t(resource.rawValue) }
    #else
    private static func number(_ resource: Resource) -> Int32 { resource }
    #endif

    /// Returns whether this number of threads can run at once; they have ended when this returns.
    private static func canStart(_ count: Int) -> Bool {
        #if canImport(Glibc)
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return false }
        let threads = (0..<count).map { _ in waitingThread(ends[0]) }
        close(ends[1])
        for case .some(let thread) in threads { pthread_join(thread, nil) }
        close(ends[0])
        return !threads.contains(nil)
        #else
        return true
        #endif
    }

    #if canImport(Glibc)
    /// Starts a thread that ends when the other end of a pipe is closed, or returns `nil` if the system refuses it.
    private static func waitingThread(_ descriptor: Int32) -> pthread_t? {
        var thread = pthread_t()
        let argument = unsafe UnsafeMutableRawPointer(bitPattern: Int(descriptor))
        let failure = unsafe pthread_create(&thread, nil, { unsafe SystemLimits.waitForEnd($0) }, argument)
        return failure == 0 ? thread : nil
    }

    private static func waitForEnd(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        var byte: UInt8 = 0
        while unsafe read(Int32(Int(bitPattern: argument)), &byte, 1) < 0, errno == EINTR {}
        return nil
    }
    #endif
}
