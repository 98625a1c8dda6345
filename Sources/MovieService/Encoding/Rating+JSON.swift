package import JSON
package import MovieDomain

extension Rating: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("provider", provider)
            writer.field("value", value)
            writer.field("scale", scale)
            writer.fieldOrNull("votes", votes)
        }
    }
}

extension NamedSchema {
    static let rating = NamedSchema(
        "Rating",
        "What the users of one source think of a film.",
        [
            .always("provider", .text),
            .always("value", .number),
            .always("scale", .number, "The best that can be given: 10, 5, 100."),
            .always("votes", .count.orNull, "`null` where the source does not say."),
        ]
    )
}
