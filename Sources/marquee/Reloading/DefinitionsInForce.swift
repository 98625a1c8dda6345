import MovieDomain
import MovieProviders
import MovieService
import ProviderLanguage
import Synchronization
import Upstream

/// The definitions in force and the sources made of them; edited definitions take their place between two calls.
///
/// A call keeps the catalogue that it began with. Sources whose definition is the same go on as they are; what the layers
/// remember of a source lies with them, under the source's name.
final class DefinitionsInForce: Sendable {
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

    /// Nothing is read yet; `surroundings` is asked for what stands around the sources.
    init(
        _ composition: Composition,
        surroundings: @escaping @Sendable () throws(StartFailure) -> Composition.Surroundings
    ) {
        self.composition = composition
        self.surroundings = surroundings
    }

    /// Reads the definitions for the first time, and makes the catalogue.
    func make() throws(StartFailure) -> Catalogue {
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
    /// - Returns: what has changed, or why nothing has; and whether that is worth telling to those who did not ask.
    func reload(_ source: CatalogueSource, _ cause: ReloadCause) -> (change: ProvidersChange, isNews: Bool) {
        loaded.withLock { loaded in
            let location = composition.configurationLocation
            guard let before = loaded else { return (ProvidersChange(isInForce: true, file: location.path), false) }
            do throws(StartFailure) {
                if cause != .asked, location == .bundled, let path = before.location.path {
                    throw .unreadable(FileFailure(path: path, reason: .missing))
                }
                let (after, change) = try next(after: before, at: location, source)
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
        at location: ConfigurationLocator.Location,
        _ catalogue: CatalogueSource
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
            catalogue.replace(with: composition.catalogue(of: read.configuration, sources, in: surroundings))
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
    func settle() async {
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
