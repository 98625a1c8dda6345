package import JSON
package import MovieDomain

extension Certification: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("region", region)
            writer.field("label", label)
        }
    }
}

extension NamedSchema {
    static let certification = NamedSchema(
        "Certification",
        "Who may see a film somewhere.",
        [.known("region", .text, "ISO 3166-1 alpha-2: `KR`."), .always("label", .text)]
    )
}
