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
        let configuration = try configuration()
        if let recording = try recording() {
            let clock = WallClock.fixed(at: settings.moment ?? recording.now)
            return try await body(
                handler(
                    configuration,
                    ReplayTransport(recording),
                    secrets: .placeholder,
                    clock: clock,
                    aging: .standing
                )
            )
        }
        let http = HTTPTransportConfiguration(
            userAgent: MarqueeVersion.userAgent,
            certificateAuthorities: environment.variables["SSL_CERT_FILE"]
        )
        return try await withHTTPTransport(http) { transport in
            let secrets = SecretSource(environment: environment.variables, files: environment.files)
            let clock = settings.moment.map { WallClock.fixed(at: $0) } ?? environment.clock
            return try await body(handler(configuration, transport, secrets: secrets, clock: clock))
        }
    }

    private func handler(
        _ configuration: @escaping @Sendable () -> Configuration,
        _ transport: some HTTPTransport,
        secrets: SecretSource,
        clock: WallClock,
        aging: AnswerClock = .running
    ) -> MovieServiceHandler {
        let files = environment.files
        let catalogue = CatalogueSource {
            let configuration = configuration()
            let environment = ProviderEnvironment(
                transport: OriginGuard(AllowedOrigins(configuration), before: transport),
                secrets: secrets,
                clock: clock,
                zones: SystemTimeZoneDatabase(files: files),
                languages: configuration.settings.languages
            )
            return Catalogue(
                repositories: ProviderRegistry().repositories(for: configuration, in: environment),
                policy: MergePolicy(configuration.settings),
                timeLimit: configuration.settings.deadline,
                clock: ContinuousClock()
            )
        }
        let info = ServiceInfo(version: MarqueeVersion.current)
        return MovieServiceHandler(info: info, catalogue: catalogue, clock: aging)
    }

    /// The definitions: a user's file is read and checked now, so that a mistake in it stops the start; the built-in ones
    /// are known to be right (a test checks them) and are read when they are first needed.
    private func configuration() throws(StartFailure) -> @Sendable () -> Configuration {
        let location = configurationLocation
        guard location != .bundled else {
            return { [logger, files = environment.files] in
                do throws(StartFailure) {
                    return try LoadedConfiguration(at: .bundled, files).configuration
                } catch {
                    logger.critical("the built-in definitions cannot be read: \(error.text)")
                    return Configuration()
                }
            }
        }
        let loaded = try LoadedConfiguration(at: location, environment.files)
        for warning in loaded.warnings { logger.warning("\(warning)") }
        return { [configuration = loaded.configuration] in configuration }
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
