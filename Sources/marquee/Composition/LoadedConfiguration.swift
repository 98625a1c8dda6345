import BundledFiles
import MovieProviders
import ProviderLanguage

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
