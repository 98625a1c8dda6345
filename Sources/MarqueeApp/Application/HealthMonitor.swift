import MovieDomain
import MovieProviders
import MovieStore
import Platform
import Upstream

/// Gathers what the layers, the cache, and the mapping count about each provider.
struct HealthMonitor: ProviderMonitor {
    let repositories: [any MovieRepository]
    /// `nil` if a recording answers.
    let client: ProviderClient?
    let clock: WallClock

    func health() async -> [ProviderHealth] {
        var list: [ProviderHealth] = []
        for repository in repositories { list.append(await health(of: repository)) }
        return list
    }

    func cacheContents() async -> CacheContents {
        guard let client else { return CacheContents() }
        let sizes = await client.shelf.sizes()
        let shares = sizes.sorted { $0.key < $1.key }.map { source, size in
            CacheContents.Share(provider: ProviderID(source), answers: size.answers, bytes: size.bytes)
        }
        return CacheContents(file: client.file?.path, shares: shares)
    }

    func clearCache(of provider: ProviderID?) async -> Int {
        await client?.shelf.removeAll(of: provider?.rawValue) ?? 0
    }

    private func health(of repository: any MovieRepository) async -> ProviderHealth {
        var health = ProviderHealth(repository.profile)
        if let counting = repository as? any MappingCounting { health.mapping = counting.mappingCounts }
        if let process = repository as? any ProcessMonitoring {
            process.addProcess(to: &health)
            return health
        }
        guard let client else { return health }
        let source = repository.profile.id.rawValue
        health.add(await client.layers.statistics(of: source), at: clock.timestamp)
        if let counts = client.shelf.counts[source] { health.cache = MovieDomain.CacheCounts(counts) }
        return health
    }
}

extension ProviderHealth {
    fileprivate mutating func add(_ statistics: ProviderStatistics, at now: Timestamp) {
        requests = RequestCounts(
            sent: statistics.calls,
            failed: statistics.failures,
            retried: statistics.retries,
            inFlight: statistics.inFlight
        )
        if let p50 = statistics.p50Milliseconds, let p99 = statistics.p99Milliseconds {
            latency = Latency(p50Milliseconds: p50, p99Milliseconds: p99)
        }
        quota = statistics.quota.map {
            QuotaHealth(used: $0.used, limit: $0.limit, resetsAt: Timestamp(secondsSinceEpoch: $0.resetAt))
        }
        lastFailure = statistics.lastFailure.map {
            LastFailure(message: $0.message, secondsAgo: max(0, now.secondsSinceEpoch - $0.epochMilliseconds / 1_000))
        }
        guard status == .ok else { return }
        if let quota, quota.left == 0 {
            status = .quotaExhausted
            reason = "the quota is used up"
            retryAfterSeconds = quota.resetsAt.map { max(0, $0.secondsSinceEpoch - now.secondsSinceEpoch) }
        } else if let pause = statistics.pausedForSeconds {
            status = .paused
            reason = "the source asked for a pause"
            retryAfterSeconds = pause
        } else {
            switch statistics.breaker {
            case .closed: break
            case .halfOpen: (status, reason) = (.recovering, "too many calls failed, and it is being tried again")
            case .open: (status, reason) = (.down, "too many calls failed")
            }
        }
    }
}

extension MovieDomain.CacheCounts {
    fileprivate init(_ counts: Upstream.CacheCounts) {
        self.init(
            hits: counts.hits,
            staleHits: counts.staleHits + counts.standIns,
            misses: counts.misses - counts.revalidations,
            revalidations: counts.revalidations
        )
    }
}
