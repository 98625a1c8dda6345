import JSON

/// What a host of MCP servers wants to read about one: the form, and how a variable of the environment is named in it.
enum HostConfiguration: String, CaseIterable {
    case claudeDesktop = "claude-desktop"
    case claudeCode = "claude-code"
    case codex
    case cursor
    case geminiCLI = "gemini-cli"
    case vscode
    case windsurf
    case zed

    /// Which program to start, how, and what it reads from the environment.
    struct Server {
        let command: String
        let arguments: [String]
        let variables: [String]
    }

    /// Where the text belongs.
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

    /// Whether the host takes variables from its own environment, or asks for them; elsewhere their values must be typed in.
    var resolvesVariables: Bool { self != .claudeDesktop && self != .zed }

    /// The text for the host, which holds no key.
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

    /// VS Code asks for them once, and keeps them.
    private func inputs(_ variables: [String]) -> JSONValue {
        .array(
            variables.map {
                ["type": "promptString", "id": .string($0), "description": .string($0), "password": true]
            }
        )
    }

    private func toml(_ server: Server) -> String {
        // A basic string of TOML escapes as JSON does.
        func list(_ texts: [String]) -> String { "[\(texts.map(\.jsonText).joined(separator: ", "))]" }
        var lines = ["[mcp_servers.marquee]", "command = \(server.command.jsonText)"]
        lines.append("args = \(list(server.arguments))")
        if !server.variables.isEmpty { lines.append("env_vars = \(list(server.variables))") }
        return lines.joined(separator: "\n")
    }
}
