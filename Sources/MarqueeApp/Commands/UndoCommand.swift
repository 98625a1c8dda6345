import ArgumentParser
import MovieDomain

struct UndoCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the last import, removal, or correction of a match.",
        discussion: """
              marquee undo --dry-run
              marquee undo

            It says what it takes back. Use it again for the change before; the last ten are kept, also those of \
            other sessions. What you changed since stays as it is. Queries that you remove from the history are gone \
            at once.
            """
    )

    @OptionGroup var options: CallOptions

    @Flag(help: "Only tell what would be taken back.")
    var dryRun = false

    func run(kinds: [ProviderKind]) async throws {
        try await options.run("library/undo", ["dryRun": dryRun ? true : nil], kinds: kinds)
    }
}
