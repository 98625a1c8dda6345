package import MovieDomain

extension ProviderReport.Status: WireChoice {}
extension ProviderError.Kind: WireChoice {}

extension ProviderReport: WireObject {
    package static let wire = WireDescription<ProviderReport>(
        "SourceReport",
        "What became of one source in this call.",
        [
            .always("provider", \.provider),
            .always("status", \.status),
            .known("items", \.items, as: .count, "Rows that it gave."),
            .known("fromCache", \.freshness?.fromCache),
            .known(
                "ageSeconds",
                \.freshness?.ageSeconds,
                as: .count,
                "Seconds since the source gave it, where it comes from a cache."
            ),
            .known(
                "freshForSeconds",
                \.freshness?.freshForSeconds,
                as: .count,
                "For how many seconds the same question gets this answer, as the rules of the cache say."
            ),
            .known("durationMs", \.durationMilliseconds, as: .count),
            // A source that was not asked did not fail: it has a reason, not an error.
            .known("reason", { $0.isAsked ? nil : $0.failure?.message }, "Why it was not asked."),
            .known("error", { $0.isAsked && $0.status != .empty ? $0.failure : nil }),
        ]
    )
}

extension ProviderError: WireObject {
    package static let wire = WireDescription<ProviderError>(
        "SourceFailure",
        "Why a source could not answer.",
        [
            .always("kind", \.kind),
            .always("message", \.message, "One sentence for a person."),
            .known("code", \.code, "The source's own code for it."),
            .known("hint", \.hint, "What can be done about it."),
            .known("field", \.field, "The field of the request or the answer that it is about."),
            .always("retryable", \.isRetryable, "Whether the same call may go through a moment later."),
            .known("retryAfterSeconds", \.retryAfterSeconds, as: .count),
            .known(
                "page",
                \.page,
                as: .integer(atLeast: 1),
                "The page of the source's own list that failed; the films of the pages before it are in the answer."
            ),
            .known(
                "part",
                \.part,
                "The part of the film that failed, as `include` names it; the rest is in the answer."
            ),
        ]
    )
}
