package import JSON
package import MovieDomain

extension MovieVideo: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("kind", kind)
            writer.field("site", site)
            writer.field("key", key)
            writer.field("language", language)
        }
    }
}

extension NamedSchema {
    static let video = NamedSchema(
        "Video",
        "A trailer or another clip: the site that shows it and the key it has there.",
        [
            .always("kind", .text, "`trailer`, `teaser`, `clip`, or what the source calls it."),
            .always("site", .text),
            .always("key", .text),
            .known("language", .text),
        ]
    )
}
