import ArgumentParser
import Platform

struct ReplayTraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay-trace",
        abstract: "Play a session recorded by --trace against a server, and report every answer that differs.",
        discussion: """
            Each message is sent once the answers that preceded it in the session have arrived. The server is this \
            program unless a COMMAND is given:

              marquee replay-trace --demo session.ndjson
              marquee replay-trace session.ndjson -- ssh box marquee --demo

            Exits with 0 if all answers are the same, and with 65 if one differs.
            """
    )

    @Flag(help: "Keep the original timing.")
    var paced = false

    @Flag(help: "Also compare durationMs and ageSeconds, which differ from run to run.")
    var strict = false

    @Option(help: "How long to wait for an answer.")
    var patience: TimeSpanOption = .init(duration: .seconds(30))

    @Option(name: .customLong("config"), help: "For the server: the definitions to read.", completion: .file())
    var configurationFile: String?

    @Option(help: "For the server: answer from the recording in this folder.", completion: .directory)
    var replay: String?

    @Flag(help: "For the server: answer from the built-in recording.")
    var demo = false

    @Option(help: "For the server: the time to use as the current time.")
    var now: String?

    @Argument(help: "The recorded session.", completion: .file())
    var file: String

    @Argument(parsing: .postTerminator, help: "The server to play against, and its arguments.")
    var command: [String] = []

    func run() throws {
        let trace = try Trace(file: file)
        let server = try ChildServer(command.isEmpty ? ownCommand(trace) : command, framing: trace.framing)
        var player = TracePlayer(trace: trace, server: server, isPaced: paced, patience: patience.duration)
        player.play()
        let comparison = AnswerComparison(trace: trace, answers: player.answers, isStrict: strict)
        try CommandOutput.print(comparison.text)
        if let failure = player.failure { CommandErrors.write("error: \(failure)") }
        if !comparison.isEqual || player.failure != nil { throw ExitCode.dataError }
    }

    /// The command line of this program as the server, with the framing of the session.
    private func ownCommand(_ trace: Trace) -> [String] {
        // On Linux, this path is the running program even if its file has been replaced.
        let isLinux = FileSystem.isProgram("/proc/self/exe")
        var command = [isLinux ? "/proc/self/exe" : CommandLine.arguments[0], "serve", "--framing", trace.framing]
        for (name, value) in [("--config", configurationFile), ("--replay", replay), ("--now", now)] {
            if let value { command += [name, value] }
        }
        return command + (demo ? ["--demo"] : [])
    }
}
