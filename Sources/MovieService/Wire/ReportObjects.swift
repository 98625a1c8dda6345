package import JSON
package import MovieDomain

/// One line of an answer's `sources`: what became of one source in this call.
extension SourceReport: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("provider", provider)
            writer.field("status", status.rawValue)
            writer.field("items", items)
            writer.field("fromCache", freshness?.fromCache)
            writer.field("ageSeconds", freshness?.ageSeconds)
            writer.field("durationMs", durationMilliseconds)
            if !isAsked {
                // Nothing went wrong with a source that was left aside: it has a reason, not an error.
                writer.field("reason", failure?.message)
            } else if status != .empty {
                writer.field("error", failure)
            }
        }
    }
}

extension NamedSchema {
    static let sourceReport = NamedSchema(
        "SourceReport",
        "What became of one source in this call.",
        [
            .always("provider", .text),
            .always("status", .choice(SourceReport.Status.allCases.map(\.rawValue))),
            .known("items", .count, "Rows that it gave."),
            .known("fromCache", .boolean),
            .known("ageSeconds", .count, "Seconds since the source gave it, where it comes from a cache."),
            .known("durationMs", .count),
            .known("reason", .text, "Why it was not asked."),
            .known("error", .reference(to: .sourceFailure)),
        ]
    )
}

extension SourceFailure: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("kind", kind.rawValue)
            writer.field("message", message)
            writer.field("code", code)
            writer.field("hint", hint)
            writer.field("field", field)
            writer.field("retryable", isRetryable)
            writer.field("retryAfterSeconds", retryAfterSeconds)
        }
    }
}

extension NamedSchema {
    static let sourceFailure = NamedSchema(
        "SourceFailure",
        "Why a source could not answer.",
        [
            .always("kind", .choice(SourceFailure.Kind.allCases.map(\.rawValue))),
            .always("message", .text, "One sentence for a person."),
            .known("code", .text, "The source's own code for it."),
            .known("hint", .text, "What can be done about it."),
            .known("field", .text, "The field of the request or the answer that it is about."),
            .always("retryable", .boolean, "Whether the same call may go through a moment later."),
            .known("retryAfterSeconds", .count),
        ]
    )
}
