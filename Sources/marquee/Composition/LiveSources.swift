import MovieHTTP
import MovieProviders
import MovieStore
import ProviderLanguage
import Upstream

/// The network for the commands that ask an API outside of a service: with its limits and retries, without kept answers.
struct LiveSources {
    let environment: SystemEnvironment
    /// Where calls are counted together with those of other processes; `nil` counts them for this one alone.
    var counts: CacheFile?

    /// Runs `body` with a transport to the hosts of these definitions, and to nowhere else.
    func withTransport<Result>(
        to configuration: Configuration,
        _ body: (any HTTPTransport) async throws -> Result
    ) async throws -> Result {
        let settings = HTTPTransportConfiguration(
            userAgent: MarqueeVersion.userAgent,
            environment: environment.variable,
            clock: environment.alarms
        )
        return try await withHTTPTransport(settings) { network in
            try await withRefreshQueue { refreshes in
                let stack = UpstreamStack(
                    over: network,
                    keepingIn: nil,
                    countingIn: counts,
                    refreshes: refreshes,
                    alarms: environment.alarms,
                    milliseconds: environment.milliseconds,
                    onRefreshed: { _, _ in }
                )
                stack.adopt(configuration, zones: SystemTimeZoneDatabase(files: environment.files))
                let result = try await body(guarded(stack.transport, configuration))
                _ = await counts?.close(within: 250)
                return result
            }
        }
    }

    /// The answer to one request that stands in no definition, from its own host alone.
    func answer(to sample: SampleRequest) async throws -> HTTPResponse {
        let settings = HTTPTransportConfiguration(
            userAgent: MarqueeVersion.userAgent,
            environment: environment.variable,
            clock: environment.alarms
        )
        return try await withHTTPTransport(settings) { network in
            try await network.send(sample.request)
        }
    }

    private func guarded(_ transport: some HTTPTransport, _ configuration: Configuration) -> any HTTPTransport {
        OriginGuard(AllowedOrigins(configuration), before: transport)
    }
}
