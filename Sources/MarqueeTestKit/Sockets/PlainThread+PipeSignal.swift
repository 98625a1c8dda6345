import JSONRPC

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension PlainThread {
    /// Starts a thread on which a write to a peer that has gone is an error of that write, not the end of the process.
    static func startWithoutPipeSignal(_ body: @escaping @Sendable () -> Void) {
        let failure = start {
            blockPipeSignal()
            body()
        }
        precondition(failure == 0, "the system gives no thread: error \(failure)")
    }

    private static func blockPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
