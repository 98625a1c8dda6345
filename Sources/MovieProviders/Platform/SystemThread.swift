#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread for calls that block: the threads of the task system must never do that.
enum ChildThread {
    private static let stackBytes = 256 << 10

    /// What a new thread runs, carried through C's `void *`.
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a detached thread, on which a write to a pipe that nobody reads is an error and no signal.
    ///
    /// - Returns: whether the system gave one.
    static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
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
        if failure != 0 { unsafe body.release() }
        return failure == 0
    }

    private static func create(
        _ attributes: UnsafePointer<pthread_attr_t>,
        _ argument: UnsafeMutableRawPointer
    ) -> Int32 {
        #if canImport(Glibc)
        var thread = pthread_t()
        return unsafe pthread_create(&thread, attributes, { unsafe ChildThread.enter($0) }, argument)
        #elseif canImport(Darwin)
        var thread: pthread_t?
        return unsafe pthread_create(&thread, attributes, { unsafe ChildThread.enter($0) }, argument)
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
