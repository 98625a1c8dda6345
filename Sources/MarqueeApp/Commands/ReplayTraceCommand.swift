import ArgumentParser
import Platform

/// `marquee replay-trace`: plays a recorded session against a server and compares the answers, for bug reports.
struct ReplayTraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay-trace",
        abstract: "Play what --trace has written against a server, and report answers that differ.",
        discussion: """
            Each message is sent once the answers that came before it have come again. Without COMMAND the server is \
            this program:

              marquee replay-trace --demo session.ndjson
              marquee replay-trace session.ndjson -- ssh box marquee --demo

            Exits with 0 where all answers are the same, and with 65 where one is not.
            """
    )

    @Flag(help: "Keep the times between the messages.")
    var paced = false

    @Flag(help: "Compare durationMs and ageSeconds too, which differ from run to run.")
    var strict = false

    @Option(help: "How long to wait for an answer.")
    var patience: TimeSpanOption = .init(duration: .seconds(30))

    @Option(name: .customLong("config"), help: "For the server: the providers.yaml to read.", completion: .file())
    var configurationFile: String?

    @Option(help: "For the server: answer from the recording in this folder.", completion: .directory)
    var replay: String?

    @Flag(help: "For the server: answer from the recording that is built in.")
    var demo = false

    @Option(help: "For the server: the time to take for now.")
    var now: String?

    @Argument(help: "What --trace has written.", completion: .file())
    var file: String

    @Argument(parsing: .postTerminator, help: "The server to play it against, and its arguments.")
    var command: [String] = []

    func run() throws {
        let trace = try readTrace()
        let server = try startServer(trace)
        var player = TracePlayer(trace: trace, server: server, isPaced: paced, patience: patience.duration)
        player.play()
        let comparison = AnswerComparison(trace: trace, answers: player.answers, isStrict: strict)
        guard StandardOutput.write(comparison.text) else { throw ExitCode.inputOutput }
        if let failure = player.failure { StandardError.write("error: \(failure)") }
        if !comparison.isEqual || player.failure != nil { throw ExitCode.dataError }
    }

    private func readTrace() throws -> Trace {
        do {
            return try Trace(file: file)
        } catch {
            StandardError.write("error: \(error.description)")
            throw error.exitCode
        }
    }

    private func startServer(_ trace: Trace) throws -> ChildServer {
        do {
            return try ChildServer(command.isEmpty ? ownCommand(trace) : command)
        } catch {
            StandardError.write("error: \(error.description)")
            throw ExitCode.unavailable
        }
    }

    /// This program as the server, in the framing of the session.
    private func ownCommand(_ trace: Trace) -> [String] {
        // What is running now, even if the file has been replaced since; elsewhere as it was called.
        let isLinux = FileSystem.isProgram("/proc/self/exe")
        var command = [isLinux ? "/proc/self/exe" : CommandLine.arguments[0], "serve", "--framing", trace.framing]
        for (name, value) in [("--config", configurationFile), ("--replay", replay), ("--now", now)] {
            if let value { command += [name, value] }
        }
        return command + (demo ? ["--demo"] : [])
    }
}
