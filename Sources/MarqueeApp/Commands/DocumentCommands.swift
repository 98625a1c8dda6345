import ArgumentParser
import JSON
import MovieDomain
import MovieService
import Platform
import ProviderLanguage

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of providers.yaml, for completion and diagnostics in editors.",
        discussion: """
            For an editor with yaml-language-server:

              marquee schema > providers.schema.json

            and, as the first line of providers.yaml:

              # yaml-language-server: $schema=providers.schema.json
            """
    )

    @Flag(help: "Print the reference as Markdown instead.")
    var markdown = false

    func run() throws {
        try printDocument(markdown ? LanguageReference().markdown : LanguageSchema.document.jsonText)
    }
}

struct OpenRPCCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openrpc",
        abstract: "Print the OpenRPC document of all methods."
    )

    @Flag(help: "Print the reference as Markdown instead.")
    var markdown = false

    func run() throws {
        let document = OpenRPCDocument(info: ServiceInfo(version: MarqueeVersion.current))
        try printDocument(markdown ? MethodReference().markdown : document.jsonText)
    }
}

private func printDocument(_ text: String) throws {
    try CommandOutput.print(text.last == "\n" ? String(text.dropLast()) : text)
}

/// `marquee mcp-config`: prints an entry for the configuration of an assistant.
struct MCPConfigCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp-config",
        abstract: "Print the configuration that adds Marquee to an assistant or an editor (MCP).",
        discussion: """
            It contains the path of this program, the options that you pass here, and the names of the variables that \
            the configured providers read. It never contains a key. If your host's configuration already has other \
            servers, add the entry "marquee" to them.

              marquee mcp-config claude-code
              marquee mcp-config vscode --config films.yaml
              marquee mcp-config claude-desktop --demo
            """
    )

    @OptionGroup var engine: EngineOptions

    @Argument(help: "The host.")
    var host: HostConfiguration

    func run(kinds: [ProviderKind]) async throws {
        let context = RunContext(engine.settings, kinds: kinds)
        // A recording needs no variables and no trust.
        let read = try context.settings.recording == nil ? LoadedConfiguration(at: context.location, context) : nil
        let server = HostConfiguration.Server(
            command: try Self.program(),
            arguments: engine.serverArguments + Self.configuration(context, engine.configurationFile),
            variables: read.map(Self.variables) ?? []
        )
        try CommandOutput.print(host.text(server))
        CommandErrors.write("This belongs into \(host.place).")
        if let read {
            let trust = DefinitionTrust(in: read.configuration, read.bytes, at: context.location, context)
            for warning in trust.warnings(about: read.configuration) {
                CommandErrors.write("warning: \(warning.finding)")
            }
        }
        guard !server.variables.isEmpty else { return }
        let names = server.variables.joined(separator: ", ")
        CommandErrors.write(
            host.resolvesVariables
                ? "The providers read \(names); the host takes them from its environment, or asks for them."
                : "Fill in \(names), or take out those that you have no key for."
        )
    }

    /// The option for the file that `$MARQUEE_CONFIG` names, because a host has an environment of its own.
    private static func configuration(_ context: RunContext, _ named: String?) -> [String] {
        guard named == nil, let file = context.environment.variable("MARQUEE_CONFIG"), !file.isEmpty,
            context.location == .file(file)
        else { return [] }
        return ["--config", SystemEnvironment.absolute(file) ?? file]
    }

    /// The names of the variables that the enabled providers read, each once.
    private static func variables(_ read: LoadedConfiguration) -> [String] {
        var names: [String] = []
        for provider in read.configuration.providers where provider.enabled {
            for name in provider.reach.variables where !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The path of this program, which is valid in any folder that the host is started in.
    private static func program() throws(StartError) -> String {
        let started = CurrentProcess.arguments.first ?? ""
        let path = FileSystem.realPath("/proc/self/exe") ?? SystemEnvironment.absolute(started)
        guard let path else { throw .limited("the working directory is gone; start marquee by its whole path") }
        return path
    }
}

extension HostConfiguration: ExpressibleByArgument {}

/// A host of MCP servers: the form of its configuration, and how it refers to environment variables.
enum HostConfiguration: String, CaseIterable {
    case claudeDesktop = "claude-desktop"
    case claudeCode = "claude-code"
    case codex
    case cursor
    case geminiCLI = "gemini-cli"
    case vscode
    case windsurf
    case zed

    /// The program to start, its arguments, and the environment variables that it reads.
    struct Server {
        let command: String
        let arguments: [String]
        let variables: [String]
    }

    /// The file that the text belongs in.
    var place: String {
        switch self {
        case .claudeDesktop: "claude_desktop_config.json (Settings, Developer, Edit Config)"
        case .claudeCode: ".mcp.json in the project's folder"
        case .codex: "~/.codex/config.toml"
        case .cursor: "~/.cursor/mcp.json, or .cursor/mcp.json in the project's folder"
        case .geminiCLI: "~/.gemini/settings.json"
        case .vscode: ".vscode/mcp.json, or your profile's mcp.json (MCP: Open User Configuration)"
        case .windsurf: "~/.codeium/windsurf/mcp_config.json"
        case .zed: "settings.json (zed: open settings)"
        }
    }

    /// Whether the host reads variables from its environment or asks for them; otherwise the user types the values in.
    var resolvesVariables: Bool { self != .claudeDesktop && self != .zed }

    /// Returns the configuration for the host, which contains no key.
    func text(_ server: Server) -> String {
        if self == .codex { return toml(server) }
        let entry = JSONValue.object([.init("marquee", self.entry(server))])
        var members: [JSONValue.Member] = [.init(table, entry)]
        if self == .vscode, !server.variables.isEmpty { members.append(.init("inputs", inputs(server.variables))) }
        var writer = JSONWriter(pretty: true)
        writer.value(JSONValue.object(members))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The name of the object that holds all servers.
    private var table: String {
        switch self {
        case .vscode: "servers"
        case .zed: "context_servers"
        default: "mcpServers"
        }
    }

    private func entry(_ server: Server) -> JSONValue {
        var members: [JSONValue.Member] = []
        if self == .vscode || self == .claudeCode { members.append(.init("type", "stdio")) }
        members.append(.init("command", .string(server.command)))
        members.append(.init("args", .array(server.arguments.map(JSONValue.string))))
        let variables = server.variables.map { JSONValue.Member($0, .string(reference(to: $0))) }
        members.append(.init("env", .object(variables)))
        return .object(members)
    }

    private func reference(to variable: String) -> String {
        switch self {
        case .claudeCode: "${\(variable)}"
        case .cursor, .windsurf: "${env:\(variable)}"
        case .geminiCLI: "$\(variable)"
        case .vscode: "${input:\(variable)}"
        case .claudeDesktop, .zed, .codex: ""
        }
    }

    /// VS Code asks for these values once and stores them.
    private func inputs(_ variables: [String]) -> JSONValue {
        .array(
            variables.map {
                ["type": "promptString", "id": .string($0), "description": .string($0), "password": true]
            }
        )
    }

    private func toml(_ server: Server) -> String {
        // TOML's basic strings have the same escapes as JSON's.
        func list(_ texts: [String]) -> String { "[\(texts.map(\.jsonText).joined(separator: ", "))]" }
        var lines = ["[mcp_servers.marquee]", "command = \(server.command.jsonText)"]
        lines.append("args = \(list(server.arguments))")
        if !server.variables.isEmpty { lines.append("env_vars = \(list(server.variables))") }
        return lines.joined(separator: "\n")
    }
}
