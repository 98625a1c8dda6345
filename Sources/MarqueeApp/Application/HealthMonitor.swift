import MovieDomain
import MovieProviders
import MovieStore
import Platform
import Synchronization
import Upstream

/// Gathers the counts of the layers, the cache, and the mapping for each provider.
struct HealthMonitor: ProviderMonitor {
    let repositories: [any MovieRepository]
    let surroundings: ProviderSurroundings
    let clock: WallClock

    func health() async -> [ProviderHealth] {
        var list = await ownHealth()
        guard let counts = surroundings.counts else { return list }
        await counts.keep(list)
        let week = await counts.week()
        for index in list.indices { list[index].week = week[list[index].provider] ?? ProviderCounts() }
        return list
    }

    func storeCounts() async {
        await surroundings.counts?.keep(await ownHealth())
    }

    /// The health with the counts of this process only.
    private func ownHealth() async -> [ProviderHealth] {
        var list: [ProviderHealth] = []
        for repository in repositories { list.append(await health(of: repository)) }
        return list
    }

    func cacheContents() async -> CacheContents {
        guard let client = surroundings.client else { return CacheContents() }
        let sizes = await client.cache.sizes()
        let shares = sizes.sorted { $0.key < $1.key }.map { source, size in
            CacheContents.Share(provider: ProviderID(source), answers: size.answers, bytes: size.bytes)
        }
        var contents = CacheContents(file: client.cache.path, shares: shares)
        contents.images = await surroundings.images?.contents()
        return contents
    }

    func clearCache(of provider: ProviderID?) async -> ClearedCache {
        await surroundings.clear(of: provider)
    }

    private func health(of repository: any MovieRepository) async -> ProviderHealth {
        var health = ProviderHealth(repository.profile)
        let source = repository.profile.id.rawValue
        if let client = surroundings.client {
            health.add(await client.statistics(of: source), on: clock)
            if let counts = client.cache.counts[source] { health.cache = counts }
        }
        // The repository adds its mapping counts and, if it is a program, the state of the process.
        if let repository = repository as? ProviderRepository { repository.add(to: &health) }
        return health
    }
}

extension ProviderHealth {
    fileprivate mutating func add(_ statistics: ProviderStatistics, on clock: WallClock) {
        let now = clock.timestamp
        requests = statistics.requests
        latency = statistics.latency
        quota = statistics.quota
        func failure(_ message: String, at milliseconds: Int) -> LastFailure {
            LastFailure(message: message, secondsAgo: max(0, now.secondsSinceEpoch - milliseconds / 1_000))
        }
        lastFailure =
            statistics.lastFailure.map { failure($0.message, at: $0.epochMilliseconds) }
            ?? statistics.outage.map { failure($0.message, at: $0.triedAt) }
        guard status == .ok else { return }
        if let quota, quota.left == 0 {
            status = .quotaExhausted
            reason = "the quota is used up"
            retryAfterSeconds = quota.resetsAt.map { max(0, $0.secondsSinceEpoch - now.secondsSinceEpoch) }
        } else if let pause = statistics.pausedForSeconds {
            (status, reason) =
                statistics.isQuotaUsedUp
                ? (.quotaExhausted, "the source says that its quota is used up")
                : (.paused, "the source asked for a pause")
            retryAfterSeconds = pause
        } else {
            switch statistics.breaker {
            case .closed:
                if let outage = statistics.outage {
                    let since = outage.beginning(on: clock)
                    (status, reason) = (
                        .failing,
                        outage.isSilent ? "it has not answered since \(since)" : "its calls have failed since \(since)"
                    )
                    break
                }
                guard requests.sent > 0, requests.failed == requests.sent else { break }
                status = .failing
                reason = requests.sent == 1 ? "its request failed" : "all \(requests.sent) requests failed"
            case .halfOpen: (status, reason) = (.recovering, "too many calls failed, and it is being tried again")
            case .open: (status, reason) = (.down, "too many calls failed")
            }
        }
    }
}

/// Adds what this process counts about its providers to what all processes have counted.
final class CountKeeper: Sendable {
    private let store: any CountStore
    /// What has been added so far.
    private let added = Mutex<[ProviderID: [String: Int]]>([:])

    init(_ store: any CountStore) { self.store = store }

    /// Adds what has been counted since the last call.
    func keep(_ health: [ProviderHealth]) async {
        let news = added.withLock { added in
            var news: [ProviderID: [String: Int]] = [:]
            for provider in health {
                let before = added[provider.provider] ?? [:]
                let now = provider.counts.named
                // The counts of an edited definition start again.
                let change = now.merging(before) { now, before in now < before ? now : now - before }
                    .filter { now[$0.key] != nil && $0.value > 0 }
                added[provider.provider] = now
                if !change.isEmpty { news[provider.provider] = change }
            }
            return news
        }
        if !news.isEmpty { await store.add(news) }
    }

    /// What all processes counted in the last seven days.
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
