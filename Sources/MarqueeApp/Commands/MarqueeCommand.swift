import ArgumentParser
public import MovieDomain
import Platform

/// Runs the program that the arguments of this process ask for, and ends the process with its exit code.
///
/// The first thread sleeps meanwhile. An asynchronous `main` would give this thread up to the main queue, by a call of the C
/// library that loads the compiler's libgcc_s in the middle of the start and aborts where that is not installed. The one
/// task is not structured because nothing is there yet that could wait for it; the process ends with it. It is a detached
/// one because the first thread is the main actor's, which runs nothing here.
///
/// - Parameter kinds: the kinds of providers in Swift that `providers.yaml` may name.
public func main(kinds: [ProviderKind] = []) -> Never {
    // Before there is another thread, which would have a heap of its own.
    CurrentProcess.giveFreedMemoryBack()
    if let problem = ProviderKind.problem(with: kinds) {
        StandardError.write("error: \(problem)")
        CurrentProcess.end(code: ExitCode.software.rawValue)
    }
    guard !CommandLine.arguments.isEmpty else {
        // On Linux the arguments come from a file: without it the program would do something else than it was told to.
        StandardError.write(
            "error: /proc/self/cmdline, which says how the program was called, cannot be read: mount /proc"
        )
        CurrentProcess.end(code: ExitCode.unavailable.rawValue)
    }
    Task.detached {
        await Marquee.$kinds.withValue(kinds) { await Marquee.main() }
        CurrentProcess.end(code: 0)
    }
    SystemThread.sleepForever()
}

/// The command line: `marquee` alone serves JSON-RPC on its standard streams.
struct Marquee: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "marquee",
        abstract: "Asks film sources side by side and merges their answers; speaks JSON-RPC 2.0 on stdin and stdout.",
        discussion: """
            Without a subcommand it serves: one JSON message a line, or Content-Length headers as editors send them. \
            `marquee --demo` needs no key and no network. `marquee call METHOD` asks once and prints the answer.
            """,
        version: MarqueeVersion.current,
        subcommands: [
            ServeCommand.self, CallCommand.self, ProvidersCommand.self, CheckCommand.self, TestCommand.self,
            RecordCommand.self, NewCommand.self, SchemaCommand.self, MatchCommand.self, ReplayTraceCommand.self,
            OpenRPCCommand.self,
        ],
        defaultSubcommand: ServeCommand.self
    )

    /// The kinds of providers that the program brings along.
    ///
    /// The parser makes a command out of the arguments alone, so they cannot be given to its `init`. Read where a command
    /// begins, and handed on as a parameter.
    @TaskLocal static var kinds: [ProviderKind] = []
}
