#if MARQUEE_TSAN

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A replacement for `Synchronization.Mutex` in builds with ThreadSanitizer; a module's own names take precedence.
///
/// On Linux, the real mutex waits in the kernel on a word of its own, which ThreadSanitizer does not see. It therefore
/// reports accesses by two holders as races. ThreadSanitizer knows POSIX mutexes, and with them it still finds accesses
/// without any lock.
final class Mutex<Value>: @unchecked Sendable {
    // Safe because `value` is only accessed with the lock held.
    private var value: Value
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    init(_ value: sending Value) {
        self.value = value
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}

#endif
