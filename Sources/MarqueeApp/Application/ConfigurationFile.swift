import BundledFiles
import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage
import Synchronization

/// Where the commands about definitions take them from: a file, a built-in definition by its name, or what is in force.
struct DefinitionSource {
    let environment: SystemEnvironment
    /// The kinds of providers that the program brings along.
    let kinds: [ProviderKind]

    /// The definitions of a file, checked.
    ///
    /// - Parameter name: a path, or the id of a built-in definition where there is no such file; the configuration in
    ///   force where it is `nil`.
    /// - Returns: the definitions, with what they extend laid beneath them.
    /// - Throws: what keeps the file from being read or from being free of errors.
    func configuration(named name: String?) throws(StartError) -> Configuration {
        let (file, bytes) = try content(named: name)
        let result = ConfigurationLoader.load(
            bytes: bytes,
            file: file,
            bundled: BundledDefinition.all,
            kinds: kinds.map(\.name)
        )
        guard let configuration = result.configuration else { throw .invalid(result.diagnostics) }
        return configuration
    }

    private func content(named name: String?) throws(StartError) -> (file: String, bytes: [UInt8]) {
        let locator = ConfigurationLocator(environment)
        do throws(StartError) {
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
    func limited(to provider: String?) throws(StartError) -> Configuration {
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

    /// A locator in this environment.
    init(_ environment: SystemEnvironment) {
        self.environment = environment.variable
        files = environment.files
    }

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

extension EngineSettings {
    /// The definitions of this run.
    ///
    /// The demo goes with those built in, whatever its user has; a file that is named comes first all the same.
    func configurationLocation(in environment: SystemEnvironment) -> ConfigurationLocator.Location {
        isDemoAlone ? .bundled : ConfigurationLocator(environment).locate(named: configurationFile)
    }

    /// The file whose edits count: the one in force, or the one that would be if it were there; `nil` where the
    /// definitions are those of the demo.
    func watchedFile(in environment: SystemEnvironment) -> String? {
        if isDemoAlone { return nil }
        let locator = ConfigurationLocator(environment)
        return locator.locate(named: configurationFile).path ?? locator.userFile
    }

    private var isDemoAlone: Bool {
        recording == .demo && configurationFile == nil
    }
}

/// The definitions in force, read and checked.
struct LoadedConfiguration {
    let configuration: Configuration
    let warnings: [Diagnostic]
    /// The content of the file.
    let bytes: [UInt8]

    /// Reads a configuration; any error in it stops the start.
    init(
        at location: ConfigurationLocator.Location,
        _ kinds: [ProviderKind],
        _ files: FileSystem
    ) throws(StartError) {
        let (file, bytes, permissions) = try LoadedConfiguration.read(location, files)
        let result = ConfigurationLoader.load(
            bytes: bytes,
            file: file,
            permissions: permissions,
            bundled: BundledDefinition.all,
            kinds: kinds.map(\.name)
        )
        guard let configuration = result.configuration else { throw .invalid(result.diagnostics) }
        self.configuration = configuration
        self.bytes = bytes
        warnings = result.diagnostics
    }

    /// The file's name for messages, its bytes, and who may read it; `nil` where it is no file of the user's.
    static func read(
        _ location: ConfigurationLocator.Location,
        _ files: FileSystem
    ) throws(StartError) -> (file: String, bytes: [UInt8], permissions: Int?) {
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

/// Takes the secrets of the definitions out of messages; it is made when it is first needed, and only ever takes more out.
final class ConfiguredMask: Sendable {
    private let settings: EngineSettings
    private let kinds: [ProviderKind]
    private let environment: SystemEnvironment
    private let made = Mutex<MessageMask?>(nil)

    /// A mask for one run; nothing is read yet.
    init(_ settings: EngineSettings, _ kinds: [ProviderKind], _ environment: SystemEnvironment) {
        self.settings = settings
        self.kinds = kinds
        self.environment = environment
    }

    /// The message without secrets.
    @Sendable
    func masking(_ message: [UInt8]) -> [UInt8] {
        // A recording has none.
        guard settings.recording == nil else { return message }
        let mask = made.withLock { made in
            let mask = made ?? read() ?? MessageMask.nothing
            made = mask
            return mask
        }
        return mask.masking(message)
    }

    /// Takes out the secrets of these definitions as well.
    func cover(_ configurations: [Configuration]) {
        guard settings.recording == nil else { return }
        for configuration in configurations {
            let more = MessageMask(configuration, secrets: secrets)
            made.withLock { $0 = $0?.covering(more) ?? more }
        }
    }

    private var secrets: SecretSource {
        SecretSource(environment: environment.variable, files: environment.files)
    }

    private func read() -> MessageMask? {
        do throws(StartError) {
            let location = settings.configurationLocation(in: environment)
            let loaded = try LoadedConfiguration(at: location, kinds, environment.files)
            return MessageMask(loaded.configuration, secrets: secrets)
        } catch {
            // The start has failed for the same reason, and has said so.
            return nil
        }
    }
}
