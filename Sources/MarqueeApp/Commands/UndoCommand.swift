import ArgumentParser
import MovieDomain

struct UndoCommand: MethodCommand {
    static let methods = ["library/undo"]
    static let configuration = view(
        named: "undo",
        "Take back the last import, removal, or correction of a match.",
        """
          marquee undo --dry-run
          marquee undo

        It says what it takes back. Use it again for the change before; the last ten are kept, also those of \
        other sessions. What you changed since stays as it is. Queries that you remove from the history are gone \
        at once.
        """
    )

    @Flag(Self["dryRun"]) var dryRun = false
    @OptionGroup var options: CallOptions
}
