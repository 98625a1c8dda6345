import Logging
import MovieDomain
import MovieHTTP
import MovieProviders
import MovieService
import MovieStore
import Platform
import ProviderLanguage
import Synchronization
import Upstream

/// The network and the stores, which live as long as the program and do not depend on the definitions.
struct LiveServices: Sendable {
    /// `nil` if the library is kept in memory.
    let libraryFile: LibraryFile?
    private let own: ProviderSurroundings
    /// The same with a cache of its own, so that definitions from elsewhere can neither read what your keys have fetched
    /// nor use up your quotas.
    private let untrusted: ProviderSurroundings
    private let network: CurlTransport
    private let refreshing: Task<Void, Never>
    private let caches: [CacheFile]

    init(_ context: RunContext, _ notifications: ClientNotifications, mask: ConfiguredMask) {
        let environment = context.environment
        libraryFile = context.libraryFile
        network = CurlTransport(environment.transportConfiguration)
        let lost = LostChanges(context)
        let refreshes = RefreshQueue()
        // Not a child of any call, because it fetches for calls that already have their answers. `close()` ends it.
        refreshing = Task { await refreshes.run() }
        let log = RequestLog(logger: context.logger, mask: mask.masking)
        let library = libraryFile ?? LibraryFile(inMemory: context.wallClock, onChange: lost.note)
        func surroundings(in folder: String?, over network: CurlTransport) -> (ProviderSurroundings, CacheFile?) {
            let cache = context.cacheFile(in: folder)
            let client = ProviderClient(
                over: network,
                store: cache,
                ledger: cache ?? MemoryQuotaLedger(),
                refreshes: refreshes,
                clock: environment.monotonicClock,
                wallClock: environment.wallClock,
                observer: log,
                onRefreshed: { key, hasChanged in
                    if hasChanged { notifications.cacheChanged(ProviderID(key.source)) }
                }
            )
            let surroundings = ProviderSurroundings(
                transport: client,
                secrets: context.secrets,
                clock: context.wallClock,
                library: library,
                films: cache ?? TransientFilmIndex(),
                counts: cache.map { CountKeeper($0) },
                images: context.imageFolder(in: folder),
                client: client
            )
            return (surroundings, cache)
        }
        let (trustedFolder, otherFolder) = (
            context.cacheFolder(isUntrusted: false), context.cacheFolder(isUntrusted: true)
        )
        var (own, cache) = surroundings(in: trustedFolder, over: network)
        guard trustedFolder != otherFolder else {
            (self.own, untrusted, caches) = (own, own, [cache].compactMap(\.self))
            return
        }
        let (untrusted, otherCache) = surroundings(in: otherFolder, over: network)
        own.clearingToo = { provider in
            otherCache?.exists == true ? await untrusted.clear(of: provider) : ClearedCache()
        }
        (self.own, self.untrusted, caches) = (own, untrusted, [cache, otherCache].compactMap(\.self))
    }

    func surroundings(isUntrusted: Bool) -> ProviderSurroundings { isUntrusted ? untrusted : own }

    /// Cancels background work, then closes the connections, then the files.
    func close() async {
        refreshing.cancel()
        await refreshing.value
        await network.shutDown()
        // At most a quarter of a second for each file.
        for cache in caches { _ = await cache.close(within: 250) }
        _ = await libraryFile?.close(within: 250)
    }
}

/// Logs once that the changes of a library without a file end with the process.
private final class LostChanges: Sendable {
    private let context: RunContext
    private let isNoted = Atomic(false)

    init(_ context: RunContext) { self.context = context }

    @Sendable func note() {
        guard let reason = context.reasonForNoLibrary, !isNoted.exchange(true, ordering: .relaxed) else { return }
        context.logger.warning("the library is in memory only, and its changes are lost at the end: \(reason)")
    }
}

extension Configuration {
    /// A transport that reaches the hosts of these definitions only.
    func guarding(_ transport: some HTTPClient) -> any HTTPClient {
        OriginGuard(allowedOrigins, before: transport)
    }
}

extension SystemEnvironment {
    var transportConfiguration: HTTPTransportConfiguration {
        HTTPTransportConfiguration(userAgent: MarqueeVersion.userAgent, environment: variable, clock: monotonicClock)
    }
}
