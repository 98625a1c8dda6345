import ArgumentParser
import DefinitionTools
import JSON
import JSONRPC
import LanguageServer
import MCPServer
import MovieDomain
import Platform
import ProviderLanguage

struct ServeCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve JSON-RPC 2.0 on stdin and stdout.",
        discussion: """
              marquee serve --demo
              marquee serve --config films.yaml --trace session.ndjson

            An editor or an assistant starts this command, whose name may be left out.
            """
    )

    @OptionGroup var serving: ServeOptions
    @OptionGroup var engine: EngineOptions

    func run(kinds: [ProviderKind]) async throws {
        if FileDescriptor.standardInput.isTerminal, CommandErrors.isTerminal, !serving.editor.stdio {
            if CommandOutput.isTerminal, !CurrentProcess.arguments.contains(Self.configuration.commandName ?? "") {
                return try await Standing(settings: engine.settings, kinds: kinds).show()
            }
            CommandErrors.write(
                """
                marquee waits for JSON-RPC messages, one a line, such as {"jsonrpc":"2.0","id":1,"method":"ping"}
                Ctrl-D ends it. Commands for people: marquee search, marquee boxoffice, marquee movie, marquee help
                """
            )
        }
        try await ServeSession(
            engine: engine.settings,
            kinds: kinds,
            configuration: serving.configuration,
            traceFile: serving.traceFile,
            tools: try serving.toolGroups(SystemEnvironment.current)
        ).run()
    }
}

struct ServeOptions: ParsableArguments {
    private static let standard = RPCServerConfiguration()

    @Option(help: "How messages are framed: auto, line (one per line), or header (Content-Length, as in LSP).")
    var framing: FramingOption = .auto

    @OptionGroup var editor: EditorOptions

    @Flag(help: "Refuse requests before LSP's initialize with error -32002.")
    var requireInitialize = false

    @Option(
        help: """
            The tools that assistants get, of \(ToolGroup.allCases.map(\.rawValue).joined(separator: ", ")), separated \
            by commas (default: $MARQUEE_TOOLS, or all).
            """,
        transform: ServeOptions.groups
    )
    var tools: Set<ToolGroup>?

    @Option(
        name: .customLong("trace"),
        help: """
            Write all messages in both directions to this file, without secrets, for marquee replay-trace. An existing \
            file is replaced, and only its owner can read the new one.
            """,
        completion: .file()
    )
    var traceFile: String?

    @Option(
        help: "Exit when output has waited this long without the client reading, such as 10m (default: 600s).",
        transform: TimeSpanOption.parsing
    )
    var stallTimeout: TimeSpanOption = .init(duration: ServeOptions.standard.stallTimeout)

    @Option(help: "The maximum size of a message, such as 65536 (default: 10MiB).", transform: ServeOptions.byteCount)
    var maxMessageSize: Int = ServeOptions.standard.messageLimits.maximumBytes

    @Option(help: "The maximum number of concurrent requests; others wait.")
    var maxInFlight = ServeOptions.standard.maximumInFlight

    @Option(help: "The maximum number of requests in a batch.")
    var maxBatch = ServeOptions.standard.maximumBatch

    var configuration: RPCServerConfiguration {
        var configuration = Self.standard
        configuration.framing = framing.framing
        configuration.clientProcessID = editor.clientProcessID
        configuration.requiresInitialize = requireInitialize
        configuration.stallTimeout = stallTimeout.duration
        configuration.messageLimits.maximumBytes = maxMessageSize
        configuration.maximumInFlight = maxInFlight
        configuration.maximumBatch = maxBatch
        return configuration
    }

    func validate() throws {
        for (option, value) in [("--max-in-flight", maxInFlight), ("--max-batch", maxBatch)] where value < 1 {
            throw ValidationError("\(option): expected 1 or more, found \(value)")
        }
    }

    /// The groups of tools that the option names, or else the environment; all if neither does.
    func toolGroups(_ environment: SystemEnvironment) throws -> Set<ToolGroup> {
        if let tools { return tools }
        guard let names = environment.variable("MARQUEE_TOOLS"), !names.isEmpty else { return Set(ToolGroup.allCases) }
        do {
            return try Self.groups(names)
        } catch {
            throw ValidationError("MARQUEE_TOOLS: \(error)")
        }
    }

    private static func groups(_ names: String) throws -> Set<ToolGroup> {
        Set(
            try names.split(scalar: ",").map { name in
                let name = String(name).trimmedText
                guard let group = ToolGroup(rawValue: name) else {
                    let known = ToolGroup.allCases.map(\.rawValue)
                    let near = NearestName.nearest(to: name, among: known).map { " (did you mean \($0)?)" } ?? ""
                    throw ValidationError(
                        "expected \(known.joined(separator: ", ")), found '\(name.printable)'\(near)"
                    )
                }
                return group
            }
        )
    }

    /// Reads a size with its unit, written as in `providers.yaml`, or a number of bytes: `10MiB`, `500kB`, `65536`.
    private static func byteCount(_ text: String) throws -> Int {
        guard let bytes = Int(text) ?? UnitText.bytes(text), (1_024...(1 << 30)).contains(bytes) else {
            throw ValidationError("expected a size from 1KiB to 1GiB, such as 10MiB, found '\(text.printable)'")
        }
        return bytes
    }
}

/// What editors pass to every server that they start.
struct EditorOptions: ParsableArguments {
    @Flag(help: "Use the standard streams. This is always the case; editors pass the flag.")
    var stdio = false

    @Option(
        name: .customLong("clientProcessId"),
        help: ArgumentHelp("Exit when the process with this id ends.", valueName: "number")
    )
    var clientProcessID: Int32?

    func validate() throws {
        if let clientProcessID, clientProcessID < 1 {
            throw ValidationError("--clientProcessId: expected the id of a process, found \(clientProcessID)")
        }
    }
}

/// `--framing`: how messages are separated.
enum FramingOption: String, ExpressibleByArgument, CaseIterable {
    case auto, line, header

    /// `nil` if the framing is to be detected from the first bytes.
    var framing: RPCFraming? {
        switch self {
        case .auto: nil
        case .line: .line
        case .header: .header
        }
    }
}

struct LanguageServerCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "language-server",
        abstract: "Run a language server for providers.yaml: problems as you type, completion, and explanations.",
        discussion: """
            Your editor starts this command. It shows what `marquee check` and `marquee test` find, with fixes; completes \
            keys, words, inputs, and what recorded responses have; explains a key, and what a path leads to; and \
            finds and renames names. It sends no requests.

            For Neovim 0.11 or later:

              vim.lsp.config('marquee', { cmd = { 'marquee', 'language-server' }, filetypes = { 'yaml' } })
              vim.lsp.enable('marquee')
            """
    )

    @OptionGroup var editor: EditorOptions

    func run(kinds: [ProviderKind]) async throws {
        let streams = try StandardStreams.takeOver()
        var configuration = RPCServerConfiguration()
        configuration.requiresInitialize = true
        configuration.clientProcessID = editor.clientProcessID
        let environment = SystemEnvironment.current
        let handler = LanguageServerHandler(
            check: DefinitionCheck(environment: environment, kinds: kinds.map(\.name)),
            name: "marquee language-server",
            version: MarqueeVersion.current
        )
        let server = RPCServer(
            input: streams.input,
            output: streams.output,
            handler: handler,
            configuration: configuration
        )
        let ending = await withTerminationSignals {
            server.stop(within: .seconds(1))
        } run: {
            await server.serve()
        }
        throw ExitCode(ending.exitCode)
    }
}
