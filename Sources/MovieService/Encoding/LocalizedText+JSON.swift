package import JSON
package import MovieDomain

extension LocalizedText: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("text", text)
            writer.field("language", language)
        }
    }
}

extension NamedSchema {
    static let localizedText = NamedSchema(
        "LocalizedText",
        "A text and the language that it is in.",
        [.always("text", .text), .known("language", .text, "BCP 47: `ko`.")]
    )
}
