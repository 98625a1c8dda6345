import Logging
import MovieDomain
import MovieProviders
import MovieService
import MovieStore
import Platform

/// Everything that has a lifetime in one run of the program.
///
/// It is built in one order, each part out of those before it: what the client is told, the network and the stores, the
/// definitions with their sources, the methods. It is closed in the reverse order: programs that run as sources,
/// connections, stores.
struct Application: Sendable {
    let settings: EngineSettings
    let logger: Logger
    /// What the client is told unasked.
    let notifications: ClientNotifications
    /// The programs that run as sources.
    let children: ChildProcessRegistry
    /// What takes secrets out of messages.
    let mask: ConfiguredMask
    /// The definitions in force, and the sources made of them.
    let configuration: ConfigurationReloader
    /// Answers calls.
    let handler: ServiceHandler
    /// The user's library, where it is kept in a file.
    private let libraryFile: LibraryFile?

    /// Runs `body` with the methods over the configured sources, and closes everything when it ends.
    ///
    /// Files are read when the catalogue is first needed, or loaded: a mistake in one of them is found out there.
    static func run<Result>(
        _ settings: EngineSettings,
        kinds: [ProviderKind],
        environment: SystemEnvironment = .current,
        _ body: (Application) async throws -> Result
    ) async throws -> Result {
        let logger = Logger(marqueeLevel: settings.logLevel)
        let notifications = ClientNotifications()
        func run(over origin: AnswerOrigin) async throws -> Result {
            let application = Application(settings, kinds, environment, logger, notifications, origin)
            return try await application.closing { try await body(application) }
        }
        if let choice = settings.recording {
            return try await run(over: .recording(choice, moment: settings.moment))
        }
        return try await LiveServices.with(settings, environment, logger, notifications) { services in
            try await run(over: .live(services, moment: settings.moment))
        }
    }

    private init(
        _ settings: EngineSettings,
        _ kinds: [ProviderKind],
        _ environment: SystemEnvironment,
        _ logger: Logger,
        _ notifications: ClientNotifications,
        _ origin: AnswerOrigin
    ) {
        self.settings = settings
        self.logger = logger
        self.notifications = notifications
        children = ChildProcessRegistry()
        mask = ConfiguredMask(settings, kinds, environment)
        configuration = ConfigurationReloader(
            settings,
            kinds,
            environment,
            logger,
            origin: origin,
            children: children,
            mask: mask,
            notifications: notifications
        )
        libraryFile = if case .live(let services, _) = origin { services.libraryFile } else { nil }
        handler = ServiceHandler(
            info: ServiceInfo(version: MarqueeVersion.current),
            catalogue: configuration,
            notifications: notifications
        )
    }

    private func closing<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await body()
            await children.close()
            return result
        } catch {
            await children.close()
            throw error
        }
    }

    /// Begins to tell the client of changes that other processes make to the library.
    func watchLibrary() {
        do {
            try libraryFile?.watch(notifications.libraryChanged)
        } catch {
            logger.info("changes of the library by other processes are not announced: \(error)")
        }
    }

    /// Says at `debug` what this run works with.
    func logStart() {
        guard logger.logLevel <= .debug else { return }
        logger.debug("marquee \(MarqueeVersion.current)")
        switch configuration.location {
        case .bundled: logger.debug("definitions: those built in")
        case .file(let path): logger.debug("definitions: \(path)")
        }
        switch settings.recording {
        case nil: break
        case .demo: logger.debug("answers: the recording that is built in, no network")
        case .folder(let folder): logger.debug("answers: the recording in \(folder), no network")
        }
    }
}
