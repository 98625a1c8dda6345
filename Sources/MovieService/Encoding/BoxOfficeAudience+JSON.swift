package import JSON
package import MovieDomain

extension BoxOfficeFigures.Audience: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("count", count)
            writer.field("change", change)
            writer.field("changePercent", changePercent)
            writer.field("total", total)
        }
    }
}

extension NamedSchema {
    static let audience = NamedSchema(
        "Audience",
        "People in the seats.",
        [
            .known("count", .count),
            .known("change", .integer, "Against the period before."),
            .known("changePercent", .number),
            .known("total", .count, "Since the release."),
        ]
    )
}
