import MovieDomain
import Synchronization

/// Adds the provider counts of this process to the stored counts of all processes.
final class CountKeeper: Sendable {
    private let store: any CountStore
    /// The counts that have been added so far.
    private let added = Mutex<[ProviderID: [String: Int]]>([:])

    init(_ store: any CountStore) { self.store = store }

    /// Adds the counts since the last call.
    func keep(_ health: [ProviderHealth]) async {
        let news = added.withLock { added in
            var news: [ProviderID: [String: Int]] = [:]
            for provider in health {
                let before = added[provider.provider] ?? [:]
                let now = provider.counts.named
                // Counts restart at zero when a definition is edited.
                let change = now.merging(before) { now, before in now < before ? now : now - before }
                    .filter { now[$0.key] != nil && $0.value > 0 }
                added[provider.provider] = now
                if !change.isEmpty { news[provider.provider] = change }
            }
            return news
        }
        if !news.isEmpty { await store.add(news) }
    }

    /// The counts of all processes in the last seven days.
    func week() async -> [ProviderID: ProviderCounts] {
        await store.counts().mapValues(ProviderCounts.init(named:))
    }
}

extension ProviderHealth {
    fileprivate var counts: ProviderCounts {
        var counts = ProviderCounts()
        (counts.requests, counts.cache, counts.mapping) = (requests, cache, mapping)
        return counts
    }
}
