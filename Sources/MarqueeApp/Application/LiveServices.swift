import HTTPModel
import Logging
import MovieDomain
import MovieHTTP
import MovieProviders
import MovieService
import MovieStore
import Platform
import ProviderLanguage
import Upstream

/// What stands between the sources and the world for as long as the program runs, whatever definitions are in force.
struct LiveServices: Sendable {
    let environment: SystemEnvironment
    /// The layers over the network.
    let client: ProviderClient
    /// Where notes about matches are kept.
    let matches: any MatchStore
    /// The user's history, bookmarks and cards.
    let library: any LibraryStore
    /// `nil` where the library is kept in memory.
    let libraryFile: LibraryFile?

    /// Runs `body` with the services; what is under way is then cancelled, connections are closed, and the stores last.
    static func with<Result>(
        _ settings: EngineSettings,
        _ environment: SystemEnvironment,
        _ logger: Logger,
        _ notifications: ClientNotifications,
        _ body: (LiveServices) async throws -> Result
    ) async throws -> Result {
        let cache = settings.cacheFile(environment, logger)
        let library = settings.libraryFile(environment, logger)
        func closeStores() async {
            // A quarter of a second for each file.
            _ = await cache?.close(within: 250)
            _ = await library?.close(within: 250)
        }
        do {
            let result = try await withHTTPTransport(environment.transportConfiguration) { network in
                try await withRefreshQueue { refreshes in
                    let client = ProviderClient(
                        over: network,
                        keepingIn: cache,
                        refreshes: refreshes,
                        alarms: environment.monotonicClock,
                        wallClock: environment.wallClock,
                        onRefreshed: { key, hasChanged in
                            if hasChanged { notifications.cacheChanged(ProviderID(key.source)) }
                        }
                    )
                    let matches: any MatchStore = library ?? TransientMatchStore(clock: environment.wallClock)
                    let films: any LibraryStore = library ?? TransientLibrary(clock: environment.wallClock)
                    return try await body(
                        LiveServices(
                            environment: environment,
                            client: client,
                            matches: matches,
                            library: films,
                            libraryFile: library
                        )
                    )
                }
            }
            await closeStores()
            return result
        } catch {
            await closeStores()
            throw error
        }
    }
}

/// Where the answers of one run come from.
enum AnswerOrigin: Sendable {
    /// The world; `moment` is the time to take for now.
    case live(LiveServices, moment: Timestamp?)
    /// A recording; `moment` takes the place of its own time.
    case recording(EngineSettings.RecordingChoice, moment: Timestamp?)

    /// What the sources are made with; a recording is read now.
    func surroundings(_ environment: SystemEnvironment) throws(StartError) -> SourceSurroundings {
        switch self {
        case .live(let services, let moment):
            return SourceSurroundings(
                transport: services.client.transport,
                secrets: SecretSource(environment: environment.variable, files: environment.files),
                clock: moment.map { WallClock.fixed(at: $0) } ?? environment.wallClock,
                matches: services.matches,
                library: services.library,
                client: services.client
            )
        case .recording(let choice, let moment):
            let recording = try Self.read(choice, environment.files)
            let clock = WallClock.fixed(at: moment ?? recording.now)
            return SourceSurroundings(
                transport: ReplayTransport(recording),
                secrets: .placeholder,
                clock: clock,
                matches: TransientMatchStore(clock: clock, capacity: 0),
                library: TransientLibrary(clock: clock),
                recordedOrigins: recording.origins
            )
        }
    }

    private static func read(
        _ choice: EngineSettings.RecordingChoice,
        _ files: FileSystem
    ) throws(StartError) -> Recording {
        do {
            switch choice {
            case .demo: return try Recording.demo()
            case .folder(let folder): return try Recording(folder: folder, files: files)
            }
        } catch {
            throw .recording(error)
        }
    }
}

/// What stands around the sources of one run: the world, or a recording of it.
struct SourceSurroundings {
    let transport: any HTTPClient
    let secrets: SecretSource
    let clock: WallClock
    /// Where notes about matches are kept: for a recording only the user's and only for the run, so that equal calls have
    /// equal answers.
    let matches: any MatchStore
    /// The user's history, bookmarks and cards; those of a recording last as long as the run.
    let library: any LibraryStore
    /// `nil` for a recording, which never changes and has no limits.
    var client: ProviderClient?
    /// `nil` where the network answers.
    var recordedOrigins: Set<HTTPOrigin>?
}

/// The network for the commands that ask an API outside of a service: with its limits and retries, without kept answers.
struct CommandNetwork {
    let environment: SystemEnvironment
    /// Where calls are counted together with those of other processes; `nil` counts them for this one alone.
    var counts: CacheFile?

    /// Runs `body` with a transport to the hosts of these definitions, and to nowhere else.
    func withTransport<Result>(
        to configuration: Configuration,
        _ body: (any HTTPClient) async throws -> Result
    ) async throws -> Result {
        try await withHTTPTransport(environment.transportConfiguration) { network in
            try await withRefreshQueue { refreshes in
                let client = ProviderClient(
                    over: network,
                    keepingIn: nil,
                    countingIn: counts,
                    refreshes: refreshes,
                    alarms: environment.monotonicClock,
                    wallClock: environment.wallClock,
                    onRefreshed: { _, _ in }
                )
                client.adopt(configuration, zones: SystemTimeZoneDatabase(files: environment.files))
                let result = try await body(configuration.guarding(client.transport))
                _ = await counts?.close(within: 250)
                return result
            }
        }
    }

    /// The answer to one request that stands in no definition, from its own host alone.
    func answer(to sample: SampleRequest) async throws -> HTTPResponse {
        try await withHTTPTransport(environment.transportConfiguration) { network in
            try await network.send(sample.request)
        }
    }
}

extension Configuration {
    /// The transport to the hosts of these definitions, and to nowhere else.
    func guarding(_ transport: some HTTPClient) -> any HTTPClient {
        OriginGuard(allowedOrigins, before: transport)
    }
}

extension SystemEnvironment {
    fileprivate var transportConfiguration: HTTPTransportConfiguration {
        HTTPTransportConfiguration(userAgent: MarqueeVersion.userAgent, environment: variable, clock: monotonicClock)
    }

    /// The folder that an option names, else our own in what the XDG Base Directory Specification says.
    ///
    /// One named relatively lies where the program was started; the specification has relative paths in the variable
    /// ignored.
    fileprivate func folder(_ option: String?, standard name: String, _ home: String) -> String? {
        if let option { return Self.absolute(option) }
        if let folder = variable(name), folder.hasPrefix("/") { return folder + "/marquee" }
        return variable("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/\(home)/marquee" : nil }
    }

    /// A path that does not depend on where the program was started; `nil` where that is gone.
    static func absolute(_ path: String) -> String? {
        path.hasPrefix("/") ? path : workingFolder.map { "\($0)/\(path)" }
    }
}

extension EngineSettings {
    /// The file that answers and counts are kept in; `nil` where nothing is to be kept, or no folder is known.
    func cacheFile(_ environment: SystemEnvironment, _ logger: Logger) -> CacheFile? {
        guard keepsAnswers, let folder = environment.folder(cacheFolder, standard: "XDG_CACHE_HOME", ".cache") else {
            return nil
        }
        return CacheFile(CacheFileSettings(file: Self.storeFile("cache", in: folder, environment, logger)))
    }

    /// The file of the user's library; `nil` where nothing is to be kept, or no folder is known.
    fileprivate func libraryFile(_ environment: SystemEnvironment, _ logger: Logger) -> LibraryFile? {
        guard keepsAnswers else { return nil }
        return environment.folder(dataFolder, standard: "XDG_DATA_HOME", ".local/share").map { folder in
            LibraryFile(Self.storeFile("library", in: folder, environment, logger))
        }
    }

    private static func storeFile(
        _ name: String,
        in folder: String,
        _ environment: SystemEnvironment,
        _ logger: Logger
    ) -> StoreFileSettings {
        StoreFileSettings(
            folder: folder,
            wallClock: environment.wallClock,
            clock: environment.monotonicClock
        ) { problem in
            logger.warning("\(name): \(problem)")
        }
    }
}
