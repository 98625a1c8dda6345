extension Decoding {
    /// Warns of headers and variables whose names say that their values are secrets, and whose values stand in the file.
    mutating func checkSecrets(in values: [NamedValue<Template>], at node: SourceNode?) {
        for value in values where value.value.isFixed && Self.namesSecret(value.name) {
            if let location = node?[value.name]?.location { writtenSecret(at: location) }
        }
    }

    /// The same for query parameters.
    mutating func checkSecrets(in values: [NamedValue<ParameterValue>], at node: SourceNode?) {
        let templates = values.compactMap { value in
            if case .template(let template) = value.value.source { NamedValue(value.name, template) } else { nil }
        }
        checkSecrets(in: templates, at: node)
    }

    /// Whether a name is one that keys and passwords have, such as `X-Api-Key` or `access_token`.
    private static func namesSecret(_ name: String) -> Bool {
        let letters = name.lowercased().filter(\.isLetter)
        return ["apikey", "accesskey", "token", "secret", "password", "authorization"].contains {
            letters.hasSuffix($0)
        }
    }
}
