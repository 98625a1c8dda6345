import HTTPModel
import Logging
import MovieDomain
import MovieHTTP
import MovieProviders
import MovieStore
import Platform
import ProviderLanguage
import Upstream

/// Everything between the sources' definitions and the network: single flight, cache, limits, retries.
///
/// One of these lives as long as the program; a changed configuration only changes its policies.
struct ProviderClient: Sendable {
    let transport: any HTTPClient
    let layers: ProviderLayers
    let shelf: TieredResponseCache
    /// `nil` where answers are kept in memory alone.
    let file: CacheFile?

    /// The layers over `network`, which makes one attempt of one request.
    ///
    /// - Parameters:
    ///   - network: Makes one attempt of one request.
    ///   - file: Where answers and counts are kept beyond the end of the program.
    ///   - ledger: Where calls are counted although no answers are kept.
    ///   - refreshes: Fetches behind the calls that were given old answers.
    ///   - alarms: What limits and pauses are measured by.
    ///   - wallClock: The real one, by which answers age whatever `--now` says.
    ///   - onRefreshed: Told of every such answer, and whether it is another one now.
    init(
        over network: some HTTPTransport,
        keepingIn file: CacheFile?,
        countingIn ledger: (any QuotaLedger)? = nil,
        refreshes: RefreshQueue,
        alarms: any MonotonicClock,
        wallClock: WallClock,
        onRefreshed: @escaping @Sendable (ResponseKey, Bool) -> Void
    ) {
        layers = ProviderLayers(
            policies: [:],
            clock: alarms,
            wallClock: wallClock,
            ledger: file ?? ledger ?? MemoryQuotaLedger(),
            calendar: { _, _ in nil }
        )
        shelf = TieredResponseCache(store: file, wallClock: wallClock)
        self.file = file
        let leases = file.map { CacheLeases($0, clock: alarms) }
        let limited = layers.stacked(over: Classifier(before: network))
        transport = RequestCoalescer(
            before: ResponseCache(
                shelf,
                refreshes: refreshes,
                leases: leases,
                clock: alarms,
                onRefreshed: onRefreshed,
                before: limited
            )
        )
    }

    /// Takes over the limits of a configuration.
    func adopt(_ configuration: Configuration, zones: any TimeZoneDatabase) {
        layers.adopt(
            configuration.policies,
            calendar: QuotaCalendars.calendar(of: configuration, zones: zones)
        )
    }
}
