/// What a method answers.
package struct MethodResult: Sendable {
    /// In lower camel case: `moviesResult`.
    package let name: String
    /// Nearly always a reference to a component.
    package let schema: Schema

    /// An answer that is one of the document's components.
    init(_ component: NamedSchema) {
        name = component.name.prefix(1).lowercased() + component.name.dropFirst()
        schema = .reference(to: component)
    }

    init(_ name: String, _ schema: Schema) {
        self.name = name
        self.schema = schema
    }
}
