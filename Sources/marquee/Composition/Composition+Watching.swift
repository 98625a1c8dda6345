import Logging
import MovieProviders
import MovieService
import ProviderLanguage

extension Composition {
    /// Begins to take over edited definitions; to be called once they have been read.
    func watchDefinitions() {
        guard let (definitions, take) = reloading.current else { return }
        let watch = DefinitionFileWatch(
            files: { definitions.files },
            hasChanged: { definitions.hasChanged },
            reload: { isSecondLook in
                guard definitions.hasChanged || isSecondLook else { return true }
                return take(isSecondLook ? .editedBefore : .edited).isInForce
            },
            isBlind: { [logger] in
                logger.info(
                    "edited definitions are taken over by providers/reload alone: the system tells of no changes"
                )
            }
        )
        if !definitions.files.isEmpty { watch.start() }
    }

    /// The file whose edits count: the one in force, or the one that would be if it were there; `nil` where the
    /// definitions are those of the demo.
    var watchedFile: String? {
        if case .demo = settings.recording, settings.configurationFile == nil { return nil }
        let locator = ConfigurationLocator(environment: environment.variable, files: environment.files)
        return locator.locate(named: settings.configurationFile).path ?? locator.userFile
    }

    /// The stamp of the file in force.
    func stamps(of location: ConfigurationLocator.Location) -> [String: FileStamp?] {
        guard let path = location.path else { return [:] }
        return [path: FileStamp(of: path)]
    }

    /// The stamps of the files that the secrets of a configuration are in.
    func stamps(ofSecrets configuration: Configuration) -> [String: FileStamp?] {
        Dictionary(configuration.providers.flatMap(\.secretFiles).map { ($0, FileStamp(of: $0)) }) { first, _ in first }
    }

    /// A path that does not depend on where the program was started; `nil` where that is gone.
    func absolute(_ path: String) -> String? {
        path.hasPrefix("/") ? path : SystemEnvironment.workingFolder.map { "\($0)/\(path)" }
    }
}

extension ProviderDefinition {
    /// The files that its secrets are in.
    var secretFiles: [String] {
        secrets.filter { $0.secret.kind == .file }.map(\.secret.name)
    }
}
