import BundledFiles
import MovieProviders
import ProviderLanguage

/// The definitions in force, read and checked.
struct LoadedConfiguration {
    let configuration: Configuration
    let warnings: [Diagnostic]

    /// Reads what the locator finds; any error in it stops the start.
    init(named option: String?, in environment: SystemEnvironment) throws(StartFailure) {
        let locator = ConfigurationLocator(environment: environment.variables, files: environment.files)
        let (file, bytes) = try LoadedConfiguration.read(locator.locate(named: option), environment.files)
        let result = ConfigurationLoader.load(bytes: bytes, file: file, bundled: BundledDefinition.all)
        guard let configuration = result.configuration else { throw .invalid(result.diagnostics) }
        self.configuration = configuration
        warnings = result.diagnostics
    }

    /// The file's name for messages, and its bytes.
    static func read(
        _ location: ConfigurationLocator.Location,
        _ files: FileSystem
    ) throws(StartFailure) -> (file: String, bytes: [UInt8]) {
        switch location {
        case .bundled:
            return ("providers.yaml", BundledFiles.providers)
        case .file(let path):
            switch files.read(path, ConfigurationLocator.maximumBytes) {
            case .success(let bytes): return (path, bytes)
            case .failure(let failure): throw .unreadable(failure)
            }
        }
    }
}
