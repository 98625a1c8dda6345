import ArgumentParser
import HTTPModel
import JSON
import JSONRPC
import MovieDomain
import MovieProviders
import MovieService
import MovieStore
import Platform
import ProviderLanguage

struct LoginCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Ask for the key of a source, try it, and keep it.",
        discussion: """
            Asks for the key, which is not shown as you type, and tries it with one request. From a pipe, it reads a line:

              marquee login kofic
              pass show kofic | marquee login kofic

            Keys are in keys.json, in the folder of your own providers.yaml, which only you can read. An environment variable \
            takes precedence over a key that is kept. marquee logout removes the key.
            """
    )

    @OptionGroup var options: KeyOptions

    func run(kinds: [ProviderKind]) async throws {
        let source = try options.source(kinds)
        if let refusal = source.refusal { throw CommandError("\(source.id): \(refusal)", .refused) }
        guard !source.variables.isEmpty else { throw CommandError(source.wordsWithoutKey, .usage) }
        for variable in source.variables where source.isInEnvironment(variable) {
            CommandErrors.write("note: \(variable) is set in the environment, and takes precedence over the kept key")
        }
        if let address = source.definition.keyURL, FileDescriptor.standardInput.isTerminal {
            CommandErrors.write("get a key at \(address)".printable)
        }
        let before = try source.keys.read()
        let keys = try Self.ask(for: source.variables)
        try source.keys.change(keys.mapValues { $0 })
        do {
            try await report(source, kinds)
        } catch {
            try source.keys.change(keys.mapValues { _ in nil }.merging(before.mapValues { $0 }) { $1 })
            throw error
        }
    }

    private static func ask(for variables: [String]) throws -> [String: Secret] {
        var keys: [String: Secret] = [:]
        let isTyped = FileDescriptor.standardInput.isTerminal
        var reader = try LineReader("-")
        for variable in variables {
            let line: [UInt8]?
            if isTyped {
                let typed = TerminalQuestion.hiddenLine { CommandErrors.ask("\(variable) (nothing is shown):") }
                CommandErrors.write("")
                if typed == .interrupted { throw ExitCode.interrupted }
                line = if case .line(let bytes) = typed { bytes } else { nil }
            } else {
                line = try reader.next()
            }
            let text = String(decoding: line ?? [], as: UTF8.self).trimmedText
            guard !text.isEmpty, !text.unicodeScalars.contains(where: \.isControl) else {
                let advice = isTyped ? "nothing was kept" : "marquee reads standard input, one line for each key"
                throw CommandError("expected \(variable), found no key; \(advice)", .dataError)
            }
            keys[variable] = Secret(text)
        }
        return keys
    }

    /// Tries the keys that are kept now, and says what became of it; throws an error if the source refuses them.
    private func report(_ source: KeyedSource, _ kinds: [ProviderKind]) async throws {
        let place = "kept in \(source.keys.path)"
        guard let call = source.cheapestCall else {
            return CommandErrors.write("\(source.id): the key is \(place); it could not be tried".printable)
        }
        var settings = options.settings
        // An answer that is stored says nothing about the key.
        settings.keepsAnswers = false
        let waiting = WaitingLine(text: "asking \(source.id)")
        let reply = try await Application.run(settings, kinds: kinds) { application in
            _ = try await application.configuration.load()
            return await waiting.during { await application.handler.handle(call) }
        }
        guard case .failure(let error) = reply else {
            return CommandErrors.write("\(source.id): the key works, and is \(place)".printable)
        }
        let failure = try error.data.map { try JSONDocument($0.jsonBytes).root }
        let problem = failure["sources"].list.first?["error"]["message"]?.string ?? error.message
        guard failure["kind"].words != ProviderError.Kind.auth.rawValue else {
            throw CommandError("\(source.id) refuses the key, which was not kept: \(problem)", .refused)
        }
        // A source that has no such film has taken the key.
        if failure["kind"].words == ProviderError.Kind.notFound.rawValue {
            CommandErrors.write("\(source.id): the key works, and is \(place)".printable)
        } else {
            CommandErrors.write("\(source.id): the key is \(place); it could not be tried: \(problem)".printable)
        }
    }
}

struct LogoutCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Remove the key of a source that marquee login has kept.",
        discussion: """
              marquee logout kofic
              marquee logout films --config films.yaml
            """
    )

    @OptionGroup var options: KeyOptions

    func run(kinds: [ProviderKind]) async throws {
        let source = try options.source(kinds)
        let kept = try source.keys.read()
        let variables = source.variables.filter { kept[$0] != nil }
        for variable in source.variables where source.isInEnvironment(variable) {
            CommandErrors.write("note: \(variable) is set in the environment, which marquee does not change")
        }
        guard !variables.isEmpty else {
            throw CommandError("no key of \(source.id) is kept", .noInput)
        }
        try source.keys.change(Dictionary(variables.map { ($0, nil) }) { $1 })
        CommandErrors.write("\(source.id): the key is no longer kept")
    }
}

struct KeyOptions: ParsableArguments {
    @Option(name: .customLong("config"), help: "The definitions to read.", completion: .file())
    var configurationFile: String?

    @Argument(help: "The source, such as kofic.", completion: .custom(Completions.providers))
    var provider: String

    var settings: EngineSettings { EngineSettings(configurationFile: configurationFile) }

    fileprivate func source(_ kinds: [ProviderKind]) throws -> KeyedSource {
        try KeyedSource(provider, RunContext(settings, kinds: kinds))
    }
}

/// A source with the variables of its keys.
private struct KeyedSource {
    let definition: ProviderDefinition
    let keys: StoredKeys
    /// The names of the variables that its definition reads keys from.
    let variables: [String]
    /// Why it may not use them; `nil` if it may.
    let refusal: String?
    private let environment: SystemEnvironment

    init(_ id: String, _ context: RunContext) throws {
        let loaded = try LoadedConfiguration(at: context.location, context)
        let limited = try loaded.configuration.limited(to: id)
        guard let definition = limited.providers.first, let keys = context.keys else {
            throw CommandError("no folder is known for the keys; set HOME or XDG_CONFIG_HOME", .inputOutput)
        }
        (self.definition, self.keys, environment) = (definition, keys, context.environment)
        variables = definition.secrets.filter { $0.secret.kind == .environment && !$0.isAddress }.map(\.secret.name)
        refusal = DefinitionTrust(in: loaded.configuration, loaded.bytes, at: context.location, context)
            .refusal(of: definition)
    }

    var id: String { definition.id }

    func isInEnvironment(_ variable: String) -> Bool { !(environment.variable(variable) ?? "").isEmpty }

    /// Says why there is no key to ask for.
    var wordsWithoutKey: String {
        let files = definition.secrets.filter { $0.secret.kind == .file }.map(\.secret.file)
        return files.isEmpty ? "\(id) needs no key" : "\(id) reads its key from \(files.joined(separator: " and "))"
    }

    /// A call that sends the source as few requests as it can; `nil` if it answers none that needs no film.
    var cheapestCall: RPCCall? {
        let calls: [(Capability, String, [JSONValue.Member])] = [
            (.dailyBoxOffice, "boxOffice/daily", [.init("limit", 1)]),
            (.search, "movies/search", [.init("query", "parasite"), .init("limit", 1), .init("remember", false)]),
            (.trending, "movies/trending", [.init("limit", 1)]), (.list, "movies/list", [.init("limit", 1)]),
        ]
        guard let (_, method, members) = calls.first(where: { definition.operationNames.contains($0.0) }) else {
            return nil
        }
        let asked = JSONValue.Member("providers", .array([.string(id)]))
        do throws(JSONError) {
            return RPCCall(method: method, params: try JSONDocument(JSONValue.object(members + [asked]).jsonBytes).root)
        } catch {
            return nil
        }
    }
}
