import HTTPModel
import MovieDomain

enum ProviderConstruct {
    static let id = Key(
        "id",
        "The provider's id, which is also the namespace of its ids.",
        Shape.identifier,
        required: true,
        example: "lantern"
    )
    static let extends = Key(
        "extends",
        "A bundled definition, or another provider of this file or of one that it includes.",
        Shape.identifier
    )
    static let kind = Key("kind", "How the source is reached: http or process.", Shape<Kind>.word, default: "http")

    /// The keys of every provider, whatever its kind.
    static let common = KeyList<ProviderDefinition> { keys in
        keys.add(id) { $0.id = $1 }
        keys.add(extends) { $0.base = $1 }
        keys.add(kind)
        keys.add("title", "The display name of the source.", Shape.text) { $0.title = $1 }
        keys.add("homepage", "The source's website.", Shape.text) { $0.homepage = $1 }
        let attributionSummary = "What the source asks its users to say beside its data; shown once with each answer."
        keys.add("attribution", attributionSummary, Shape.text, example: "Data by The Shelf") { $0.attribution = $1 }
        keys.add("key_url", "The page where you request a key.", Shape.text) { $0.keyURL = $1 }
        keys.add("languages", "The languages of its texts.", Shape.list(.language)) { $0.languages = $1 }
        keys.add("enabled", "Whether the source is enabled.", Shape.boolean, default: "true") { $0.enabled = $1 }
    }

    /// The permitted secrets; not a key of registered kinds, whose definitions name no secrets.
    static let secrets = Key(
        "secrets",
        "Variables and files that the provider may use although their names do not begin with its id.",
        Shape.list(.text),
        example: "[MY_TOKEN, keys/mine]"
    )

    /// Of kinds whose definitions do not say how each operation is asked.
    static let operationList = Key(
        "operations",
        "The operations that the source offers.",
        Shape.list(Shape<Capability>.word),
        required: true
    )

    enum Kind: String, LanguageWord {
        case http, process

        var summary: String {
            switch self {
            case .http: "An API on the network."
            case .process: "A program that Marquee runs."
            }
        }
    }

    /// Decodes a provider that is already merged over its base, if it has one.
    static func decode(_ node: SourceNode, _ decoding: Decoding) -> ProviderDefinition? {
        decoding.secrets = []
        decoding.scope.provider = node[id.name]?.text ?? ""
        let name = node[kind.name]?.text ?? ""
        let isRegistered = decoding.scope.registeredKinds.contains(name)
        let isProcess = name == Kind.process.rawValue
        let construct =
            isRegistered
            ? RegisteredConstruct.construct : isProcess ? ProcessConstruct.construct : HTTPConstruct.construct
        guard let record = Record(node, construct, decoding) else { return nil }
        var provider = ProviderDefinition(title: node[id.name]?.text ?? "", location: node.location)
        common.read(record, into: &provider)
        if !isRegistered { _ = record.value(kind) }
        let listed = record.value(secrets) ?? []
        if isRegistered {
            provider.kind = .registered(RegisteredConstruct.decode(record, kind: name))
        } else if isProcess {
            guard let process = ProcessConstruct.decode(record) else { return nil }
            provider.kind = .process(process)
            provider.tests = tests(record)
        } else {
            guard let http = HTTPConstruct.decode(record) else { return nil }
            provider.kind = .http(http.definition)
            provider.tests = http.tests
        }
        provider.secrets = decoding.secrets
        if !provider.id.isEmpty { checkNames(of: provider, listed: Set(listed), node, decoding) }
        return provider
    }

    /// Reports each secret that is neither listed nor named after the provider or the definition that it extends, so
    /// that a definition must name another program's secret openly to send it anywhere.
    private static func checkNames(
        of provider: ProviderDefinition,
        listed: Set<String>,
        _ node: SourceNode,
        _ decoding: Decoding
    ) {
        let owners = [provider.id] + decoding.scope.bases
        for use in provider.secrets where use.secret.kind != .written && !listed.contains(use.secret.name) {
            guard !owners.contains(where: use.secret.isNamed) else { continue }
            decoding.error(
                "the name of \(use.secret) does not begin with that of the provider, as "
                    + "\(SecretReference.words(of: provider.id))_… does",
                hint: Hint(
                    "if '\(provider.id)' may use it, write secrets: [\(use.secret.name)]",
                    correction: Hint.Correction(key: "secrets", value: "[\(use.secret.name)]", at: node.location)
                ),
                at: use.location.file == node.location.file ? use.location : node.location
            )
        }
    }

    /// Decodes the tests; each needs an operation that the provider has.
    static func tests(_ record: Record) -> [ProviderTest] {
        let written = record.node["operations"]
        // The operations of a program are a list.
        let names = written?.entries?.map(\.key) ?? written?.list?.compactMap(\.text) ?? []
        let tests = record.value(HTTPConstruct.tests) ?? []
        for test in tests where !names.contains(test.operation.rawValue) {
            record.error("the provider has no operation '\(test.operation.rawValue)' to test", at: test.location)
        }
        return tests
    }
}

enum ProcessConstruct {
    private static let command = Key(
        "command",
        "The program and its arguments; no shell.",
        Shape.nonEmptyList(.text),
        required: true
    )
    private static let keys = KeyList<ProcessDefinition> { keys in
        keys.add(ProviderConstruct.common.entries)
        keys.add(ProviderConstruct.secrets)
        keys.add(command)
        let environment = Shape.map(of: .text, to: Shape<Template>.template).hidingSecrets
        keys.add("env", "Its environment, besides PATH, HOME, and LANG.", environment) { $0.environment = $1 }
        keys.add("timeout", "The time limit of one request.", Shape.timeout, default: "5s") { $0.timeout = $1 }
        keys.add("restart", "How often the program is restarted.", RestartConstruct.shape) { $0.restart = $1 }
        keys.add("limits", "Limits on requests.", LimitsConstruct.shape) { $0.limits = $1 }
        keys.add("cache", "How long a response is cached.", CacheConstruct.shape) { $0.cache = $1 }
        keys.add(HTTPConstruct.errors) { $0.errorRules = $1 }
        keys.add(ProviderConstruct.operationList) { $0.operations = $1 }
        keys.add(HTTPConstruct.tests)
    }

    static let construct = Construct(
        "a provider of kind process",
        "A child process that speaks newline-delimited JSON-RPC.",
        keys.entries
    )

    static func decode(_ record: Record) -> ProcessDefinition? {
        let command = record.value(command)
        var definition = ProcessDefinition(command: command ?? [], operations: [])
        keys.read(record, into: &definition)
        if command?.isEmpty == true { record.error("'command' needs a program") }
        for entry in record.node["env"]?.entries ?? [] where ["LD_", "DYLD_"].contains(where: entry.key.hasPrefix) {
            record.error("'\(entry.key)' would load other code into the program", at: entry.keyLocation)
        }
        return definition.command.isEmpty ? nil : definition
    }
}

/// A provider of a kind that is registered in Swift.
enum RegisteredConstruct {
    private static let keys = KeyList<RegisteredDefinition> { keys in
        keys.add(ProviderConstruct.common.entries)
        let options = Shape.map(of: .text, to: HTTPConstruct.anyText)
        keys.add("options", "What the kind wants to know; texts.", options) { $0.options = $1 }
        keys.add(ProviderConstruct.operationList) { $0.operations = $1 }
    }

    static let construct = Construct(
        "a provider of a registered kind",
        "A source in Swift, registered by whoever built the program.",
        keys.entries
    )

    static func decode(_ record: Record, kind: String) -> RegisteredDefinition {
        var definition = RegisteredDefinition(kind: kind)
        keys.read(record, into: &definition)
        return definition
    }
}
