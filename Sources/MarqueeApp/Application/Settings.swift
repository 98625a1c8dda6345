import Logging
import MovieDomain
import MovieProviders
import Platform

/// The settings of one run of the program.
struct EngineSettings: Equatable {
    /// `nil` means the standard location; this is also true of the folders below.
    var configurationFile: String?
    var recording: RecordingChoice?
    /// Replaces the current time; `nil` uses the time of the clock or of the recording.
    var moment: Timestamp?
    var cacheFolder: String?
    var dataFolder: String?
    /// Whether answers and matches are kept in files.
    var keepsAnswers = true
    /// Whether the definitions may use all variables, files, and programs that they name.
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
