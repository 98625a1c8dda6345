import DefinitionTools
import HTTPModel
import JSON
import Logging
import MovieDomain
import MovieHTTP
import MovieImages
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

/// What surrounds the providers: the world, or a recording of it.
struct ProviderSurroundings: Sendable {
    let transport: any HTTPClient
    let secrets: SecretSource
    let clock: WallClock
    var library: LibraryFile
    /// The films of earlier answers.
    let films: any FilmIndex
    /// `nil` if no counts are stored.
    var counts: CountKeeper?
    /// `nil` if no files are stored.
    var images: ImageFolder?
    /// `nil` for a recording, which has no limits.
    var client: ProviderClient?
    /// The origins in the recording; `nil` if the network answers.
    var recordedOrigins: Set<HTTPOrigin>?
    /// Clears what is cleared with these surroundings; `nil` if nothing is.
    var clearingToo: (@Sendable (ProviderID?) async -> ClearedCache)?

    /// Drops the cached answers of one source, or all answers and images if it is `nil`.
    func clear(of provider: ProviderID?) async -> ClearedCache {
        guard let client else { return ClearedCache() }
        var cleared = ClearedCache(
            answers: await client.cache.removeAll(of: provider?.rawValue),
            // The files do not say whose they are.
            images: provider == nil ? await images?.clear() : nil
        )
        guard let others = await clearingToo?(provider) else { return cleared }
        cleared.answers += others.answers
        cleared.images?.files += others.images?.files ?? 0
        cleared.images?.bytes += others.images?.bytes ?? 0
        return cleared
    }
}

extension ProviderSurroundings {
    /// A recording, which is read now.
    init(replaying choice: EngineSettings.RecordingChoice, _ context: RunContext) throws(StartError) {
        let recording: Recording
        do {
            switch choice {
            case .demo: recording = try Recording.demo()
            case .folder(let folder): recording = try Recording(folder: folder, files: context.files)
            }
        } catch {
            throw .recording(error)
        }
        let clock = context.environment.wallClock.stopped(at: context.settings.moment ?? recording.now)
        self.init(
            transport: ReplayTransport(recording, clock: context.environment.monotonicClock),
            secrets: .placeholder,
            clock: clock,
            library: context.library(replayedAt: clock),
            films: TransientFilmIndex(),
            images: context.imageFolder(in: context.cacheFolder(isUntrusted: false)),
            recordedOrigins: recording.origins
        )
    }
}

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

extension Configuration {
    /// A transport that reaches the hosts of these definitions only.
    func guarding(_ transport: some HTTPClient) -> any HTTPClient {
        OriginGuard(allowedOrigins, before: transport)
    }
}

extension SystemEnvironment {
    fileprivate var transportConfiguration: HTTPTransportConfiguration {
        HTTPTransportConfiguration(userAgent: MarqueeVersion.userAgent, environment: variable, clock: monotonicClock)
    }
}

/// Sends requests for images through the layers that the providers use, or to a recording.
struct LayeredImageTransport: ImageTransport {
    let client: any HTTPClient

    /// One semaphore for the process, because all images share its memory: each may have 20 MB.
    private static let places = AsyncSemaphore(places: 4)

    func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse {
        guard await Self.places.enter() == .entered else {
            throw ProviderError(at: .cancelled, "the call was cancelled")
        }
        defer { Self.places.leave() }
        let answer = try await client.send(request, readBy: ImageReader.shared)
        switch answer.verdict {
        case .good: return answer.response
        case .negative(let error), .failure(let error): throw error
        }
    }
}

/// Rejects responses that are not images; an image has no document.
private final class ImageReader: AnswerReading {
    static let shared = ImageReader()

    func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document {
        _ = try ImageFetcher.format(of: response)
        do {
            return HTTPAnswer.Document(root: try JSONDocument("null").root, rows: [])
        } catch {
            throw ProviderError(.malformed, message: error.message)
        }
    }
}

extension ImageFetcher {
    /// Creates a fetcher for the hosts of these definitions and, if a recording answers, for the origins in it.
    init(of configuration: Configuration, in surroundings: ProviderSurroundings) {
        let transport = LayeredImageTransport(client: surroundings.transport)
        let recorded = Array(surroundings.recordedOrigins ?? [])
        let providers = configuration.providers.filter(\.enabled).compactMap { provider in
            provider.http.map { definition in
                var hosts = ImageHosts.Provider(
                    id: ProviderID(provider.id),
                    origins: definition.baseURLs.map(\.origin) + definition.imagesOrigins,
                    hosts: definition.imageHosts,
                    allowsHTTP: definition.allowsHTTP
                )
                let access = ImageAccess(provider, definition, surroundings.secrets)
                hosts.prepare = { (request, isOwn) throws(ProviderError) in
                    try access.apply(to: &request, isOwn: isOwn)
                }
                return hosts
            }
        }
        let replayed = ImageHosts.Provider(id: "recording", origins: recorded, hosts: [])
        self.init(
            hosts: ImageHosts(recorded.isEmpty ? providers : providers + [replayed]),
            transport: transport,
            store: surroundings.images
        )
    }
}

extension HTTPDefinition {
    /// The origin of `images_base`.
    fileprivate var imagesOrigins: [HTTPOrigin] {
        imagesBase.flatMap { WebURL($0) }.map { [$0.origin] } ?? []
    }
}
