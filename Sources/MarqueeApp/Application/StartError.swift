import ArgumentParser
import DefinitionTools
import MovieDomain
import MovieStore
import Platform
import ProviderLanguage

/// An error that ends a command, with its text for stderr and its exit code.
protocol CommandFailure: Error {
    /// One line for each problem.
    var text: String { get }
    var exitCode: ExitCode { get }
}

extension CommandFailure {
    /// Most are about files and streams.
    var exitCode: ExitCode { .inputOutput }
}

extension CommandFailure where Self: CustomStringConvertible {
    var text: String { "error: \(description)" }
}

extension FileFailure: CommandFailure {
    var exitCode: ExitCode { reason == .missing ? .noInput : .inputOutput }
}
extension PrivateFileError: CommandFailure {}
extension SystemError: CommandFailure {}
extension StandardStreamsError: CommandFailure {}

/// An error of one command.
struct CommandError: CommandFailure, CustomStringConvertible {
    let description: String
    let exitCode: ExitCode

    init(_ description: String, _ exitCode: ExitCode) {
        (self.description, self.exitCode) = (description, exitCode)
    }
}

/// Why the program cannot start.
enum StartError: CommandFailure {
    /// The file of definitions cannot be read.
    case unreadable(FileFailure)
    /// The definitions have errors.
    case invalid([Diagnostic])
    case recording(RecordingFailure)
    /// The file has no provider of this name.
    case unknownProvider(String, known: [String])
    /// Something that the program needs is missing or not allowed.
    case limited(String)

    var exitCode: ExitCode {
        switch self {
        case .unreadable, .invalid: .configuration
        case .recording: .dataError
        case .unknownProvider: .noInput
        case .limited: .unavailable
        }
    }

    var text: String {
        if case .invalid = self { message } else { "error: \(message)" }
    }

    var message: String {
        switch self {
        case .unreadable(let failure): "\(failure)"
        case .invalid(let diagnostics): diagnostics.map(\.description).joined(separator: "\n")
        case .recording(let failure): "\(failure)"
        case .unknownProvider(let id, let known):
            "there is no provider '\(id)'; "
                + (NearestName.nearest(to: id, among: known).map { "did you mean '\($0)'?" }
                    ?? "the file has \(known.joined(separator: ", "))")
        case .limited(let complaint): complaint
        }
    }
}

extension StartError {
    /// The first problem, for a client that cannot read stderr.
    var firstProblem: String {
        guard case .invalid(let diagnostics) = self else { return message }
        return diagnostics.first { $0.severity == .error }?.description ?? message
    }
}

/// The exit codes of BSD's `sysexits.h`; docs/command-line.md tells users what each means.
extension ExitCode {
    static let usage = ExitCode(64)
    static let dataError = ExitCode(65)
    static let noInput = ExitCode(66)
    static let unavailable = ExitCode(69)
    static let software = ExitCode(70)
    static let inputOutput = ExitCode(74)
    /// A part was done; the rest can be tried again.
    static let partly = ExitCode(75)
    /// A key is missing or refused, definitions are not trusted, or the user said no.
    static let refused = ExitCode(77)
    static let configuration = ExitCode(78)
    /// What shells have of a program that Ctrl-C ended.
    static let interrupted = ExitCode(130)
}

/// The most system resources that a session needs, without optional ones: measured, plus a margin for other machines.
extension SystemLimits.Needs {
    /// What every command needs to end with a message.
    static let start = SystemLimits.Needs(
        descriptors: 3,
        addressBytes: 128 << 20,
        dataBytes: 40 << 20,
        stackBytes: 96 << 10,
        threads: 4
    )
    static let recording = SystemLimits.Needs(
        descriptors: 24,
        addressBytes: 384 << 20,
        dataBytes: 40 << 20,
        threads: 12
    )
    /// Three descriptors per network thread, eight connections for each of several providers, and idle connections.
    static let network = SystemLimits.Needs(
        descriptors: 256,
        addressBytes: 1_536 << 20,
        dataBytes: 128 << 20,
        threads: 32
    )
}

extension SystemLimits {
    static func check(for settings: EngineSettings) throws(StartError) {
        if let complaint = complaint(settings.recording == nil ? .network : .recording) { throw .limited(complaint) }
    }
}
