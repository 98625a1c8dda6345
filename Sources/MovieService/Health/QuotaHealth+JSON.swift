package import JSON
package import MovieDomain

extension QuotaHealth: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("used", used)
            writer.member("limit", limit)
            writer.member("left", left)
            writer.field("resetsAt", resetsAt?.description)
        }
    }
}

extension NamedSchema {
    static let quotaHealth = NamedSchema(
        "QuotaHealth",
        "How much of a source's quota is used up, by all processes of the user together.",
        [
            .always("used", .count),
            .always("limit", .count),
            .always("left", .count),
            .known("resetsAt", .text, "When the count begins anew, in UTC: `2026-11-21T15:00:00Z`."),
        ]
    )
}
