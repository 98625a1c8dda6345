import MovieProviders

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
