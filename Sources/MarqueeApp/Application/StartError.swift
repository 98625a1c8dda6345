import ArgumentParser
import MovieProviders
import Platform
import ProviderLanguage

/// Why the program cannot start to work.
enum StartError: Error {
    /// The file of definitions cannot be read.
    case unreadable(FileFailure)
    /// The definitions have errors.
    case invalid([Diagnostic])
    /// The recording cannot be played.
    case recording(RecordingFailure)
    /// A provider is named that the file has not.
    case unknownProvider(String, known: [String])
    /// The system does not grant what the program needs.
    case limited(String)

    var exitCode: ExitCode {
        switch self {
        case .unreadable, .invalid: .configuration
        case .recording: .dataError
        case .unknownProvider: .usage
        case .limited: .unavailable
        }
    }

    /// For stderr: one line a problem.
    var text: String {
        switch self {
        case .unreadable(let failure): "error: \(failure)"
        case .invalid(let diagnostics): diagnostics.map(\.description).joined(separator: "\n")
        case .recording(let failure): "error: \(failure)"
        case .unknownProvider(let id, let known):
            "error: there is no provider '\(id)'; the file has \(known.joined(separator: ", "))"
        case .limited(let complaint): "error: \(complaint)"
        }
    }
}

/// Runs `body`; what keeps it from working goes to stderr in its own words, and the exit code says of what kind it is.
func reportingFailures<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
        return try await body()
    } catch let failure as StartError {
        StandardError.write(failure.text)
        throw failure.exitCode
    }
}

/// The exit codes of BSD's `sysexits.h`.
extension ExitCode {
    static let usage = ExitCode(64)
    static let dataError = ExitCode(65)
    static let unavailable = ExitCode(69)
    static let software = ExitCode(70)
    static let inputOutput = ExitCode(74)
    static let configuration = ExitCode(78)
}

/// What a session takes of the system at the most, apart from what it can do without; measured, with some more for other
/// machines.
extension SystemLimits.Needs {
    static let recording = SystemLimits.Needs(descriptors: 24, addressBytes: 384 << 20, threads: 12)
    /// Three descriptors for each thread of the network, eight connections for each of some sources, and those kept.
    static let network = SystemLimits.Needs(descriptors: 256, addressBytes: 1_536 << 20, threads: 32)
}

extension SystemLimits {
    /// Throws where sources, or a recording of them, cannot be asked under these limits.
    static func check(for settings: EngineSettings) throws(StartError) {
        if let complaint = complaint(settings.recording == nil ? .network : .recording) { throw .limited(complaint) }
    }
}
