import Synchronization
import Upstream

/// Hands on that an answer was fetched anew behind a call that had been given an old one.
final class ChangeFeed: Sendable {
    private let listener = Mutex<(@Sendable (_ source: String) -> Void)?>(nil)

    /// Has `listener` told of every source whose answers are others now.
    func listen(_ listener: @escaping @Sendable (_ source: String) -> Void) {
        self.listener.withLock { $0 = listener }
    }

    /// Takes what the cache says.
    @Sendable
    func note(_ key: ResponseKey, hasChanged: Bool) {
        guard hasChanged else { return }
        listener.withLock { $0 }?(key.source)
    }
}
