package import MovieDomain

extension ProviderReport.Status: WireChoice {}
extension ProviderError.Kind: WireChoice {}

extension ProviderReport: WireObject {
    package static let wire = WireDescription<ProviderReport>(
        "SourceReport",
        "The outcome of one source in this call.",
        [
            .always("provider", \.provider),
            .always("status", \.status),
            .known("items", \.items, as: .count, "The number of rows that the source returned."),
            .known("fromCache", \.freshness?.fromCache),
            .known(
                "ageSeconds",
                \.freshness?.ageSeconds,
                as: .count,
                "The age of the cached answer in seconds."
            ),
            .known(
                "freshForSeconds",
                \.freshness?.freshForSeconds,
                as: .count,
                "The seconds for which the same call gets this answer, by the rules of the cache."
            ),
            .known("durationMs", \.durationMilliseconds, as: .count),
            // A source that was not asked did not fail: it has a reason, not an error.
            .known("reason", { $0.isAsked ? nil : $0.failure?.message }, "Why the source was not asked."),
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
            .known("code", \.code, "The source's own error code."),
            .known("hint", \.hint, "What you can do about it."),
            .known("field", \.field, "The field of the request or the answer that the error concerns."),
            .always("retryable", \.isRetryable, "Whether the same call may succeed later."),
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
