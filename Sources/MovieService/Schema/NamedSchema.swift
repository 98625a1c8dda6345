/// A schema that others refer to: `#/components/schemas/Movie`.
package struct NamedSchema: Hashable, Sendable {
    /// In upper camel case, as OpenRPC documents write it: `BoxOfficeEntry`.
    package let name: String
    /// An object's schema, with a sentence for people.
    package let schema: Schema

    init(_ name: String, _ description: String, _ properties: [Schema.Property]) {
        self.name = name
        schema = Schema.object(properties).described(description)
    }
}
