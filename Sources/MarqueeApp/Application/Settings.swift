import Logging
import MovieDomain

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

enum MarqueeVersion {
    static let current = "0.1.0"
    static let userAgent = "marquee/\(current)"
}
