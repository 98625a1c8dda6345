import JSON
import MovieDomain

/// The `data` of an error: always its kind, and whatever else is known.
struct ErrorData {
    var kind: FailureKind
    var provider: ProviderID?
    var code: String?
    var method: String?
    var field: String?
    var expected: String?
    var received: String?
    var hint: String?
    var isRetryable: Bool?
    var retryAfterSeconds: Int?
    var sources: [SourceReport] = []

    init(_ kind: FailureKind) {
        self.kind = kind
    }

    init(_ failure: SourceFailure) {
        kind = FailureKind(failure.kind)
        provider = failure.provider
        code = failure.code
        field = failure.field
        hint = failure.hint
        isRetryable = failure.isRetryable
        retryAfterSeconds = failure.retryAfterSeconds
    }
}

extension ErrorData: JSONEncodable {
    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("kind", kind.rawValue)
            writer.field("provider", provider)
            writer.field("code", code)
            writer.field("method", method)
            writer.field("field", field)
            writer.field("expected", expected)
            writer.field("received", received)
            writer.field("hint", hint)
            writer.field("retryable", isRetryable)
            writer.field("retryAfterSeconds", retryAfterSeconds)
            writer.nonEmptyList("sources", sources)
        }
    }
}

extension NamedSchema {
    static let errorData = NamedSchema(
        "ErrorData",
        "The `data` of an error.",
        [
            .always("kind", .choice(FailureKind.allCases.map(\.rawValue))),
            .known("provider", .text, "The source that failed."),
            .known("code", .text, "The source's own code for it."),
            .known("method", .text, "The method that does not exist."),
            .known("field", .text, "The parameter, or the field of the source's answer, that it is about."),
            .known("expected", .text, "What the parameter wants."),
            .known("received", .text, "What came instead, as JSON, shortened."),
            .known("hint", .text, "What can be done about it."),
            .known("retryable", .boolean, "Whether the same call may go through a moment later."),
            .known("retryAfterSeconds", .count),
            .known("sources", .list(of: .reference(to: .sourceReport)), "What became of every source."),
        ]
    )
}
