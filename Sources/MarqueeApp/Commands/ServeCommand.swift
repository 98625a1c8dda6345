import ArgumentParser
import JSONRPC
import ProviderLanguage

/// `marquee serve`: speaks JSON-RPC on the standard streams until the client closes them.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Speak JSON-RPC 2.0 on stdin and stdout (this is what marquee does without a subcommand)."
    )

    @OptionGroup var engine: EngineOptions

    @OptionGroup var serving: ServeOptions

    func run() async throws {
        try await ServeSession(engine: engine.settings, settings: serving.settings).run()
    }
}

/// How `marquee serve` treats its client.
struct ServeOptions: ParsableArguments {
    @Option(help: "How messages are framed: auto, line (one a line) or header (Content-Length, as in LSP).")
    var framing: FramingOption = .auto

    @Flag(help: "Speak on the standard streams; it is the only way, and editors pass the flag.")
    var stdio = false

    @Option(
        name: .customLong("clientProcessId"),
        help: ArgumentHelp("End when the process of this number ends; editors pass it.", valueName: "number")
    )
    var clientProcessID: Int32?

    @Flag(help: "Refuse requests before LSP's initialize with -32002, for clients that shake hands.")
    var requireInitialize = false

    @Option(
        name: .customLong("trace"),
        help: "Write all messages, both ways, to this file, without secrets; marquee replay-trace plays it.",
        completion: .file()
    )
    var traceFile: String?

    @Option(help: "End when the client has read nothing for so long while something waits for it: 600s, 10m.")
    var stallTimeout: TimeSpanOption = .init(duration: .seconds(600))

    @Option(help: "The most bytes of one message: 10MiB, 65536.")
    var maxMessageSize: ByteCountOption = .init(bytes: 10 << 20)

    @Option(help: "The most requests that are worked on at the same time; further ones wait.")
    var maxInFlight = 256

    @Option(help: "The most requests of a batch.")
    var maxBatch = 1_000

    /// The options as plain values.
    var settings: ServeSettings {
        ServeSettings(
            framing: framing.framing,
            clientProcessID: clientProcessID,
            requiresInitialize: requireInitialize,
            traceFile: traceFile,
            stallTimeout: stallTimeout.duration,
            maximumMessageBytes: maxMessageSize.bytes,
            maximumInFlight: maxInFlight,
            maximumBatch: maxBatch
        )
    }

    func validate() throws {
        if let clientProcessID, clientProcessID < 1 {
            throw ValidationError("--clientProcessId: expected the number of a process, but found \(clientProcessID)")
        }
        for (option, value) in [("--max-in-flight", maxInFlight), ("--max-batch", maxBatch)] where value < 1 {
            throw ValidationError("\(option): expected 1 or more, but found \(value)")
        }
    }
}

/// A size with its unit, written as in `providers.yaml`, or a number of bytes: `10MiB`, `500kB`, `65536`.
struct ByteCountOption: ExpressibleByArgument, CustomStringConvertible {
    /// From a message's least use to what a process can hold.
    private static let possible = 1_024...(1 << 30)

    let bytes: Int

    init(bytes: Int) { self.bytes = bytes }

    init?(argument: String) {
        guard let bytes = Int(argument) ?? UnitText.bytes(argument), Self.possible.contains(bytes) else { return nil }
        self.bytes = bytes
    }

    var description: String { bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20)MiB" : "\(bytes)" }
    var defaultValueDescription: String { description }
}

/// `--framing`: how messages are told apart on the wire.
enum FramingOption: String, ExpressibleByArgument, CaseIterable {
    case auto, line, header

    /// `nil` takes it from the first bytes.
    var framing: RPCFraming? {
        switch self {
        case .auto: nil
        case .line: .line
        case .header: .header
        }
    }
}
