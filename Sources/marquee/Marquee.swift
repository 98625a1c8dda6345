import ArgumentParser

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
}
