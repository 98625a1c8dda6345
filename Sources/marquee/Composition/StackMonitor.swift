import MovieDomain
import MovieProviders
import MovieStore
import Upstream

/// What is counted about the sources: by the layers, by the cache, and while rows are mapped.
struct StackMonitor: SourceMonitor {
    let repositories: [any MovieRepository]
    /// `nil` where a recording answers.
    let stack: UpstreamStack?
    let clock: WallClock

    func health() async -> [SourceHealth] {
        var list: [SourceHealth] = []
        for repository in repositories { list.append(await health(of: repository)) }
        return list
    }

    func cacheContents() async -> CacheContents {
        guard let stack else { return CacheContents() }
        let sizes = await stack.shelf.sizes()
        let shares = sizes.sorted { $0.key < $1.key }.map { source, size in
            CacheContents.Share(provider: ProviderID(source), answers: size.answers, bytes: size.bytes)
        }
        return CacheContents(file: stack.file?.path, shares: shares)
    }

    func clearCache(of provider: ProviderID?) async -> Int {
        await stack?.shelf.removeAll(of: provider?.rawValue) ?? 0
    }

    private func health(of repository: any MovieRepository) async -> SourceHealth {
        var health = SourceHealth(repository.profile)
        if let counting = repository as? any MappingCounting { health.mapping = counting.mappingCounts }
        if let process = repository as? any ProcessMonitoring {
            process.addProcess(to: &health)
            return health
        }
        guard let stack else { return health }
        let source = repository.profile.id.rawValue
        health.add(await stack.layers.statistics(of: source), at: clock.now())
        if let counts = stack.shelf.counts[source] { health.cache = MovieDomain.CacheCounts(counts) }
        return health
    }
}
