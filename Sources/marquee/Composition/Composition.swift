import Logging
import MovieDomain
import MovieHTTP
import MovieProviders
import MovieService
import MovieStore
import ProviderLanguage
import Upstream

/// The composition root: the one place that knows every part, and puts them together for one run of the program.
struct Composition {
    let settings: EngineSettings
    let environment: SystemEnvironment
    let logger: Logger
    /// Tells the client when an answer that it was given has been fetched anew.
    let changes = ChangeFeed()
    /// The programs that run as sources.
    let children = ProcessRoster()

    init(_ settings: EngineSettings, environment: SystemEnvironment = .current) {
        self.settings = settings
        self.environment = environment
        logger = Logger(marqueeLevel: settings.logLevel)
    }

    /// Runs `body` with the methods over the configured sources; connections are closed and programs ended when it ends.
    ///
    /// Files are read when the catalogue is first needed, or prepared: a mistake in one of them is found out there.
    func withService<Result>(
        _ body: (MovieServiceHandler) async throws -> Result
    ) async throws -> Result {
        try await endingPrograms { try await withConnections(body) }
    }

    private func withConnections<Result>(
        _ body: (MovieServiceHandler) async throws -> Result
    ) async throws -> Result {
        if let choice = settings.recording {
            return try await body(
                handler(aging: .standing) { () throws(StartFailure) in
                    let recording = try recording(choice)
                    let clock = WallClock.fixed(at: settings.moment ?? recording.now)
                    return Surroundings(
                        transport: ReplayTransport(recording),
                        secrets: .placeholder,
                        clock: clock,
                        recordedOrigins: recording.origins
                    )
                }
            )
        }
        return try await withHTTPTransport(transportConfiguration) { network in
            try await withRefreshQueue { refreshes in
                let planned = PlannedStack()
                let result = try await body(
                    handler { () throws(StartFailure) in
                        liveSurroundings(planned.stack { stack(over: network, refreshes) })
                    }
                )
                await planned.close()
                return result
            }
        }
    }

    private func stack(over network: AsyncHTTPTransport, _ refreshes: RefreshQueue) -> UpstreamStack {
        UpstreamStack(
            over: network,
            keepingIn: cacheFile,
            refreshes: refreshes,
            milliseconds: environment.milliseconds,
            onRefreshed: changes.note
        )
    }

    private var transportConfiguration: HTTPTransportConfiguration {
        HTTPTransportConfiguration(userAgent: MarqueeVersion.userAgent, environment: environment.variable)
    }

    /// What stands around the sources of one run: the world, or a recording of it.
    private struct Surroundings {
        let transport: any HTTPTransport
        let secrets: SecretSource
        let clock: WallClock
        /// `nil` for a recording, which never changes and has no limits.
        var stack: UpstreamStack?
        /// `nil` where the network answers.
        var recordedOrigins: Set<HTTPOrigin>?
    }

    private func liveSurroundings(_ stack: UpstreamStack) -> Surroundings {
        Surroundings(
            transport: stack.transport,
            secrets: SecretSource(environment: environment.variable, files: environment.files),
            clock: settings.moment.map { WallClock.fixed(at: $0) } ?? environment.clock,
            stack: stack
        )
    }

    private func handler(
        aging: AnswerClock = .running,
        _ surroundings: @escaping @Sendable () throws(StartFailure) -> Surroundings
    ) -> MovieServiceHandler {
        let catalogue = CatalogueSource { () throws(CatalogueUnavailable) in
            do throws(StartFailure) {
                return makeCatalogue(try configuration(), in: try surroundings())
            } catch {
                throw CatalogueUnavailable(error)
            }
        }
        let info = ServiceInfo(version: MarqueeVersion.current)
        return MovieServiceHandler(info: info, catalogue: catalogue, clock: aging)
    }

    private func makeCatalogue(_ configuration: Configuration, in surroundings: Surroundings) -> Catalogue {
        let zones = SystemTimeZoneDatabase(files: environment.files)
        surroundings.stack?.adopt(configuration, zones: zones)
        var environment = ProviderEnvironment(
            transport: guarded(surroundings.transport, configuration),
            secrets: surroundings.secrets,
            clock: surroundings.clock,
            zones: zones,
            languages: configuration.settings.languages
        )
        environment.recordedOrigins = surroundings.recordedOrigins
        let repositories = registry.repositories(for: configuration, in: environment)
        return Catalogue(
            repositories: repositories,
            policy: MergePolicy(configuration.settings),
            timeLimit: configuration.settings.deadline,
            clock: ContinuousClock(),
            monitor: StackMonitor(
                repositories: repositories,
                stack: surroundings.stack,
                clock: self.environment.clock
            )
        )
    }

    private func guarded(_ transport: some HTTPTransport, _ configuration: Configuration) -> any HTTPTransport {
        OriginGuard(AllowedOrigins(configuration), before: transport)
    }

    /// The definitions, read and checked.
    private func configuration() throws(StartFailure) -> Configuration {
        let loaded = try LoadedConfiguration(at: configurationLocation, environment.files)
        for warning in loaded.warnings { logger.warning("\(warning)") }
        return loaded.configuration
    }

    /// The demo goes with the built-in definitions, whatever its user has; a file that is named comes first all the same.
    var configurationLocation: ConfigurationLocator.Location {
        if case .demo = settings.recording, settings.configurationFile == nil { return .bundled }
        return ConfigurationLocator(environment: environment.variable, files: environment.files)
            .locate(named: settings.configurationFile)
    }

    private func recording(_ choice: EngineSettings.RecordingChoice) throws(StartFailure) -> Recording {
        do {
            switch choice {
            case .demo: return try Recording.demo()
            case .folder(let folder): return try Recording(folder: folder, files: environment.files)
            }
        } catch {
            throw .recording(error)
        }
    }
}
