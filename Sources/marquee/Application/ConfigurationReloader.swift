import HTTPModel
import Logging
import MovieAggregation
import MovieDomain
import MovieProviders
import MovieService
import Platform
import ProviderLanguage
import Synchronization

/// The definitions in force and the sources made of them; edited definitions take their place between two calls.
///
/// A call keeps the catalogue that it began with. Sources whose definition is the same go on as they are; what the layers
/// remember of a source lies with them, under the source's name.
final class DefinitionsInForce: CatalogueAccess {
    /// What was read, and what came of it.
    private struct Loaded {
        var location: ConfigurationLocator.Location
        var configuration: Configuration
        var sources: [String: any MovieRepository]
        var stamps: [String: FileStamp?]
        /// Whether the file is what is in force.
        var isInForce = true
    }

    private let composition: Composition
    private let surroundings: @Sendable () throws(StartFailure) -> Composition.Surroundings
    private let loaded = Mutex<Loaded?>(nil)
    /// Apart from what it was made of, so that a call does not wait for a file that is being read again.
    private let made = Mutex<Result<Catalogue, CatalogueUnavailable>?>(nil)

    /// Nothing is read yet; `surroundings` is asked for what stands around the sources.
    init(
        _ composition: Composition,
        surroundings: @escaping @Sendable () throws(StartFailure) -> Composition.Surroundings
    ) {
        self.composition = composition
        self.surroundings = surroundings
    }

    /// The catalogue as it is now; who comes while it is made waits for it.
    var current: Catalogue {
        get throws(CatalogueUnavailable) {
            try made.withLock { made in
                let result = made ?? make()
                made = result
                return result
            }
            .get()
        }
    }

    private func make() -> Result<Catalogue, CatalogueUnavailable> {
        do throws(StartFailure) {
            return .success(try load())
        } catch {
            return .failure(CatalogueUnavailable(error))
        }
    }

    /// Reads the definitions again because a client asked for it.
    func reload() async -> ProvidersChange {
        await settle()
        return reload(.asked)
    }

    /// Reads the definitions for the first time, and makes the catalogue.
    private func load() throws(StartFailure) -> Catalogue {
        try loaded.withLock { loaded throws(StartFailure) in
            let location = composition.configurationLocation
            let stamps = composition.stamps(of: location)
            let read = try LoadedConfiguration(at: location, composition.environment.files)
            composition.logWarnings(read.warnings + composition.programWarnings(read.configuration))
            let surroundings = try surroundings()
            let sources = composition.sources(of: read.configuration, in: surroundings)
            loaded = Loaded(
                location: location,
                configuration: read.configuration,
                sources: sources,
                stamps: stamps.merging(composition.stamps(ofSecrets: read.configuration)) { first, _ in first }
            )
            return composition.catalogue(of: read.configuration, sources, in: surroundings)
        }
    }

    /// Reads the definitions again and puts what came of them in the place of the catalogue, if they can be used.
    ///
    /// Unless somebody asked for it, a file that is gone leaves everything as it is: it is mostly about to come back.
    ///
    /// - Returns: what has changed, or why nothing has.
    func reload(_ cause: ReloadCause) -> ProvidersChange {
        let (change, isNews) = takeOver(cause)
        if isNews {
            composition.notifications.providersChanged(change)
            composition.log(change)
        }
        return change
    }

    /// Also says whether the change is worth telling to those who did not ask.
    private func takeOver(_ cause: ReloadCause) -> (change: ProvidersChange, isNews: Bool) {
        loaded.withLock { loaded in
            let location = composition.configurationLocation
            guard let before = loaded else { return (ProvidersChange(isInForce: true, file: location.path), false) }
            do throws(StartFailure) {
                if cause != .asked, location == .bundled, let path = before.location.path {
                    throw .unreadable(FileFailure(path: path, reason: .missing))
                }
                let (after, change) = try next(after: before, at: location)
                loaded = after
                // A file that is what it was before somebody broke it is news to whoever was told so.
                return (change, change.changesAnything || !before.isInForce)
            } catch {
                // Not to be read again before it changes again.
                loaded?.isInForce = cause == .edited && before.isInForce
                loaded?.stamps = composition.stamps(of: location)
                    .merging(composition.stamps(ofSecrets: before.configuration)) { first, _ in first }
                return (ProvidersChange(error, file: location.path ?? before.location.path), cause == .editedBefore)
            }
        }
    }

    private func next(
        after before: Loaded,
        at location: ConfigurationLocator.Location
    ) throws(StartFailure) -> (Loaded, ProvidersChange) {
        let fileStamps = composition.stamps(of: location)
        let read = try LoadedConfiguration(at: location, composition.environment.files)
        let stamps = fileStamps.merging(composition.stamps(ofSecrets: read.configuration)) { first, _ in first }
        let surroundings = try surroundings()
        let keepsLanguages = read.configuration.settings.languages == before.configuration.settings.languages
        let same = unchanged(before, read.configuration, stamps)
        var sources = composition.sources(of: read.configuration, in: surroundings)
        var kept: Set<String> = []
        for (id, source) in sources where same.contains(id) {
            guard let old = before.sources[id], old.isSameAvailability(as: source) else { continue }
            kept.insert(id)
            if keepsLanguages { sources[id] = old }
        }
        var change = ProvidersChange(isInForce: true, file: location.path)
        let warnings = read.warnings + composition.programWarnings(read.configuration)
        change.problems = warnings.map(ProvidersChange.Problem.init)
        change.compare(before.configuration, read.configuration, unchanged: kept)
        let after = Loaded(location: location, configuration: read.configuration, sources: sources, stamps: stamps)
        if change.changesAnything {
            composition.coverSecrets(of: [before.configuration, read.configuration])
            let catalogue = composition.catalogue(of: read.configuration, sources, in: surroundings)
            made.withLock { $0 = .success(catalogue) }
            return (after, change)
        }
        var unchanged = before
        (unchanged.location, unchanged.stamps, unchanged.isInForce) = (location, stamps, true)
        return (unchanged, change)
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

    /// Waits until the file is not just being written; not for long, for somebody waits.
    private func settle() async {
        for _ in 0..<10 {
            guard let path = composition.configurationLocation.path, let stamp = FileStamp(of: path) else { return }
            let age = Duration.milliseconds(composition.environment.milliseconds() - stamp.writtenAt)
            guard age >= .zero, age < Settling.pause else { return }
            do { try await Task.sleep(for: Settling.pause - age) } catch { return }
        }
    }

    /// The files that the sources are made of.
    var files: [String] {
        let secrets = loaded.withLock { $0?.configuration.providers.flatMap(\.secretFiles) ?? [] }
        return ([composition.watchedFile].compactMap(\.self) + secrets).compactMap { composition.absolute($0) }
    }

    /// Whether a file is another one than when it was read.
    var hasChanged: Bool {
        loaded.withLock { loaded in
            guard let loaded else { return false }
            let location = composition.configurationLocation
            let stamps = composition.stamps(of: location)
                .merging(composition.stamps(ofSecrets: loaded.configuration)) { first, _ in first }
            return stamps != loaded.stamps
        }
    }
}

extension MovieRepository {
    /// Whether a source made anew of the same definition could do neither more nor less.
    fileprivate func isSameAvailability(as other: any MovieRepository) -> Bool {
        profile.availability == other.profile.availability
    }
}

/// Why definitions are read again.
enum ReloadCause: Hashable, Sendable {
    /// Somebody asked for it, and gets to know what came of it.
    case asked
    /// Their file has changed; where it makes no sense, it is looked at once more before anybody is told.
    case edited
    /// It made no sense a moment ago.
    case editedBefore
}

extension Composition {
    /// The sources of a configuration by their names, with their hosts as the only ones that they may be asked at.
    func sources(of configuration: Configuration, in surroundings: Surroundings) -> [String: any MovieRepository] {
        var environment = ProviderEnvironment(
            transport: guarded(surroundings.transport, configuration),
            secrets: surroundings.secrets,
            clock: surroundings.clock,
            monotonicClock: self.environment.alarms,
            zones: SystemTimeZoneDatabase(files: environment.files),
            languages: configuration.settings.languages
        )
        environment.recordedOrigins = surroundings.recordedOrigins
        let sources = registry.repositories(for: configuration, in: environment)
        return Dictionary(sources.map { ($0.profile.id.rawValue, $0) }) { first, _ in first }
    }

    /// The catalogue of a configuration over its sources; the layers take over its limits.
    func catalogue(
        of configuration: Configuration,
        _ sources: [String: any MovieRepository],
        in surroundings: Surroundings
    ) -> Catalogue {
        surroundings.stack?.adopt(configuration, zones: SystemTimeZoneDatabase(files: environment.files))
        let repositories = configuration.providers.compactMap { sources[$0.id] }
        return Catalogue(
            repositories: repositories,
            policy: configuration.settings.merge,
            timeLimit: configuration.settings.deadline,
            clock: environment.alarms,
            book: surroundings.book,
            monitor: StackMonitor(repositories: repositories, stack: surroundings.stack, clock: environment.clock)
        )
    }

    private func guarded(_ transport: some HTTPTransport, _ configuration: Configuration) -> any HTTPTransport {
        OriginGuard(configuration.allowedOrigins, before: transport)
    }

    /// Says to the log what is wrong with definitions that can be used.
    func logWarnings(_ warnings: [Diagnostic]) {
        for warning in warnings { logger.warning("\(warning)") }
    }

    fileprivate func log(_ change: ProvidersChange) {
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

extension ProvidersChange {
    /// Takes in what is another in the definitions of after than in those of before.
    mutating func compare(_ before: Configuration, _ after: Configuration, unchanged: Set<String>) {
        let (old, new) = (before.providers.map(\.id), after.providers.map(\.id))
        added = new.filter { !old.contains($0) }.map { ProviderID($0) }
        removed = old.filter { !new.contains($0) }.map { ProviderID($0) }
        changed = new.filter { old.contains($0) && !unchanged.contains($0) }.map { ProviderID($0) }
        // The order of the file is that of the sources, and of what they say where nothing else is said.
        var (settings, others) = (before.settings, after.settings)
        settings.merge.order.removeAll { !new.contains($0.rawValue) }
        others.merge.order.removeAll { !old.contains($0.rawValue) }
        hasOtherSettings = settings != others || old.filter(new.contains) != new.filter(old.contains)
    }

    /// A file that cannot be used, so that nothing has changed.
    init(_ failure: StartFailure, file: String?) {
        self.init(isInForce: false, file: file)
        switch failure {
        case .invalid(let diagnostics): problems = diagnostics.map(Problem.init)
        case .unreadable(let failure): problems = [Problem("\(failure)", of: failure.path)]
        case .recording(let failure): problems = [Problem("\(failure)", of: file ?? "")]
        case .unknownProvider, .limited: problems = [Problem(failure.text, of: file ?? "")]
        }
    }
}

extension ProvidersChange.Problem {
    /// A problem of a whole file; its name is not said twice.
    fileprivate init(_ words: String, of file: String) {
        let prefix = file + ": "
        let message = words.hasPrefix(prefix) ? String(words.dropFirst(prefix.count)) : words
        self.init(severity: "error", file: file, line: 1, column: 1, message: message)
    }

    init(_ diagnostic: Diagnostic) {
        self.init(
            severity: diagnostic.severity.rawValue,
            file: diagnostic.location.file,
            line: diagnostic.location.line,
            column: diagnostic.location.column,
            message: diagnostic.message
        )
    }
}
