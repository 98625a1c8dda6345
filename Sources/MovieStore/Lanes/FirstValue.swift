import Synchronization

/// A waiting call that takes the first value given to it, and no other.
final class FirstValue<Value: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Value, Never>?>

    init(_ continuation: CheckedContinuation<Value, Never>) {
        waiting = Mutex(continuation)
    }

    /// Ends the wait with a value; whether it was the first.
    @discardableResult
    func give(_ value: Value) -> Bool {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: value)
        return continuation != nil
    }
}
