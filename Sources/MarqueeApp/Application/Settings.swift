import Logging
import MovieDomain
import MovieProviders
import Platform

/// What one run of the program works with.
struct EngineSettings: Equatable {
    /// `nil` is the standard location, as for the folders below.
    var configurationFile: String?
    var recording: RecordingChoice?
    /// Replaces the current time; `nil` is the clock's, or the recording's.
    var moment: Timestamp?
    var cacheFolder: String?
    var dataFolder: String?
    /// Whether answers and matches are kept in files.
    var keepsAnswers = true
    /// Whether the file of definitions may use all that it names.
    var trustsDefinitions = false
    var logLevel: Logger.Level = .notice

    enum RecordingChoice: Equatable {
        case demo
        case folder(String)
    }
}

/// What one run of the program works with, and the system around it.
struct RunContext: Sendable {
    let settings: EngineSettings
    let kinds: [ProviderKind]
    let environment = SystemEnvironment.current
    let logger: Logger

    init(_ settings: EngineSettings, kinds: [ProviderKind] = []) {
        (self.settings, self.kinds) = (settings, kinds)
        logger = Logger(marqueeLevel: settings.logLevel)
    }

    var files: FileSystem { environment.files }

    /// Where keys and passwords come from.
    var secrets: SecretSource { SecretSource(environment: environment.variable, files: files) }
}

enum MarqueeVersion {
    static let current = "0.1.0"
    static let userAgent = "marquee/\(current)"
}
