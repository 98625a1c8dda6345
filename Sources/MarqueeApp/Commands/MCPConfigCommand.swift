import ArgumentParser
import MovieDomain
import Platform
import ProviderLanguage

/// `marquee mcp-config`: prints an entry for the configuration of an assistant.
struct MCPConfigCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp-config",
        abstract: "Print the configuration that makes Marquee a server of an assistant or an editor (MCP).",
        discussion: """
            It has the path of this program, the options given here, and the names of the variables that the configured \
            providers read. It holds no key. If your host's configuration has other servers already, add the entry \
            "marquee" to them.

              marquee mcp-config claude-code
              marquee mcp-config vscode --config films.yaml
              marquee mcp-config claude-desktop --demo
            """
    )

    @OptionGroup var engine: EngineOptions

    @Argument(help: "The host.")
    var host: HostConfiguration

    func run(kinds: [ProviderKind]) async throws {
        let server = HostConfiguration.Server(
            command: try Self.program(),
            arguments: engine.serverArguments,
            variables: try variables(RunContext(engine.settings, kinds: kinds))
        )
        guard CommandOutput.write(host.text(server)) else { throw ExitCode.inputOutput }
        CommandErrors.write("This belongs into \(host.place).")
        guard !server.variables.isEmpty else { return }
        let names = server.variables.joined(separator: ", ")
        CommandErrors.write(
            host.resolvesVariables
                ? "The providers read \(names); the host takes them from its environment, or asks for them."
                : "Fill in \(names), or take out those that you have no key for."
        )
    }

    /// The names of the variables that the enabled providers read, each once; none for a recording.
    private func variables(_ context: RunContext) throws(StartError) -> [String] {
        guard context.settings.recording == nil else { return [] }
        let read = try LoadedConfiguration(at: context.location, context)
        var names: [String] = []
        for provider in read.configuration.providers where provider.enabled {
            for name in provider.reach.variables where !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The path of this program, which is valid in any folder that the host is started in.
    private static func program() throws(StartError) -> String {
        let started = CommandLine.arguments.first ?? ""
        let path = FileSystem.realPath("/proc/self/exe") ?? SystemEnvironment.absolute(started)
        guard let path else { throw .limited("the working directory is gone; start marquee by its whole path") }
        return path
    }
}

extension HostConfiguration: ExpressibleByArgument {}

extension EngineOptions {
    /// The options for the server, with absolute paths, because it may be started in another folder.
    fileprivate var serverArguments: [String] {
        var arguments: [String] = []
        func add(_ option: String, _ path: String?) {
            if let path { arguments += [option, SystemEnvironment.absolute(path) ?? path] }
        }
        add("--config", configurationFile)
        if trust { arguments.append("--trust") }
        add("--replay", replay)
        if demo { arguments.append("--demo") }
        add("--cache-dir", cacheDir)
        if noCache { arguments.append("--no-cache") }
        add("--data-dir", dataDir)
        return arguments
    }
}
