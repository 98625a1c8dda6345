/// The keys that every provider has.
enum ProviderConstruct {
    static let id = Key("id", "The provider's name, and the name space of its ids.", Shape.identifier, required: true)
    static let extends = Key("extends", "A bundled definition, or another provider of this file.", Shape.identifier)
    static let kind = Key("kind", "How the source is reached: http or process.", Shape<Kind>.word, default: "http")
    static let title = Key("title", "The source's name for people.", Shape.text)
    static let homepage = Key("homepage", "The source's page for people.", Shape.text)
    static let languages = Key("languages", "The languages that its texts are in.", Shape.list(.language))
    static let enabled = Key("enabled", "Whether it is asked at all.", Shape.boolean, default: "true")

    enum Kind: String, LanguageWord {
        case http, process
    }

    static let commonEntries = [
        id.entry, extends.entry, kind.entry, title.entry, homepage.entry, languages.entry, enabled.entry,
    ]

    /// A provider whose base, if it has one, is merged in already.
    static func decode(_ node: SourceNode, _ decoding: inout Decoding) -> ProviderDefinition? {
        decoding.secrets = []
        if let name = node[kind.name]?.text, decoding.scope.registeredKinds.contains(name) {
            return decode(node, registered: name, &decoding)
        }
        let kindOfSource = node[kind.name]?.text == Kind.process.rawValue ? Kind.process : .http
        let construct = kindOfSource == .http ? HTTPConstruct.construct : ProcessConstruct.construct
        guard let record = Record(node, construct, &decoding) else { return nil }
        let id = record.value(id, &decoding)
        _ = record.value(kind, &decoding)
        let title = record.value(title, &decoding)
        let homepage = record.value(homepage, &decoding)
        let languages = record.value(languages, &decoding) ?? []
        let enabled = record.value(enabled, &decoding) ?? true
        let source: (kind: ProviderDefinition.Kind, tests: [ProviderTest])? =
            switch kindOfSource {
            case .http: HTTPConstruct.decode(record, &decoding).map { (.http($0.definition), $0.tests) }
            case .process: ProcessConstruct.decode(record, &decoding).map { (.process($0), []) }
            }
        guard let id, let source else { return nil }
        return ProviderDefinition(
            id: id,
            title: title ?? id,
            homepage: homepage,
            languages: languages,
            enabled: enabled,
            kind: source.kind,
            secrets: decoding.secrets,
            tests: source.tests,
            location: node.location
        )
    }

    /// A provider of a kind that the program has registered.
    private static func decode(
        _ node: SourceNode,
        registered name: String,
        _ decoding: inout Decoding
    ) -> ProviderDefinition? {
        guard let record = Record(node, RegisteredConstruct.construct, &decoding) else { return nil }
        let id = record.value(id, &decoding)
        let title = record.value(title, &decoding)
        let homepage = record.value(homepage, &decoding)
        let languages = record.value(languages, &decoding) ?? []
        let enabled = record.value(enabled, &decoding) ?? true
        let definition = RegisteredConstruct.decode(record, kind: name, &decoding)
        guard let id, let definition else { return nil }
        return ProviderDefinition(
            id: id,
            title: title ?? id,
            homepage: homepage,
            languages: languages,
            enabled: enabled,
            kind: .registered(definition),
            secrets: [],
            tests: [],
            location: node.location
        )
    }

    /// The tests, each of an operation that the provider has.
    static func tests(_ record: Record, _ decoding: inout Decoding) -> [ProviderTest] {
        let written = record.node["operations"]
        let tests = record.value(HTTPConstruct.tests, &decoding) ?? []
        for test in tests where written?[test.operation.rawValue] == nil {
            decoding.error("the provider has no operation '\(test.operation.rawValue)' to test", at: test.location)
        }
        return tests
    }
}
