import Synchronization

/// Names that were told of already; not more of them than anybody would read.
final class NotedNames: Sendable {
    private static let most = 32
    private let names = Mutex<Set<String>>([])

    /// Whether nobody was told of the name yet.
    func isNew(_ name: String) -> Bool {
        names.withLock { $0.count < Self.most && $0.insert(name).inserted }
    }
}
