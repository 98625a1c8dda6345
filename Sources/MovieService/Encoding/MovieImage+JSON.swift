package import JSON
package import MovieDomain

extension MovieImage: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("kind", kind)
            writer.field("url", url)
            writer.field("width", width)
            writer.field("language", language)
            writer.field("provider", provider)
        }
    }
}

extension NamedSchema {
    static let image = NamedSchema(
        "Image",
        "Where a picture of a film lies.",
        [
            .always("kind", .text, "`poster`, `backdrop`, `logo`, or what the source calls it."),
            .always("url", .text),
            .known("width", .count, "In pixels."),
            .known("language", .text),
            .always("provider", .text),
        ]
    )
}
