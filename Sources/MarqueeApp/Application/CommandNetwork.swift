import DefinitionTools
import HTTPModel
import MovieDomain
import MovieHTTP
import MovieProviders
import MovieStore
import Platform
import ProviderLanguage
import Upstream

/// The network for commands that query an API directly: with its limits and retries, without cached answers.
struct CommandNetwork {
    let environment: SystemEnvironment
    /// The file in which all processes count their calls; `nil` counts only the calls of this process.
    var counts: CacheFile?

    /// Runs `body` with a transport that reaches the hosts of these definitions only.
    func withTransport<Result>(
        to configuration: Configuration,
        _ body: (any HTTPClient) async throws -> Result
    ) async throws -> Result {
        try await withHTTPTransport(environment.transportConfiguration) { network in
            try await withRefreshQueue { refreshes in
                let client = ProviderClient(
                    over: network,
                    store: nil,
                    ledger: counts ?? MemoryQuotaLedger(),
                    refreshes: refreshes,
                    clock: environment.monotonicClock,
                    wallClock: environment.wallClock
                )
                client.adopt(configuration, zones: SystemTimeZoneDatabase(files: environment.files))
                let result = try await body(configuration.guarding(client))
                _ = await counts?.close(within: 250)
                return result
            }
        }
    }

    /// Fetches a file of the user, of at most `limit` bytes: by https, or from this machine.
    func file(at address: String, atMost limit: Int) async throws -> [UInt8] {
        guard let url = WebURL(address), url.origin.scheme == .https || url.origin.isLoopback else {
            throw CommandError("expected an address that begins with https://, found \(address.printable)", .usage)
        }
        let limits = HTTPRequest.Limits(
            attemptTimeout: .seconds(20),
            connectTimeout: .seconds(5),
            maximumBodyBytes: limit
        )
        let request = HTTPRequest(
            source: "import",
            origin: url.origin,
            path: url.path + (url.query.map { "?" + $0 } ?? ""),
            limits: limits
        )
        let response = try await withHTTPTransport(environment.transportConfiguration) { network in
            try await network.send(request)
        }
        guard response.status == 200 else {
            throw CommandError(
                "\(address.printable): expected a file, found the status \(response.status)",
                .unavailable
            )
        }
        return response.body
    }

    /// Sends one request that no definition describes, and returns the response.
    func answer(to sample: SampleRequest) async throws -> HTTPResponse {
        try await withHTTPTransport(environment.transportConfiguration) { network in
            try await network.send(sample.request)
        }
    }
}
