import Logging
import MovieDomain
import MovieHTTP
import MovieProviders
import MovieService
import ProviderLanguage
import Upstream

/// The composition root: the one place that knows every part, and puts them together for one run of the program.
struct Composition {
    let options: EngineOptions
    let environment: SystemEnvironment
    let logger: Logger

    init(options: EngineOptions, environment: SystemEnvironment = .current) {
        self.options = options
        self.environment = environment
        logger = Logger(marqueeLevel: options.logLevel.level)
    }

    /// Runs `body` with the methods over the configured sources; connections are closed when it ends.
    func withService<Result>(
        _ body: (MovieServiceHandler) async throws -> Result
    ) async throws -> Result {
        let loaded = try LoadedConfiguration(named: options.configurationFile, in: environment)
        for warning in loaded.warnings { logger.warning("\(warning)") }
        if let recording = try recording() {
            let handler = handler(
                for: loaded.configuration,
                transport: ReplayTransport(recording),
                secrets: .placeholder,
                clock: .fixed(at: options.moment ?? recording.now)
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
            let clock = options.moment.map { WallClock.fixed(at: $0) } ?? environment.clock
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

    private func recording() throws(StartFailure) -> Recording? {
        do {
            if options.demo { return try Recording.demo() }
            if let folder = options.replay { return try Recording(folder: folder, files: environment.files) }
            return nil
        } catch {
            throw .recording(error)
        }
    }
}
