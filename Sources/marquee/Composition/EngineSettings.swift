import Logging
import MovieDomain

/// What one run of the program is to work with, as the command line says it.
struct EngineSettings: Equatable {
    /// `nil` is the standard place.
    var configurationFile: String?
    var recording: RecordingChoice?
    /// The time to take for now; `nil` is the clock's, or the recording's.
    var moment: Timestamp?
    var logLevel: Logger.Level = .notice

    /// Which recorded answers take the network's place.
    enum RecordingChoice: Equatable {
        case demo
        case folder(String)
    }
}
