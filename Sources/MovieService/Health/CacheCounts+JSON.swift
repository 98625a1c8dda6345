package import JSON
package import MovieDomain

extension CacheCounts: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("hits", hits)
            writer.member("staleHits", staleHits)
            writer.member("misses", misses)
            writer.member("revalidations", revalidations)
            writer.field("hitRate", hitRate)
        }
    }
}

extension NamedSchema {
    static let cacheCounts = NamedSchema(
        "CacheCounts",
        "How requests for a source's answers were served.",
        [
            .always("hits", .count, "From what was kept, still fresh."),
            .always("staleHits", .count, "From what was kept, no longer fresh."),
            .always("misses", .count, "From the source."),
            .always("revalidations", .count, "The source said that what was kept is still right."),
            .known("hitRate", .number(0...1), "The share that needed no answer of the source."),
        ]
    )
}
