import MovieProviders
import ProviderLanguage

/// Where the commands about definitions take them from: a file, a built-in definition by its name, or what is in force.
struct DefinitionSource {
    let environment: SystemEnvironment

    /// The definitions of a file, checked.
    ///
    /// - Parameter name: a path, or the id of a built-in definition where there is no such file; the configuration in
    ///   force where it is `nil`.
    /// - Returns: the definitions, with what they extend laid beneath them.
    /// - Throws: what keeps the file from being read or from being free of errors.
    func configuration(named name: String?) throws(StartFailure) -> Configuration {
        let (file, bytes) = try content(named: name)
        let result = ConfigurationLoader.load(bytes: bytes, file: file, bundled: BundledDefinition.all)
        guard let configuration = result.configuration else { throw .invalid(result.diagnostics) }
        return configuration
    }

    /// The definitions of a file on disk, with the one provider that is asked for, or all.
    ///
    /// - Throws: what keeps the file from being used; that it has no such provider.
    func configuration(ofFile file: String, provider: String?) throws(StartFailure) -> Configuration {
        try LoadedConfiguration(at: .file(file), environment.files).configuration.limited(to: provider)
    }

    private func content(named name: String?) throws(StartFailure) -> (file: String, bytes: [UInt8]) {
        let locator = ConfigurationLocator(environment: environment.variable, files: environment.files)
        do throws(StartFailure) {
            let (file, bytes, _) = try LoadedConfiguration.read(locator.locate(named: name), environment.files)
            return (file, bytes)
        } catch {
            guard case .unreadable(let failure) = error, failure.reason == .missing,
                let bundled = BundledDefinition.all.first(where: { $0.id == name })
            else { throw error }
            return (bundled.file, bundled.bytes)
        }
    }
}

extension Configuration {
    /// With the one provider that is asked for alone; as it is where none is.
    func limited(to provider: String?) throws(StartFailure) -> Configuration {
        guard let provider else { return self }
        var limited = self
        limited.providers.removeAll { $0.id != provider }
        guard !limited.providers.isEmpty else { throw .unknownProvider(provider, known: providers.map(\.id)) }
        return limited
    }
}
