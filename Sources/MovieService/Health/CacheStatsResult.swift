import JSON
import MovieDomain

/// The answer of `cache/stats`: what is kept, and how far it served.
struct CacheStatsResult: JSONEncodable, Sendable {
    var contents: CacheContents
    /// By source.
    var counts: [ProviderID: CacheCounts]

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("file", contents.file)
            writer.member("answers", contents.shares.reduce(0) { $0 + $1.answers })
            writer.member("bytes", contents.shares.reduce(0) { $0 + $1.bytes })
            writer.list("providers", shares)
        }
    }

    private var shares: [Share] {
        contents.shares.map { Share(share: $0, counts: counts[$0.provider] ?? CacheCounts()) }
    }

    private struct Share: JSONEncodable {
        var share: CacheContents.Share
        var counts: CacheCounts

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.field("id", share.provider)
                writer.member("answers", share.answers)
                writer.member("bytes", share.bytes)
                writer.field("served", counts)
            }
        }
    }
}

extension NamedSchema {
    static let cacheStatsResult = NamedSchema(
        "CacheStatsResult",
        "What is kept of the sources' answers, and how far it served since the program started.",
        [
            .known("file", .text, "Where it is kept; absent where nothing is kept beyond the end of the program."),
            .always("answers", .count),
            .always("bytes", .count, "Of the answers' bodies."),
            .always(
                "providers",
                .list(
                    of: .object([
                        .always("id", .text), .always("answers", .count), .always("bytes", .count),
                        .always("served", .reference(to: .cacheCounts)),
                    ])
                )
            ),
        ]
    )
}
