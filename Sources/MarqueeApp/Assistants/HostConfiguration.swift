import JSON
import Platform

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

    /// The path of that file; `nil` if no home folder is known.
    func path(_ environment: SystemEnvironment) -> String? {
        func absolute(_ name: String) -> String? {
            environment.variable(name).flatMap { $0.hasPrefix(scalars: "/") ? $0 : nil }
        }
        let home = absolute("HOME")
        let settings = absolute("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
        return switch self {
        case .claudeDesktop:
            #if canImport(Darwin)
            home.map { $0 + "/Library/Application Support/Claude/claude_desktop_config.json" }
            #else
            settings.map { $0 + "/Claude/claude_desktop_config.json" }
            #endif
        case .claudeCode: SystemEnvironment.absolute(".mcp.json")
        case .codex: (absolute("CODEX_HOME") ?? home.map { $0 + "/.codex" }).map { $0 + "/config.toml" }
        case .cursor: home.map { $0 + "/.cursor/mcp.json" }
        case .geminiCLI: home.map { $0 + "/.gemini/settings.json" }
        case .vscode: SystemEnvironment.absolute(".vscode/mcp.json")
        case .windsurf: home.map { $0 + "/.codeium/windsurf/mcp_config.json" }
        case .zed: settings.map { $0 + "/zed/settings.json" }
        }
    }

    /// Returns the configuration for the host, which contains no key.
    func text(_ server: Server) -> String {
        if self == .codex { return (["[mcp_servers.marquee]"] + tomlLines(server).map(\.line)).joined(separator: "\n") }
        let entry = JSONValue.object([.init("marquee", self.entry(server))])
        var members: [JSONValue.Member] = [.init(table, entry)]
        if self == .vscode, !server.variables.isEmpty { members.append(.init("inputs", inputs(server.variables))) }
        return JSONValue.object(members).prettyLines.joined(separator: "\n")
    }

    /// Adds the server to the content of the host's file, which is empty if there is none, or updates it there; what the
    /// user has also set stays.
    func edit(_ old: [UInt8], _ server: Server) throws(CommandError) -> ConfigurationEdit {
        do throws(EditedJSON.Failure) {
            if self != .codex { return try jsonEdit(old, server) }
        } catch {
            throw CommandError("line \(error.line): \(error.problem); nothing is written", .dataError)
        }
        do throws(EditedTOML.Failure) {
            var file = EditedTOML(old)
            let before = file.table("mcp_servers.marquee") ?? []
            try file.set(tomlLines(server), inTable: "mcp_servers.marquee")
            let after = file.table("mcp_servers.marquee") ?? []
            return ConfigurationEdit(bytes: before == after ? old : file.bytes, before: before, after: after)
        } catch {
            throw CommandError("\(error.problem); nothing is written", .dataError)
        }
    }

    private func jsonEdit(_ old: [UInt8], _ server: Server) throws(EditedJSON.Failure) -> ConfigurationEdit {
        var file = try EditedJSON(old)
        let path = [table, "marquee"]
        let before = try file.value(at: path)
        let lists = try self == .vscode ? file.value(at: ["inputs"]) : nil
        if case .object = before {
            guard case .object(let members) = entry(server) else { return ConfigurationEdit(bytes: old) }
            for member in members where member.name != "env" {
                // Set again, a value would lose its layout and its comments.
                if try file.value(at: path + [member.name]) != member.value {
                    try file.set(path + [member.name], to: member.value)
                }
            }
            // The user may have typed a key in, or named another variable.
            for variable in server.variables where try file.value(at: path + ["env", variable]) == nil {
                try file.set(path + ["env", variable], to: .string(reference(to: variable)))
            }
        } else {
            try file.set(path, to: entry(server))
        }
        if self == .vscode {
            for input in missing(server.variables, in: lists) { try file.append(input, to: ["inputs"]) }
        }
        let after = try file.value(at: path)
        let added = try self == .vscode ? file.value(at: ["inputs"]) : nil
        guard before != after || lists != added else { return ConfigurationEdit(bytes: old) }
        func lines(_ entry: JSONValue?, _ inputs: JSONValue?) -> [String] {
            (entry.map { JSONValue.object([.init(table, .object([.init("marquee", $0)]))]).prettyLines } ?? [])
                + (inputs.map { JSONValue.object([.init("inputs", $0)]).prettyLines } ?? [])
        }
        return ConfigurationEdit(bytes: file.bytes, before: lines(before, lists), after: lines(after, added))
    }

    /// The inputs that VS Code does not ask for yet.
    private func missing(_ variables: [String], in list: JSONValue?) -> [JSONValue] {
        var known: [JSONValue] = []
        if case .array(let inputs) = list {
            for case .object(let members) in inputs { known += members.filter { $0.name == "id" }.map(\.value) }
        }
        guard case .array(let missing) = inputs(variables.filter { !known.contains(.string($0)) }) else { return [] }
        return missing
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

    private func tomlLines(_ server: Server) -> [(key: String, line: String)] {
        // TOML's basic strings have the same escapes as JSON's.
        func list(_ texts: [String]) -> String { "[\(texts.map(\.jsonText).joined(separator: ", "))]" }
        var lines = [(key: "command", line: "command = \(server.command.jsonText)")]
        lines.append((key: "args", line: "args = \(list(server.arguments))"))
        if !server.variables.isEmpty { lines.append((key: "env_vars", line: "env_vars = \(list(server.variables))")) }
        return lines
    }
}

/// A host's file with Marquee in it, and what that changes.
struct ConfigurationEdit {
    var bytes: [UInt8]
    /// The lines about Marquee before and after, without the rest of the file.
    var before: [String] = []
    var after: [String] = []

    /// The lines that change, with `-` or `+` in front; the values that stay are not among them, which may be keys.
    var changedLines: [String] {
        func bare(_ line: String) -> Substring { line.utf8.last == UInt8(ascii: ",") ? line.dropLast() : line[...] }
        let difference = after.difference(from: before) { bare($0) == bare($1) }
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [String] = []
        var (old, new) = (0, 0)
        while old < before.count || new < after.count {
            if removed.contains(old) {
                lines.append("- " + before[old])
                old += 1
            } else if added.contains(new) {
                lines.append("+ " + after[new])
                new += 1
            } else {
                old += 1
                new += 1
            }
        }
        return lines
    }
}
