package import JSON

/// The JSON Schema of a `providers.yaml`, for completion and checking in editors.
///
/// Made of the same declarations that decoding uses. Editors read YAML's own types, the language does not, so a text
/// may also be what YAML takes for a number or a boolean. Keys that are needed are not marked in providers: one that
/// extends another may leave out anything.
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
        let needed = FileConstruct.construct.entries.filter(\.isRequired).map { JSONValue.string($0.name) }
        return .object(
            head + members + [.init("required", .array(needed)), .init("$defs", .object(definitions.members))]
        )
    }
}
