package import JSON
package import MovieDomain

extension Person: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("name", name)
            writer.field("nameEn", nameEn)
            writer.field("character", character)
            writer.field("job", job)
        }
    }
}

extension NamedSchema {
    static let person = NamedSchema(
        "Person",
        "Somebody who made a film or plays in it.",
        [
            .always("name", .text),
            .known("nameEn", .text, "The same name in Latin letters."),
            .known("character", .text, "The part that is played."),
            .known("job", .text, "What was done, for the crew."),
        ]
    )
}
