#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread of the operating system for blocking calls, which the threads of Swift tasks must never make.
package enum SystemThread {
    /// The function of a new thread, passed through the `void *` of C.
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a detached thread, on which a write to a pipe without a reader is an error instead of a signal.
    package static func start(stackBytes: Int = 1 << 20, _ run: @escaping @Sendable () -> Void) throws(SystemError) {
        let body = unsafe Unmanaged.passRetained(
            Body {
                blockPipeSignal()
                run()
            }
        )
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, stackBytes)
        let failure = unsafe create(&attributes, body.toOpaque())
        guard failure == 0 else {
            unsafe body.release()
            throw SystemError("pthread_create", code: failure)
        }
    }

    package static func sleep(for duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var pause = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        while unsafe nanosleep(&pause, &rest) != 0, errno == EINTR { pause = rest }
    }

    package static func sleepForever() -> Never {
        while true { pause() }
    }

    private static func create(
        _ attributes: UnsafePointer<pthread_attr_t>,
        _ argument: UnsafeMutableRawPointer
    ) -> Int32 {
        #if canImport(Glibc)
        var thread = pthread_t()
        return unsafe pthread_create(&thread, attributes, { unsafe SystemThread.enter($0) }, argument)
        #elseif canImport(Darwin)
        var thread: pthread_t?
        return unsafe pthread_create(&thread, attributes, { unsafe SystemThread.enter($0) }, argument)
        #endif
    }

    private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }

    private static func blockPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
