import JSON
import Logging
import MovieAggregation
import MovieDomain
import MovieImages
import MovieProviders
import MovieService
import MovieStore
import Platform
import ProviderLanguage
import Synchronization
import Upstream

/// The definitions in force and their providers; edited definitions replace them between two calls.
///
/// A call keeps the catalogue it began with. A provider whose definition stays the same is kept. The layers keep their
/// state of a provider, such as its quota, under its id.
final class ConfigurationReloader: CatalogueAccess {
    /// The definitions that were read, and what was made from them.
    private struct Loaded {
        var location: ConfigurationLocator.Location
        var configuration: Configuration
        /// The providers that the user's trust covers.
        var allowed: [ProviderDefinition]
        var warnings: [Diagnostic]
        /// Whether they are from elsewhere and not trusted, so that they have a cache of their own and the library does
        /// not learn from them.
        var isUntrusted: Bool
        var surroundings: ProviderSurroundings
        var repositories: [String: any MovieRepository]
        /// What stands in for parameters that calls leave out.
        var settings: JSONElement?
        /// The stamps of the files, taken before they were read.
        var stamps: [String: FileStamp?]
        /// `false` if the file was edited and cannot be used.
        var isInForce = true
    }

    private let context: RunContext
    /// `nil` if a recording answers.
    private let live: (@Sendable (_ isUntrusted: Bool) -> ProviderSurroundings)?
    /// The library beside a recording, which a reload keeps; `nil` before the first load, and if the network answers.
    private let replayedLibrary = Mutex<LibraryFile?>(nil)
    private let registry: ProviderRegistry
    private let mask: ConfiguredMask
    private let notifications: ClientNotifications

    /// Locked while files are read; `nil` before the first load.
    private let loaded = Mutex<Result<Loaded, StartError>?>(nil)
    /// The catalogue for new calls; never locked while files are read, so that no call waits for a reload.
    private let catalogue = Mutex<Catalogue?>(nil)
    /// The settings for new calls.
    private let parameters = Mutex<JSONElement?>(nil)

    init(
        _ context: RunContext,
        live: (@Sendable (_ isUntrusted: Bool) -> ProviderSurroundings)?,
        children: ChildProcessRegistry,
        mask: ConfiguredMask,
        notifications: ClientNotifications
    ) {
        self.context = context
        self.live = live
        self.mask = mask
        self.notifications = notifications
        registry = ProviderRegistry(
            programs: ProcessRepositoryFactory(roster: children) { context.programSurroundings },
            kinds: context.kinds
        )
    }

    /// Where the definitions are now.
    var location: ConfigurationLocator.Location { context.location }

    /// The user's settings in force, by the names of parameters; `nil` if there are none.
    var settings: JSONElement? { current == nil ? nil : parameters.withLock(\.self) }

    /// The library in a file while a recording answers; `nil` if there is none.
    var libraryFile: LibraryFile? { context.keepsLibrary ? replayedLibrary.withLock(\.self) : nil }

    // MARK: The catalogue in force

    /// The first call reads the definitions; calls that arrive meanwhile wait for it.
    var current: Catalogue? {
        do throws(StartError) {
            return try firstCatalogue()
        } catch {
            // The session ends with this error, which load() throws, too.
            return nil
        }
    }

    var problem: String? {
        loaded.withLock { if case .failure(let error) = $0 { error.firstProblem } else { nil } }
    }

    /// Reads the definitions before the first call needs them.
    @concurrent
    func load() async throws(StartError) -> Catalogue {
        try firstCatalogue()
    }

    private func firstCatalogue() throws(StartError) -> Catalogue {
        if let made = catalogue.withLock(\.self) { return made }
        return try loaded.withLock { loaded throws(StartError) in
            if case .failure(let error) = loaded { throw error }
            if let made = catalogue.withLock(\.self) { return made }
            do throws(StartError) {
                let first = try read(at: location)
                for warning in first.warnings { context.logger.warning("\(warning.location): \(warning.finding)") }
                loaded = .success(first)
                return putInForce(first)
            } catch {
                loaded = .failure(error)
                throw error
            }
        }
    }

    /// Saves the counts of the providers; does not load the definitions if they are not loaded yet.
    func storeCounts() async {
        await catalogue.withLock(\.self)?.monitor.storeCounts()
    }

    /// Makes the layers adopt the new limits, and new calls use the new catalogue.
    private func putInForce(_ loaded: Loaded) -> Catalogue {
        let (configuration, surroundings) = (loaded.configuration, loaded.surroundings)
        surroundings.library.learns = !loaded.isUntrusted
        surroundings.client?.adopt(configuration, zones: SystemTimeZoneDatabase(files: context.files))
        let repositories = configuration.providers.compactMap { loaded.repositories[$0.id] }
        var made = Catalogue(
            repositories: repositories,
            policy: configuration.settings.merge,
            timeLimit: configuration.settings.deadline,
            clock: context.environment.monotonicClock,
            book: surroundings.library,
            library: surroundings.library,
            films: surroundings.films,
            monitor: HealthMonitor(
                repositories: repositories,
                surroundings: surroundings,
                clock: context.environment.wallClock
            )
        )
        made.isRecorded = surroundings.recordedOrigins != nil
        made.remembersSearches = configuration.settings.history
        made.showsAdult = configuration.settings.adult
        made.wallClock = surroundings.clock
        let allowed = Configuration(providers: loaded.allowed)
        made.images = ImageFetcher(of: surroundings.secrets.located(allowed), in: surroundings)
        catalogue.withLock { [made] in $0 = made }
        parameters.withLock { $0 = loaded.settings }
        return made
    }

    // MARK: Edited definitions

    /// Reads the definitions again at the client's request.
    func reload() async -> ProvidersChange {
        await waitForWriter()
        return takeOver(.asked)
    }

    /// Waits until no program is writing the file, but only briefly, because a client is waiting.
    private func waitForWriter() async {
        for _ in 0..<10 {
            guard let path = location.path, let stamp = FileStamp(of: path) else { return }
            let age = Duration.milliseconds(context.environment.wallClock.milliseconds - stamp.writtenAt)
            guard age >= .zero, age < FileChangeDebouncer.pause else { return }
            do { try await Task.sleep(for: FileChangeDebouncer.pause - age) } catch { return }
        }
    }

    /// Reads the definitions again and applies them if they are valid; reports changes to the client and the log.
    @discardableResult
    func takeOver(_ cause: ReloadCause) -> ProvidersChange {
        let (change, isNews, client) = loaded.withLock { loaded in
            guard case .success(let before) = loaded else {
                return (ProvidersChange(isInForce: true, file: location.path), false, ProviderClient?.none)
            }
            let (after, change, isNews) = takeOver(cause, after: before, at: location)
            loaded = .success(after)
            return (change, isNews, after.surroundings.client)
        }
        // What a source asked for may not hold for another key or plan.
        client?.endPauses(of: cause == .asked ? nil : Set(change.changed.map(\.rawValue)))
        if isNews {
            notifications.providersChanged(change)
            change.log(to: context.logger)
        }
        return change
    }

    /// Unless the client asks, a missing file changes nothing, because it will probably be back.
    ///
    /// - Returns: `isNews` is whether to notify a client that did not ask.
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
            // A repaired file is news even if nothing has changed, because the client was told that it was broken.
            return (after, change, change.changesAnything || !before.isInForce)
        } catch {
            var kept = before
            kept.isInForce = cause == .edited && before.isInForce
            // Don't read the file again until it changes again.
            kept.stamps = stamps(of: location, before.configuration)
            let change = ProvidersChange(error, file: location.path ?? before.location.path)
            return (kept, change, cause == .editedBefore)
        }
    }

    private func next(
        after before: Loaded,
        at location: ConfigurationLocator.Location
    ) throws(StartError) -> (Loaded, ProvidersChange) {
        var after = try read(at: location)
        let keepsLanguages = after.configuration.settings.languages == before.configuration.settings.languages
        // Whether a file is trusted decides which cache its providers have.
        let keepsTrust = after.isUntrusted == before.isUntrusted
        var unchanged: Set<String> = []
        for provider in after.configuration.providers where isSame(provider, in: before, after) {
            let id = provider.id
            guard let old = before.repositories[id], let new = after.repositories[id],
                old.profile.availability == new.profile.availability
            else { continue }
            unchanged.insert(id)
            if keepsLanguages, keepsTrust { after.repositories[id] = old }
        }
        var change = ProvidersChange(isInForce: true, file: location.path)
        change.problems = after.warnings.map(ProvidersChange.Problem.init)
        change.compare(before.configuration, after.configuration, unchanged: unchanged)
        if after.settings != before.settings { change.hasOtherSettings = true }
        guard change.changesAnything || !keepsTrust else {
            after.configuration = before.configuration
            after.repositories = before.repositories
            return (after, change)
        }
        // Calls in progress still use the previous secrets.
        mask.cover([before.configuration, after.configuration])
        _ = putInForce(after)
        return (after, change)
    }

    /// Whether the text and the secret files of a provider are unchanged.
    private func isSame(_ provider: ProviderDefinition, in before: Loaded, _ after: Loaded) -> Bool {
        guard let text = provider.text,
            let old = before.configuration.providers.first(where: { $0.id == provider.id }), old.text == text
        else { return false }
        let keys = provider.secrets.isEmpty ? [] : [context.keys?.path].compactMap(\.self)
        return (provider.secretFiles + keys).allSatisfy { after.stamps[$0] == before.stamps[$0] }
    }

    // MARK: Reading

    private func read(at location: ConfigurationLocator.Location) throws(StartError) -> Loaded {
        // Taken before the file is read, so that a concurrent edit is noticed.
        let stamp = stamps(of: location, nil)
        let read = try LoadedConfiguration(at: location, context)
        let stamps = stamp.merging(self.stamps(of: .bundled, read.configuration)) { first, _ in first }
        let isUntrusted = DefinitionTrust.isUntrusted(read.bytes, at: location, context)
        let surroundings =
            if let live { live(isUntrusted) } else { try replayed() }
        let trust = DefinitionTrust(in: read.configuration, read.bytes, at: location, context)
        let allowed = read.configuration.providers.filter { trust.refusal(of: $0) == nil }
        return Loaded(
            location: location,
            configuration: read.configuration,
            allowed: allowed,
            // A command names the sources that are not asked beside its answer.
            warnings: read.warnings + (context.settings.isSession ? trust.warnings(about: read.configuration) : [])
                + context.programWarnings(about: allowed),
            isUntrusted: isUntrusted,
            surroundings: surroundings,
            repositories: repositories(
                of: isUntrusted ? read.configuration.showingImagesWhereRead : read.configuration,
                trust,
                in: surroundings
            ),
            settings: try context.userSettings().parameters(among: read.configuration.providers.map(\.id)),
            stamps: stamps
        )
    }

    private func replayed() throws(StartError) -> ProviderSurroundings {
        var surroundings = try ProviderSurroundings(replaying: context.settings.recording ?? .demo, context)
        replayedLibrary.withLock { library in
            surroundings.library = library ?? surroundings.library
            library = surroundings.library
        }
        return surroundings
    }

    /// The repositories by provider id; they can reach only the hosts in the configuration.
    private func repositories(
        of configuration: Configuration,
        _ trust: DefinitionTrust,
        in surroundings: ProviderSurroundings
    ) -> [String: any MovieRepository] {
        let configuration = surroundings.secrets.located(configuration)
        var environment = ProviderEnvironment(
            transport: configuration.guarding(surroundings.transport),
            secrets: surroundings.secrets,
            clock: surroundings.clock,
            zones: SystemTimeZoneDatabase(files: context.files),
            languages: configuration.settings.languages
        )
        if let client = surroundings.client { environment.programs = { client.over($0) } }
        environment.recordedOrigins = surroundings.recordedOrigins
        environment.refusal = trust.refusal
        let repositories = registry.repositories(for: configuration, in: environment)
        return Dictionary(repositories.map { ($0.profile.id.rawValue, $0) }) { first, _ in first }
    }

    // MARK: Files

    /// The absolute paths of the files that the providers are made from, and of the list of trusted files.
    var files: [String] {
        let secrets = loaded.withLock { loaded -> [String] in
            if case .success(let loaded) = loaded {
                loaded.configuration.secretFiles + loaded.configuration.includedFiles
            } else {
                []
            }
        }
        let watched = [context.watchedFile].compactMap(\.self) + ofUser
        return (watched + secrets + trustFiles).compactMap(SystemEnvironment.absolute)
    }

    /// The files of the user's settings and keys, whatever the definitions are.
    private var ofUser: [String] { [context.settingsFile, context.keys?.path].compactMap(\.self) }

    private var trustFiles: [String] { TrustList(context).map { [$0.path] } ?? [] }

    /// Whether a file has changed since it was read.
    var hasChanged: Bool {
        loaded.withLock { loaded in
            guard case .success(let loaded) = loaded else { return false }
            return stamps(of: location, loaded.configuration) != loaded.stamps
        }
    }

    private func stamps(
        of location: ConfigurationLocator.Location,
        _ configuration: Configuration?
    ) -> [String: FileStamp?] {
        // The list of trusted files may change as well.
        let files = (location.path.map { [$0] + trustFiles } ?? []) + ofUser
        let paths = files + (configuration.map { $0.secretFiles + $0.includedFiles } ?? [])
        return Dictionary(paths.map { ($0, FileStamp(of: $0)) }) { first, _ in first }
    }
}

/// The reason for reading the definitions again.
enum ReloadCause: Hashable, Sendable {
    /// The client asks, and is told the result.
    case asked
    /// The file has changed. If it is invalid, it is read once more before the client is notified.
    case edited
    /// The file was invalid a moment ago.
    case editedBefore
}

extension Configuration {
    fileprivate var secretFiles: [String] { providers.flatMap(\.secretFiles) }
}

extension ProviderDefinition {
    fileprivate var secretFiles: [String] {
        secrets.filter { $0.secret.kind == .file }.map(\.secret.file)
    }
}
