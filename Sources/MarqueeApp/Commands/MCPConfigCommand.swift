import ArgumentParser
import MovieDomain
import MovieService
import Platform
import ProviderLanguage

/// `marquee mcp-config`: prints an entry for the configuration of an assistant, or writes it into its file.
struct MCPConfigCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp-config",
        abstract: "Print or write the configuration that adds Marquee to an assistant or an editor (MCP).",
        discussion: """
            It contains the path of this program, the options that you pass here, and the names of the variables that \
            the configured providers read. It never contains a key. If your host's configuration already has other \
            servers, add the entry "marquee" to them.

            With --write, it is added to the host's own file, of which nothing else changes. You see the change first, and \
            the old file is kept beside it.

              marquee mcp-config claude-code
              marquee mcp-config cursor --write
              marquee mcp-config vscode --config films.yaml
              marquee mcp-config claude-desktop --demo
            """
    )

    @Flag(help: "Write it into the host's file.")
    var write = false

    @Flag(name: .shortAndLong, help: "Say yes without being asked.")
    var yes = false

    @Argument(help: "The host.")
    var host: HostConfiguration
    @OptionGroup var engine: EngineOptions

    func validate() throws {
        if yes, !write { throw ValidationError("--yes belongs to --write") }
    }

    func run(kinds: [ProviderKind]) async throws {
        let context = RunContext(engine.settings, kinds: kinds)
        // A recording needs no variables and no trust.
        let read = try context.settings.recording == nil ? LoadedConfiguration(at: context.location, context) : nil
        let server = HostConfiguration.Server(
            command: try CurrentProgram.path(context.environment),
            arguments: engine.serverArguments + Self.configuration(context, engine.configurationFile),
            variables: read.map(Self.variables) ?? []
        )
        if write {
            guard try edit(server, context) else { return }
        } else {
            try CommandOutput.print(host.text(server))
            CommandErrors.write("This belongs in \(host.place).")
        }
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

    /// Writes the host's file; returns `false` if it says so already.
    private func edit(_ server: HostConfiguration.Server, _ context: RunContext) throws -> Bool {
        guard let path = host.path(context.environment) else {
            throw CommandError("no folder is known for the file of \(host.rawValue); set HOME", .inputOutput)
        }
        var old: [UInt8] = []
        var isThere = true
        switch context.files.read(path, Self.mostBytes) {
        case .success(let bytes): old = bytes
        case .failure(let failure) where failure.reason == .missing: isThere = false
        case .failure(let failure): throw CommandError("\(failure)", .inputOutput)
        }
        let edit: ConfigurationEdit
        do throws(CommandError) {
            edit = try host.edit(old, server)
        } catch {
            throw CommandError("\(path.printable): \(error.description)", error.exitCode)
        }
        guard edit.bytes != old else {
            CommandErrors.write("\(path.printable) already has this entry.")
            return false
        }
        CommandOutput.write(path.printable)
        for line in edit.changedLines { CommandOutput.write(line.printable) }
        try Confirmation.ask("Write this?", yes: yes, refusal: "nothing is written")
        if isThere { try PrivateCopy.keep(old, at: path + ".before-marquee") }
        if case .failure(let failure) = context.files.write(edit.bytes, path) {
            throw CommandError("\(failure)", .inputOutput)
        }
        let backup = isThere ? "; the old file is \(path.printable).before-marquee" : ""
        CommandErrors.write("written\(backup). Restart \(host.rawValue) to use it.")
        return true
    }

    private static let mostBytes = 8 << 20
}

/// This program, as others start it.
enum CurrentProgram {
    /// The path by which the program was called, which stays when an upgrade replaces what it leads to; if it was called
    /// by something else, the path of the file itself.
    static func path(_ environment: SystemEnvironment) throws(StartError) -> String {
        let started = CurrentProcess.arguments.first ?? ""
        let own = FileSystem.realPath("/proc/self/exe")
        let called = candidates(started, environment).first { path in
            FileSystem.isProgram(path) && (own == nil || FileSystem.realPath(path) == own)
        }
        guard let path = called ?? own ?? SystemEnvironment.absolute(started) else {
            throw .limited("the working directory is gone; start marquee by its full path")
        }
        return path
    }

    private static func candidates(_ started: String, _ environment: SystemEnvironment) -> [String] {
        if started.contains(scalars: "/") { return [SystemEnvironment.absolute(started)].compactMap(\.self) }
        let folders = environment.variable("PATH")?.split(scalar: ":") ?? []
        return folders.filter { $0.hasPrefix(scalars: "/") }.map { "\($0)/\(started)" }
    }
}

extension HostConfiguration: ExpressibleByArgument {}
