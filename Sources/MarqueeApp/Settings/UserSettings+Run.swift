import JSON
import MovieDomain
import Platform
import ProviderLanguage

extension RunContext {
    /// The file of the user's settings; `nil` if a recording answers, which has no user, or no folder is known.
    var settingsFile: String? { settings.recording == nil ? ConfigurationLocator(environment).settingsFile : nil }

    /// Reads the user's settings; there are none without a file.
    func userSettings() throws(StartError) -> UserSettings {
        let (settings, diagnostics) = try checkedSettings()
        if diagnostics.contains(where: { $0.severity == .error }) { throw .invalid(diagnostics) }
        return settings
    }

    /// Reads the user's settings, and what is wrong with them.
    func checkedSettings() throws(StartError) -> (settings: UserSettings, diagnostics: [Diagnostic]) {
        guard let settingsFile, let bytes = try Self.content(of: settingsFile, files) else {
            return (UserSettings(), [])
        }
        return UserSettings.read(bytes, file: settingsFile)
    }

    /// Returns the content of a file; `nil` if there is none.
    static func content(of file: String, _ files: FileSystem) throws(StartError) -> [UInt8]? {
        // A home that is not a folder has no files, either.
        guard FileFacts.of(file) != nil else { return nil }
        switch files.read(file, ConfigurationLocator.maximumBytes) {
        case .success(let bytes): return bytes
        case .failure(let failure) where failure.reason == .missing: return nil
        case .failure(let failure): throw .unreadable(failure)
        }
    }
}

extension UserSettings {
    /// Returns what stands in for parameters that calls leave out; sources that the definitions do not have are left out.
    func parameters(among providers: [String]) -> JSONElement? {
        let named = self[.providers].filter(providers.contains)
        let lists = [(Setting.services, self[.services]), (.providers, named)].filter { !$0.1.isEmpty }
        let members =
            self[.region].map { JSONValue.Member(Setting.region.name, .string($0)) }
            + lists.map { JSONValue.Member($0.0.name, .array($0.1.map(JSONValue.string))) }
        guard !members.isEmpty else { return nil }
        do throws(JSONError) {
            return try JSONDocument(JSONValue.object(members).jsonBytes).root
        } catch {
            return nil
        }
    }

    /// Puts the settings of the system into the environment, where it does not say otherwise.
    ///
    /// This must come before the first other thread. A file that cannot be read is reported by what needs it.
    static func apply(_ environment: SystemEnvironment) {
        guard let file = ConfigurationLocator(environment).settingsFile,
            case .success(let bytes) = environment.files.read(file, ConfigurationLocator.maximumBytes)
        else { return }
        let settings = read(bytes, file: file).settings
        func isSet(_ name: String) -> Bool { !(environment.variable(name) ?? "").isEmpty }
        if let zone = settings[.timeZone].first, !isSet("TZ") { CurrentProcess.set("TZ", to: zone) }
        let decides = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"].contains(where: isSet)
        guard let choice = settings[.colors].first, choice != "auto", !decides else { return }
        CurrentProcess.set(choice == "never" ? "NO_COLOR" : "CLICOLOR_FORCE", to: "1")
    }
}
