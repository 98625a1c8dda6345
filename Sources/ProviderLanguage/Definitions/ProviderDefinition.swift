/// One film source, completely checked (provider-language.md, "Provider").
package struct ProviderDefinition: Sendable {
    /// How the source is reached.
    package enum Kind: Sendable {
        case http(HTTPDefinition)
        case process(ProcessDefinition)
        case registered(RegisteredDefinition)
    }

    /// Unique in its file, and the name space of the source's own ids.
    package var id: String
    /// For people; the id where nothing else is said.
    package var title: String
    /// The source's page for people.
    package var homepage: String?
    /// The languages that its texts are in.
    package var languages: [String]
    /// Whether it is asked at all.
    package var enabled: Bool
    /// How it is reached.
    package var kind: Kind
    /// Every secret that the definition names, each once, with the place that first names it.
    package var secrets: [SecretUse]
    /// Recorded answers and what they must come to.
    package var tests: [ProviderTest]
    /// Where the definition stands.
    package var location: SourceLocation
    /// What was written of it, for comparing; `nil` for one that was not read from a file.
    package var text: DefinitionText?

    /// The definition of the `http` kind, `nil` for others.
    package var http: HTTPDefinition? {
        if case .http(let definition) = kind { definition } else { nil }
    }

    /// The operations that the source has.
    package var operationNames: [OperationName] {
        switch kind {
        case .http(let definition): OperationName.allCases.filter { definition.operations[$0] != nil }
        case .process(let definition): definition.operations
        case .registered(let definition): definition.operations
        }
    }
}
