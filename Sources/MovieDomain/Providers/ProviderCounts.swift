/// The counts of a source: its requests, its answers, and the values that could not be read.
public struct ProviderCounts: Hashable, Sendable {
    public var requests = RequestCounts()
    public var cache = CacheCounts()
    public var mapping = MappingCounts()

    public init() {}
}

/// The port to the counts that all processes of the user add up.
package protocol CountStore: Sendable {
    /// Adds to today's counts, by provider and name.
    func add(_ counts: [ProviderID: [String: Int]]) async

    /// Returns the sums of the last seven days.
    func counts() async -> [ProviderID: [String: Int]]
}

extension ProviderCounts {
    /// The counts with their names in a store.
    private static var numbers: [(name: String, path: WritableKeyPath<ProviderCounts, Int>)] {
        [
            ("sent", \.requests.sent), ("failed", \.requests.failed), ("retried", \.requests.retried),
            ("hits", \.cache.hits), ("stale", \.cache.staleHits), ("misses", \.cache.misses),
            ("revalidations", \.cache.revalidations), ("rows", \.mapping.rows), ("dropped", \.mapping.droppedRows),
        ]
    }

    private static let unread = "unread"

    /// Every nonzero count by its name; the name of an unreadable field contains its operation and path.
    package var named: [String: Int] {
        var named: [String: Int] = [:]
        for (name, path) in Self.numbers where self[keyPath: path] != 0 { named[name] = self[keyPath: path] }
        for failure in mapping.failures {
            let name = [Self.unread, failure.operation, failure.field, failure.examplePath].joined(separator: " ")
            named[name, default: 0] += failure.count
        }
        return named
    }

    /// Creates counts from ``named``, and ignores other names.
    package init(named: [String: Int]) {
        for (name, path) in Self.numbers { self[keyPath: path] = named[name] ?? 0 }
        for (name, count) in named.sorted(by: { $0.key < $1.key }) {
            let words = name.split(separator: " ", maxSplits: 3).map(String.init)
            guard words.count == 4, words[0] == Self.unread else { continue }
            // Two processes may have found a field at different paths first.
            if let index = mapping.failures.firstIndex(where: { $0.operation == words[1] && $0.field == words[2] }) {
                mapping.failures[index].count += count
            } else {
                mapping.failures.append(
                    .init(operation: words[1], field: words[2], count: count, examplePath: words[3])
                )
            }
        }
    }
}
