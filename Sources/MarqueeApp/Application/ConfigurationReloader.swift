import Logging
import MovieAggregation
import MovieDomain
import MovieProviders
import MovieService
import Platform
import ProviderLanguage
import Synchronization
import Upstream

/// The definitions in force and the sources made of them; edited definitions take their place between two calls.
///
/// A call keeps the catalogue that it began with. Sources whose definition is the same go on as they are; what the layers
/// remember of a source lies with them, under the source's name.
final class ConfigurationReloader: CatalogueAccess {
    /// What was read, and what came of it.
    private struct Loaded {
        var location: ConfigurationLocator.Location
        var configuration: Configuration
        var sources: [String: any MovieRepository]
        var stamps: [String: FileStamp?]
        /// Whether the file is what is in force.
        var isInForce = true
    }

    private let settings: EngineSettings
    private let kinds: [ProviderKind]
    private let environment: SystemEnvironment
    private let logger: Logger
    private let origin: AnswerOrigin
    private let permissions: ProcessPermissions
    private let registry: ProviderRegistry
    private let mask: ConfiguredMask
    private let notifications: ClientNotifications

    /// Held while files are read; `nil` before the first time.
    private let loaded = Mutex<Result<Loaded, StartError>?>(nil)
    /// What calls take; `nil` before the first time.
    ///
    /// Never held while files are read, so no call waits for a reload.
    private let catalogue = Mutex<Catalogue?>(nil)

    /// Nothing is read yet.
    init(
        _ settings: EngineSettings,
        _ kinds: [ProviderKind],
        _ environment: SystemEnvironment,
        _ logger: Logger,
        origin: AnswerOrigin,
        children: ChildProcessRegistry,
        mask: ConfiguredMask,
        notifications: ClientNotifications
    ) {
        self.settings = settings
        self.kinds = kinds
        self.environment = environment
        self.logger = logger
        self.origin = origin
        self.mask = mask
        self.notifications = notifications
        let permissions = ProcessPermissions(settings: settings, environment: environment, logger: logger)
        self.permissions = permissions
        registry = ProviderRegistry(
            factories: [
                HTTPRepositoryFactory(), ProcessRepositoryFactory(roster: children) { permissions.surroundings },
            ],
            kinds: kinds
        )
    }

    /// Where the definitions are now.
    var location: ConfigurationLocator.Location { settings.configurationLocation(in: environment) }

    // MARK: The catalogue in force

    /// The catalogue as it is now; the first call reads the definitions, and others that come meanwhile wait for it.
    var current: Catalogue {
        get throws(CatalogueUnavailable) {
            do throws(StartError) {
                return try made()
            } catch {
                throw CatalogueUnavailable(error)
            }
        }
    }

    /// Reads the definitions now, so that the first call finds the catalogue.
    ///
    /// - Throws: what keeps the definitions from being used, in the words of the start.
    @concurrent
    func load() async throws(StartError) -> Catalogue {
        try made()
    }

    /// Reads the definitions again because the client asks for it.
    func reload() async -> ProvidersChange {
        await settle()
        return takeOver(.asked)
    }

    private func made() throws(StartError) -> Catalogue {
        if let made = catalogue.withLock(\.self) { return made }
        return try loaded.withLock { loaded throws(StartError) in
            if case .failure(let error) = loaded { throw error }
            if let made = catalogue.withLock(\.self) { return made }
            do throws(StartError) {
                let (first, catalogue) = try readFirst(at: location)
                loaded = .success(first)
                self.catalogue.withLock { $0 = catalogue }
                return catalogue
            } catch {
                loaded = .failure(error)
                throw error
            }
        }
    }

    private func readFirst(at location: ConfigurationLocator.Location) throws(StartError) -> (Loaded, Catalogue) {
        let fileStamps = stamps(of: location)
        let read = try LoadedConfiguration(at: location, kinds, environment.files)
        for warning in warnings(about: read) { logger.warning("\(warning)") }
        let surroundings = try origin.surroundings(environment)
        let sources = sources(of: read.configuration, in: surroundings)
        let loaded = Loaded(
            location: location,
            configuration: read.configuration,
            sources: sources,
            stamps: fileStamps.merging(stamps(ofSecrets: read.configuration)) { first, _ in first }
        )
        return (loaded, catalogue(of: read.configuration, sources, in: surroundings))
    }

    // MARK: Edited definitions

    /// Reads the definitions again, puts what came of them in the place of the catalogue if they can be used, and tells
    /// the client and the log of what is new.
    @discardableResult
    func takeOver(_ cause: ReloadCause) -> ProvidersChange {
        let (change, isNews) = loaded.withLock { loaded in
            guard case .success(let before) = loaded else {
                return (ProvidersChange(isInForce: true, file: location.path), false)
            }
            let (after, change, isNews) = takeOver(cause, after: before, at: location)
            loaded = .success(after)
            return (change, isNews)
        }
        if isNews {
            notifications.providersChanged(change)
            log(change)
        }
        return change
    }

    /// Unless the client asked for it, a file that is gone leaves everything as it is: it is mostly about to come back.
    ///
    /// - Returns: what has changed, or why nothing has; and whether that is worth telling to those who did not ask.
    private func takeOver(
        _ cause: ReloadCause,
        after before: Loaded,
        at location: ConfigurationLocator.Location
    ) -> (Loaded, change: ProvidersChange, isNews: Bool) {
        do throws(StartError) {
            if cause != .asked, location == .bundled, let path = before.location.path {
                throw .unreadable(FileFailure(path: path, reason: .missing))
            }
            let (after, change) = try next(after: before, at: location)
            // A file that is what it was before it was broken is news to whoever was told so.
            return (after, change, change.changesAnything || !before.isInForce)
        } catch {
            var kept = before
            kept.isInForce = cause == .edited && before.isInForce
            // Not to be read again before it changes again.
            kept.stamps = stamps(of: location)
                .merging(stamps(ofSecrets: before.configuration)) { first, _ in first }
            let change = ProvidersChange(error, file: location.path ?? before.location.path)
            return (kept, change, cause == .editedBefore)
        }
    }

    private func next(
        after before: Loaded,
        at location: ConfigurationLocator.Location
    ) throws(StartError) -> (Loaded, ProvidersChange) {
        let fileStamps = stamps(of: location)
        let read = try LoadedConfiguration(at: location, kinds, environment.files)
        let stamps = fileStamps.merging(stamps(ofSecrets: read.configuration)) { first, _ in first }
        let surroundings = try origin.surroundings(environment)
        let keepsLanguages = read.configuration.settings.languages == before.configuration.settings.languages
        let same = unchanged(before, read.configuration, stamps)
        var sources = sources(of: read.configuration, in: surroundings)
        var kept: Set<String> = []
        for (id, source) in sources where same.contains(id) {
            guard let old = before.sources[id], old.isSameAvailability(as: source) else { continue }
            kept.insert(id)
            if keepsLanguages { sources[id] = old }
        }
        var change = ProvidersChange(isInForce: true, file: location.path)
        change.problems = warnings(about: read).map(ProvidersChange.Problem.init)
        change.compare(before.configuration, read.configuration, unchanged: kept)
        guard change.changesAnything else {
            var unchanged = before
            (unchanged.location, unchanged.stamps, unchanged.isInForce) = (location, stamps, true)
            return (unchanged, change)
        }
        // Calls that are under way have the secrets of before.
        mask.cover([before.configuration, read.configuration])
        let after = Loaded(location: location, configuration: read.configuration, sources: sources, stamps: stamps)
        let catalogue = catalogue(of: read.configuration, sources, in: surroundings)
        self.catalogue.withLock { $0 = catalogue }
        return (after, change)
    }

    /// The providers of which the same is written, and whose secrets' files are the same.
    private func unchanged(_ before: Loaded, _ after: Configuration, _ stamps: [String: FileStamp?]) -> Set<String> {
        let texts = Dictionary(before.configuration.providers.map { ($0.id, $0.text) }) { first, _ in first }
        let same = after.providers.filter { provider in
            guard let text = provider.text, texts[provider.id] == text else { return false }
            return provider.secretFiles.allSatisfy { stamps[$0] == before.stamps[$0] }
        }
        return Set(same.map(\.id))
    }

    /// Waits until the file is not just being written; not for long, for a client waits.
    private func settle() async {
        for _ in 0..<10 {
            guard let path = location.path, let stamp = FileStamp(of: path) else { return }
            let age = Duration.milliseconds(environment.wallClock.milliseconds - stamp.writtenAt)
            guard age >= .zero, age < FileChangeDebouncer.pause else { return }
            do { try await Task.sleep(for: FileChangeDebouncer.pause - age) } catch { return }
        }
    }

    // MARK: Files

    /// The files that the sources are made of, by absolute paths.
    var files: [String] {
        let secrets = configuration?.providers.flatMap(\.secretFiles) ?? []
        let watched = [settings.watchedFile(in: environment)].compactMap(\.self)
        return (watched + secrets).compactMap(SystemEnvironment.absolute)
    }

    /// Whether a file is another one than when it was read.
    var hasChanged: Bool {
        loaded.withLock { loaded in
            guard case .success(let loaded) = loaded else { return false }
            let stamps = stamps(of: location)
                .merging(stamps(ofSecrets: loaded.configuration)) { first, _ in first }
            return stamps != loaded.stamps
        }
    }

    private var configuration: Configuration? {
        loaded.withLock { loaded in
            guard case .success(let loaded) = loaded else { return nil }
            return loaded.configuration
        }
    }

    private func stamps(of location: ConfigurationLocator.Location) -> [String: FileStamp?] {
        guard let path = location.path else { return [:] }
        return [path: FileStamp(of: path)]
    }

    private func stamps(ofSecrets configuration: Configuration) -> [String: FileStamp?] {
        Dictionary(configuration.providers.flatMap(\.secretFiles).map { ($0, FileStamp(of: $0)) }) { first, _ in first }
    }

    // MARK: Sources

    private func warnings(about read: LoadedConfiguration) -> [Diagnostic] {
        read.warnings + permissions.warnings(about: read.configuration)
    }

    /// The sources of a configuration by their names, with their hosts as the only ones that they may be asked at.
    private func sources(
        of configuration: Configuration,
        in surroundings: SourceSurroundings
    ) -> [String: any MovieRepository] {
        var environment = ProviderEnvironment(
            transport: configuration.guarding(surroundings.transport),
            secrets: surroundings.secrets,
            clock: surroundings.clock,
            zones: SystemTimeZoneDatabase(files: environment.files),
            languages: configuration.settings.languages
        )
        environment.recordedOrigins = surroundings.recordedOrigins
        let sources = registry.repositories(for: configuration, in: environment)
        return Dictionary(sources.map { ($0.profile.id.rawValue, $0) }) { first, _ in first }
    }

    /// The catalogue of a configuration over its sources; the layers take over its limits.
    private func catalogue(
        of configuration: Configuration,
        _ sources: [String: any MovieRepository],
        in surroundings: SourceSurroundings
    ) -> Catalogue {
        surroundings.client?.adopt(configuration, zones: SystemTimeZoneDatabase(files: environment.files))
        let repositories = configuration.providers.compactMap { sources[$0.id] }
        return Catalogue(
            repositories: repositories,
            policy: configuration.settings.merge,
            timeLimit: configuration.settings.deadline,
            clock: environment.monotonicClock,
            book: surroundings.matches,
            library: surroundings.library,
            monitor: HealthMonitor(
                repositories: repositories,
                client: surroundings.client,
                clock: environment.wallClock
            )
        )
    }

    private func log(_ change: ProvidersChange) {
        for problem in change.problems {
            logger.warning("\(problem.file):\(problem.line):\(problem.column): \(problem.severity): \(problem.message)")
        }
        let file = change.file ?? "the definitions built in"
        if !change.isInForce { logger.warning("\(file): not taken over; the definitions of before stay") }
        guard change.changesAnything else { return }
        let parts = [("new", change.added), ("gone", change.removed), ("changed", change.changed)]
            .filter { !$0.1.isEmpty }
            .map { "\($0.0): \($0.1.map(\.rawValue).joined(separator: ", "))" }
        let words = parts + (change.hasOtherSettings ? ["other settings"] : [])
        logger.notice("\(file): taken over; \(words.joined(separator: "; "))")
    }
}

/// Why definitions are read again.
enum ReloadCause: Hashable, Sendable {
    /// The client asked for it, and gets to know what came of it.
    case asked
    /// Their file has changed; where it makes no sense, it is looked at once more before anything is told.
    case edited
    /// It made no sense a moment ago.
    case editedBefore
}

extension MovieRepository {
    /// Whether a source made anew of the same definition could do neither more nor less.
    fileprivate func isSameAvailability(as other: any MovieRepository) -> Bool {
        profile.availability == other.profile.availability
    }
}

extension ProviderDefinition {
    /// The files that its secrets are in.
    fileprivate var secretFiles: [String] {
        secrets.filter { $0.secret.kind == .file }.map(\.secret.name)
    }
}
