package import JSON
package import MovieDomain

extension FieldDifference: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("provider", provider)
            switch value {
            case .number(let number): writer.member("value", number)
            case .date(let date): writer.field("value", date)
            }
        }
    }
}

extension NamedSchema {
    static let fieldDifference = NamedSchema(
        "FieldDifference",
        "What a source says of a field, where another was believed.",
        [.always("provider", .text), .always("value", .anything, "In the form of the field.")]
    )
}
