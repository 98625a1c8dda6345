import ArgumentParser

/// The exit codes of BSD's `sysexits.h`.
extension ExitCode {
    static let usage = ExitCode(64)
    static let dataError = ExitCode(65)
    static let unavailable = ExitCode(69)
    static let software = ExitCode(70)
    static let inputOutput = ExitCode(74)
    static let configuration = ExitCode(78)
}
