package import JSON

/// The JSON Schema of a `providers.yaml`, for completion and checking in editors.
///
/// Made of the same declarations that decoding uses. Editors read YAML's own types, the language does not, so a text
/// may also be what YAML takes for a number or a boolean. What is needed is marked as such, except in what extends
/// something else.
package enum LanguageSchema {
    /// The whole schema, of JSON Schema 2020-12.
    package static var document: JSONValue {
        var definitions = SchemaDefinitions()
        let file = definitions.object(FileConstruct.construct)
        guard case .object(let members) = file else { return file }
        let head: [JSONValue.Member] = [
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            .init("title", "providers.yaml"),
        ]
        return .object(head + members + [.init("$defs", .object(definitions.members))])
    }
}
