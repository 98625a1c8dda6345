package import JSON
package import MovieDomain

extension FieldChoice: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id.description)
            writer.member("field", field.rawValue)
            writer.member("provider", provider.rawValue)
        }
    }
}

extension NamedSchema {
    static let fieldChoice = NamedSchema(
        "FieldChoice",
        "The source that the user wants a field of a film from.",
        [
            .always("id", .text),
            .always("field", .choice(MovieField.allCases.map(\.rawValue))),
            .always("provider", .text),
        ]
    )
}
