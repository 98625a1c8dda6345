import Logging
import MovieDomain
import MovieHTTP
import MovieProviders
import MovieService
import ProviderLanguage
import Upstream

/// The composition root: the one place that knows every part, and puts them together for one run of the program.
struct Composition {
    let settings: EngineSettings
    let environment: SystemEnvironment
    let logger: Logger

    init(_ settings: EngineSettings, environment: SystemEnvironment = .current) {
        self.settings = settings
        self.environment = environment
        logger = Logger(marqueeLevel: settings.logLevel)
    }

    /// Runs `body` with the methods over the configured sources; connections are closed when it ends.
    func withService<Result>(
        _ body: (MovieServiceHandler) async throws -> Result
    ) async throws -> Result {
        let loaded = try LoadedConfiguration(at: configurationLocation, environment.files)
        for warning in loaded.warnings { logger.warning("\(warning)") }
        if let recording = try recording() {
            let handler = handler(
                for: loaded.configuration,
                transport: ReplayTransport(recording),
                secrets: .placeholder,
                clock: .fixed(at: settings.moment ?? recording.now)
            )
            return try await body(handler)
        }
        let http = HTTPTransportConfiguration(
            userAgent: MarqueeVersion.userAgent,
            certificateAuthorities: environment.variables["SSL_CERT_FILE"]
        )
        return try await withHTTPTransport(http) { transport in
            let guarded = OriginGuard(AllowedOrigins(loaded.configuration), before: transport)
            let secrets = SecretSource(environment: environment.variables, files: environment.files)
            let clock = settings.moment.map { WallClock.fixed(at: $0) } ?? environment.clock
            return try await body(
                handler(for: loaded.configuration, transport: guarded, secrets: secrets, clock: clock)
            )
        }
    }

    private func handler(
        for configuration: Configuration,
        transport: any HTTPTransport,
        secrets: SecretSource,
        clock: WallClock
    ) -> MovieServiceHandler {
        let environment = ProviderEnvironment(
            transport: transport,
            secrets: secrets,
            clock: clock,
            zones: SystemTimeZoneDatabase(files: environment.files),
            languages: configuration.settings.languages
        )
        let catalogue = Catalogue(
            repositories: ProviderRegistry().repositories(for: configuration, in: environment),
            policy: MergePolicy(configuration.settings),
            timeLimit: configuration.settings.deadline,
            clock: ContinuousClock()
        )
        return MovieServiceHandler(info: ServiceInfo(version: MarqueeVersion.current), catalogue: catalogue)
    }

    /// The demo goes with the built-in definitions, whatever its user has; a file that is named comes first all the same.
    private var configurationLocation: ConfigurationLocator.Location {
        if case .demo = settings.recording, settings.configurationFile == nil { return .bundled }
        return ConfigurationLocator(environment: environment.variables, files: environment.files)
            .locate(named: settings.configurationFile)
    }

    private func recording() throws(StartFailure) -> Recording? {
        do {
            switch settings.recording {
            case nil: return nil
            case .demo: return try Recording.demo()
            case .folder(let folder): return try Recording(folder: folder, files: environment.files)
            }
        } catch {
            throw .recording(error)
        }
    }
}
