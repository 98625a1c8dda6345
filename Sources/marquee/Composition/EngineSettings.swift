import Logging
import MovieDomain

/// What one run of the program is to work with, as the command line says it.
struct EngineSettings: Equatable {
    /// `nil` is the standard place.
    var configurationFile: String?
    var recording: RecordingChoice?
    /// The time to take for now; `nil` is the clock's, or the recording's.
    var moment: Timestamp?
    /// Where answers are kept between runs; `nil` is the standard place.
    var cacheFolder: String?
    /// Where the user's library is kept; `nil` is the standard place.
    var dataFolder: String?
    /// Whether answers are kept beyond the end of the program.
    var keepsAnswers = true
    var logLevel: Logger.Level = .notice

    /// Which recorded answers take the network's place.
    enum RecordingChoice: Equatable {
        case demo
        case folder(String)
    }
}
