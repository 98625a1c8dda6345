import BundledFiles
import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage
import Synchronization

extension RunContext {
    /// The checked definitions of a file, or of the built-in definition `name` if there is no such file; `nil` names those
    /// in force.
    func configuration(named name: String?) throws(StartError) -> Configuration {
        do throws(StartError) {
            return try LoadedConfiguration(at: ConfigurationLocator(environment).locate(named: name), self)
                .configuration
        } catch {
            guard case .unreadable(let failure) = error, failure.reason == .missing,
                let bundled = BundledDefinition.all.first(where: { $0.id == name })
            else { throw error }
            return try LoadedConfiguration(bundled.bytes, file: bundled.file, permissions: nil, self).configuration
        }
    }

    /// The demo uses the built-in definitions, unless a file is named.
    var location: ConfigurationLocator.Location {
        isDemoAlone ? .demo : ConfigurationLocator(environment).locate(named: settings.configurationFile)
    }

    /// The file to watch: the one in force, or the one that would be if it existed; `nil` for the demo.
    var watchedFile: String? { isDemoAlone ? nil : location.path ?? ConfigurationLocator(environment).userFile }

    private var isDemoAlone: Bool { settings.recording == .demo && settings.configurationFile == nil }
}

extension Configuration {
    /// Returns the definitions with one provider only, or all of them if `provider` is `nil`.
    func limited(to provider: String?) throws(StartError) -> Configuration {
        guard let provider else { return self }
        var limited = self
        limited.providers.removeAll { $0.id != provider }
        guard !limited.providers.isEmpty else { throw .unknownProvider(provider, known: providers.map(\.id)) }
        return limited
    }
}

/// Finds the `providers.yaml` in force: `--config`, `$MARQUEE_CONFIG`, the user's own file, or the built-in one.
struct ConfigurationLocator {
    let environment: SystemEnvironment

    init(_ environment: SystemEnvironment) { self.environment = environment }

    enum Location: Equatable {
        case file(String)
        case bundled
        /// The built-in definitions with the source that only the demo has.
        case demo

        /// The path of the file; `nil` if the definitions are built in.
        var path: String? {
            if case .file(let path) = self { path } else { nil }
        }
    }

    /// Returns a named file even if it is missing, but the user's own file only if it exists.
    func locate(named option: String?) -> Location {
        if let option { return .file(option) }
        if let variable = nonEmpty("MARQUEE_CONFIG") { return .file(variable) }
        guard let file = userFile else { return .bundled }
        let content = environment.files.read(file, ConfigurationLocator.maximumBytes)
        if case .failure(let failure) = content, failure.reason == .missing { return .bundled }
        return .file(file)
    }

    static let maximumBytes = 1 << 20

    /// The path of the user's own file, which may be missing.
    var userFile: String? { folder.map { $0 + "/providers.yaml" } }

    /// The path of the user's settings, which may be missing.
    var settingsFile: String? { folder.map { $0 + "/settings.yaml" } }

    /// The folder of the user's own definitions, settings, and keys, which may be missing.
    var folder: String? { userFolder.map { $0 + "/marquee" } }

    /// The user's configuration folder by the XDG Base Directory Specification.
    private var userFolder: String? {
        nonEmpty("XDG_CONFIG_HOME") ?? nonEmpty("HOME").map { "\($0)/.config" }
    }

    private func nonEmpty(_ name: String) -> String? {
        environment.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// Definitions that have been read and checked.
struct LoadedConfiguration {
    let configuration: Configuration
    let warnings: [Diagnostic]
    /// The content of the file, and of those that it includes.
    let bytes: [UInt8]

    init(at location: ConfigurationLocator.Location, _ context: RunContext) throws(StartError) {
        let (file, bytes, permissions) = try LoadedConfiguration.read(location, context.files)
        try self.init(bytes, file: file, permissions: permissions, context)
    }

    fileprivate init(_ bytes: [UInt8], file: String, permissions: Int?, _ context: RunContext) throws(StartError) {
        let result = ConfigurationLoader.load(
            bytes: bytes,
            file: file,
            permissions: permissions,
            places: FilePlaces(beside: file, context.environment),
            files: context.files,
            bundled: BundledDefinition.all,
            kinds: context.kinds.map(\.name)
        )
        guard var configuration = result.configuration else { throw .invalid(result.diagnostics) }
        let languages = try context.userSettings()[.languages]
        if !languages.isEmpty { configuration.settings.use(languages: languages) }
        self.configuration = configuration
        self.bytes = result.content
        let zones = SystemTimeZoneDatabase(files: context.files)
        let found = result.diagnostics + configuration.providers.flatMap { zones.problems(of: $0) }
        warnings = found.sorted(startingWith: file)
    }

    /// Returns the file's name for messages, its bytes, and its permissions, which are `nil` for a built-in file.
    static func read(
        _ location: ConfigurationLocator.Location,
        _ files: FileSystem
    ) throws(StartError) -> (file: String, bytes: [UInt8], permissions: Int?) {
        switch location {
        case .bundled:
            return ("providers.yaml", BundledFiles.providers, nil)
        case .demo:
            return ("providers.yaml", BundledFiles.providers + demoProvider, nil)
        case .file(let path):
            switch files.read(path, ConfigurationLocator.maximumBytes) {
            case .success(let bytes): return (path, bytes, files.permissions(path))
            case .failure(let failure): throw .unreadable(failure)
            }
        }
    }
}

extension LoadedConfiguration {
    /// The demo's provider without the head of its file, to be appended to the list at the end of `providers.yaml`.
    private static var demoProvider: [UInt8] {
        let file = String(decoding: BundledFiles.demoProvider, as: UTF8.self)
        return Array((file.firstRange(scalars: "\nproviders:").map { file[$0.upperBound...] } ?? "").utf8)
    }
}

/// Removes the secrets of the definitions from messages; the mask is created on first use and only grows.
final class ConfiguredMask: Sendable {
    private let context: RunContext
    private let made = Mutex<MessageMask?>(nil)

    init(_ context: RunContext) { self.context = context }

    @Sendable
    func masking(_ message: [UInt8]) -> [UInt8] {
        // A recording has none.
        guard context.settings.recording == nil else { return message }
        let mask = made.withLock { made in
            let mask = made ?? read() ?? MessageMask.nothing
            made = mask
            return mask
        }
        return mask.masking(message)
    }

    /// Removes the secrets of these definitions, too, from now on.
    func cover(_ configurations: [Configuration]) {
        guard context.settings.recording == nil else { return }
        for configuration in configurations {
            let more = MessageMask(configuration, secrets: context.secrets)
            made.withLock { $0 = $0?.covering(more) ?? more }
        }
    }

    private func read() -> MessageMask? {
        do throws(StartError) {
            let loaded = try LoadedConfiguration(at: context.location, context)
            return MessageMask(loaded.configuration, secrets: context.secrets)
        } catch {
            // The start fails for the same reason, and reports it.
            return nil
        }
    }
}
