package import JSON
package import MovieDomain

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
