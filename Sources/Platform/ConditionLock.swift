#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// State behind a lock on which threads can sleep.
///
/// `Synchronization.Mutex` has no condition variable, and a thread without work must sleep until there is some.
package final class ConditionLock<State>: @unchecked Sendable {
    // Safe because `state` is accessed only with the lock held.
    @usableFromInline var state: State
    @usableFromInline let lock = PlainConditionLock()

    package init(_ state: State) { self.state = state }

    @inlinable
    package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    /// Wakes one thread that sleeps in ``wait(_:)``.
    package func wake() { lock.signal() }

    /// Sleeps until `body` returns a value; `body` is called with the lock held, first and after each wake.
    @inlinable
    package func wait<Result>(_ body: (inout State) -> Result?) -> Result {
        lock.lock()
        defer { lock.unlock() }
        while true {
            if let result = body(&state) { return result }
            lock.wait()
        }
    }
}

/// The system's mutex and condition variable, outside of the generic class, so that its methods can be specialized.
@safe
@usableFromInline
final class PlainConditionLock: @unchecked Sendable {
    // Safe because the memory of the mutex and the condition variable is owned here and never moves.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    @usableFromInline
    func lock() { unsafe pthread_mutex_lock(mutex) }

    @usableFromInline
    func unlock() { unsafe pthread_mutex_unlock(mutex) }

    @usableFromInline
    func wait() { unsafe pthread_cond_wait(condition, mutex) }

    func signal() { unsafe pthread_cond_signal(condition) }
}
