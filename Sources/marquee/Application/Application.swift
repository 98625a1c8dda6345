import HTTPModel
import Logging
import MovieDomain
import MovieHTTP
import MovieProviders
import MovieService
import MovieStore
import Platform
import ProviderLanguage
import Synchronization
import Upstream

/// The composition root: the one place that knows every part, and puts them together for one run of the program.
struct Composition {
    let settings: EngineSettings
    let environment: SystemEnvironment
    let logger: Logger
    /// What the client is told unasked.
    let notifications = ClientNotifications()
    /// What takes secrets out of messages.
    let masks = MadeMask()
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
        _ body: (ServiceHandler, DefinitionsInForce) async throws -> Result
    ) async throws -> Result {
        try await endingPrograms { try await withConnections(body) }
    }

    private func withConnections<Result>(
        _ body: (ServiceHandler, DefinitionsInForce) async throws -> Result
    ) async throws -> Result {
        if let choice = settings.recording {
            return try await run(body) { () throws(StartFailure) in
                let recording = try recording(choice)
                let clock = WallClock.fixed(at: settings.moment ?? recording.now)
                return Surroundings(
                    transport: ReplayTransport(recording),
                    secrets: .placeholder,
                    clock: clock,
                    book: TransientMatchBook(clock: clock, capacity: 0),
                    recordedOrigins: recording.origins
                )
            }
        }
        return try await withHTTPTransport(transportConfiguration) { network in
            try await withRefreshQueue { refreshes in
                let planned = PlannedParts()
                let result = try await run(body) { () throws(StartFailure) in
                    liveSurroundings(planned.parts { liveParts(stack(over: network, refreshes)) })
                }
                await planned.close()
                return result
            }
        }
    }

    private func run<Result>(
        _ body: (ServiceHandler, DefinitionsInForce) async throws -> Result,
        in surroundings: @escaping @Sendable () throws(StartFailure) -> Surroundings
    ) async throws -> Result {
        let definitions = DefinitionsInForce(self, surroundings: surroundings)
        let info = ServiceInfo(version: MarqueeVersion.current)
        return try await body(
            ServiceHandler(info: info, catalogue: definitions, notifications: notifications),
            definitions
        )
    }

    private func stack(over network: CurlTransport, _ refreshes: RefreshQueue) -> UpstreamStack {
        UpstreamStack(
            over: network,
            keepingIn: cacheFile,
            refreshes: refreshes,
            alarms: environment.alarms,
            milliseconds: environment.milliseconds,
            onRefreshed: { [notifications] key, hasChanged in
                if hasChanged { notifications.cacheChanged(ProviderID(key.source)) }
            }
        )
    }

    private var transportConfiguration: HTTPTransportConfiguration {
        HTTPTransportConfiguration(
            userAgent: MarqueeVersion.userAgent,
            environment: environment.variable,
            clock: environment.alarms
        )
    }

    /// What stands around the sources of one run: the world, or a recording of it.
    struct Surroundings {
        let transport: any HTTPTransport
        let secrets: SecretSource
        let clock: WallClock
        /// Where notes about matches are kept: for a recording only the user's and only for the run, so that equal
        /// calls have equal answers.
        let book: any MatchBook
        /// `nil` for a recording, which never changes and has no limits.
        var stack: UpstreamStack?
        /// `nil` where the network answers.
        var recordedOrigins: Set<HTTPOrigin>?
    }

    private func liveSurroundings(_ parts: LiveParts) -> Surroundings {
        Surroundings(
            transport: parts.stack.transport,
            secrets: SecretSource(environment: environment.variable, files: environment.files),
            clock: settings.moment.map { WallClock.fixed(at: $0) } ?? environment.clock,
            book: parts.book,
            stack: parts.stack
        )
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

extension Composition {
    /// What takes the configuration's secrets out of a message; they are read when it is first needed.
    var messageMask: @Sendable ([UInt8]) -> [UInt8] {
        // A recording has none.
        guard settings.recording == nil else { return { $0 } }
        return { [self] message in masks.mask { makeMask() }.masking(message) }
    }

    /// Takes the secrets of these definitions out of messages as well: calls that are under way have those of before.
    func coverSecrets(of configurations: [Configuration]) {
        guard settings.recording == nil else { return }
        let secrets = SecretSource(environment: environment.variable, files: environment.files)
        for configuration in configurations { masks.cover(MessageMask(configuration, secrets: secrets)) }
    }

    private func makeMask() -> MessageMask? {
        do throws(StartFailure) {
            let loaded = try LoadedConfiguration(at: configurationLocation, environment.files)
            let secrets = SecretSource(environment: environment.variable, files: environment.files)
            return MessageMask(loaded.configuration, secrets: secrets)
        } catch {
            // The start has failed for the same reason, and has said so.
            return nil
        }
    }
}

/// A mask that is made when it is first needed, and that only ever takes more out.
final class MadeMask: Sendable {
    private let made = Mutex<MessageMask?>(nil)

    /// Takes out what `more` takes out, too.
    func cover(_ more: MessageMask) {
        made.withLock { $0 = $0?.covering(more) ?? more }
    }

    func mask(_ make: () -> MessageMask?) -> MessageMask {
        made.withLock { made in
            let mask = made ?? make() ?? MessageMask.nothing
            made = mask
            return mask
        }
    }
}

extension Composition {
    /// Says at `debug` what this run works with.
    func logStart() {
        guard logger.logLevel <= .debug else { return }
        logger.debug("marquee \(MarqueeVersion.current)")
        switch configurationLocation {
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
