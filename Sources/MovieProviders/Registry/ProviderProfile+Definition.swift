import MovieDomain
import ProviderLanguage

extension ProviderProfile {
    /// What a definition says of its source before it is asked.
    init(_ definition: ProviderDefinition) {
        var namespaces: [Capability: [String]] = [:]
        for (name, alternatives) in definition.http?.operations ?? [:] where name.takesID {
            guard let capability = Capability(rawValue: name.rawValue) else { continue }
            namespaces[capability] = alternatives.flatMap(\.nameSpaces)
        }
        self.init(
            id: ProviderID(definition.id),
            title: definition.title,
            homepage: definition.homepage,
            languages: definition.languages,
            capabilities: Set(definition.operationNames.compactMap { Capability(rawValue: $0.rawValue) }),
            namespaces: namespaces
        )
    }
}
