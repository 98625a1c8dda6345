package import JSON
package import MovieDomain

/// One source of `providers/status`.
extension SourceHealth: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("id", provider)
            writer.field("title", title)
            writer.field("status", status.rawValue)
            writer.field("reason", reason)
            writer.field("retryAfterSeconds", retryAfterSeconds)
            writer.field("requests", requests)
            writer.field("latency", latency)
            writer.field("quota", quota)
            writer.field("cache", cache)
            writer.field("mapping", mapping)
            writer.field("lastFailure", lastFailure)
            writer.field("process", process)
        }
    }
}

extension NamedSchema {
    static let sourceHealth = NamedSchema(
        "SourceHealth",
        "How a source has been doing since the program started.",
        [
            .always("id", .text, "Its name in `providers.yaml`."),
            .always("title", .text),
            .always(
                "status",
                .choice(SourceHealth.Status.allCases.map(\.rawValue)),
                "`down`: calls are refused without a try; `recovering`: it is being tried again."
            ),
            .known("reason", .text, "Why it is not `ok`."),
            .known("retryAfterSeconds", .count, "Seconds until it may be asked again."),
            .always("requests", .reference(to: .requestCounts)),
            .known("latency", .reference(to: .latency)),
            .known("quota", .reference(to: .quotaHealth)),
            .always("cache", .reference(to: .cacheCounts)),
            .always("mapping", .reference(to: .mappingCounts)),
            .known("lastFailure", .reference(to: .lastFailure)),
            .known("process", .reference(to: .processHealth), "Of a source of kind `process`."),
        ]
    )
}
