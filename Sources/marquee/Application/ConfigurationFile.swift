import BundledFiles
import MovieProviders
import Platform
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

/// Which `providers.yaml` is in force: `--config`, `$MARQUEE_CONFIG`, the user's own folder, or the one built in.
struct ConfigurationLocator {
    /// The value of a variable of the environment.
    let environment: @Sendable (_ name: String) -> String?
    let files: FileSystem

    enum Location: Equatable {
        case file(String)
        /// The repository's own `providers.yaml`, shipped in the binary.
        case bundled

        /// The file's path; `nil` where it is built in.
        var path: String? {
            if case .file(let path) = self { path } else { nil }
        }
    }

    /// A file that is named must be there; the user's own is taken where there is one.
    func locate(named option: String?) -> Location {
        if let option { return .file(option) }
        if let variable = nonEmpty("MARQUEE_CONFIG") { return .file(variable) }
        guard let file = userFile else { return .bundled }
        if case .failure(let failure) = files.read(file, ConfigurationLocator.maximumBytes), failure.reason == .missing
        {
            return .bundled
        }
        return .file(file)
    }

    static let maximumBytes = 1 << 20

    /// The user's own file, whether it is there or not.
    var userFile: String? { userFolder.map { "\($0)/marquee/providers.yaml" } }

    /// `$XDG_CONFIG_HOME`, or what the XDG Base Directory Specification puts in its place.
    private var userFolder: String? {
        nonEmpty("XDG_CONFIG_HOME") ?? nonEmpty("HOME").map { "\($0)/.config" }
    }

    private func nonEmpty(_ name: String) -> String? {
        environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The definitions in force, read and checked.
struct LoadedConfiguration {
    let configuration: Configuration
    let warnings: [Diagnostic]

    /// Reads a configuration; any error in it stops the start.
    init(at location: ConfigurationLocator.Location, _ files: FileSystem) throws(StartFailure) {
        let (file, bytes, permissions) = try LoadedConfiguration.read(location, files)
        let result = ConfigurationLoader.load(
            bytes: bytes,
            file: file,
            permissions: permissions,
            bundled: BundledDefinition.all
        )
        guard let configuration = result.configuration else { throw .invalid(result.diagnostics) }
        self.configuration = configuration
        warnings = result.diagnostics
    }

    /// The file's name for messages, its bytes, and who may read it; `nil` where it is no file of the user's.
    static func read(
        _ location: ConfigurationLocator.Location,
        _ files: FileSystem
    ) throws(StartFailure) -> (file: String, bytes: [UInt8], permissions: Int?) {
        switch location {
        case .bundled:
            return ("providers.yaml", BundledFiles.providers, nil)
        case .file(let path):
            switch files.read(path, ConfigurationLocator.maximumBytes) {
            case .success(let bytes): return (path, bytes, files.permissions(path))
            case .failure(let failure): throw .unreadable(failure)
            }
        }
    }
}
