package import MovieDomain

/// The answer to `cache/watch`, `providers/watch`, and `library/watch`.
struct WatchResult: WireObject {
    var isEnabled: Bool

    static let wire = WireDescription<WatchResult>(
        "WatchResult",
        "Whether notifications are on.",
        [.always("enabled", \.isEnabled, "Whether the client is notified of changes from now on.")]
    )
}

package struct ProvidersResult: WireObject {
    package var providers: [ProviderProfile]

    package static let wire = WireDescription<ProvidersResult>(
        "ProvidersResult",
        "Every configured source, in the order of the configuration.",
        [.always("providers", \.providers)]
    )
}

extension Capability: WireChoice {}

extension ProviderProfile: WireObject {
    package static let wire = WireDescription<ProviderProfile>(
        "Provider",
        "A configured source.",
        [
            .always("id", \.id, "Its id in `providers.yaml`."),
            .always("title", \.title),
            .known("homepage", \.homepage),
            .known("keyUrl", \.keyURL, "The page where you request a key."),
            .known("attribution", \.attribution, "What the source asks its users to say beside its data."),
            .always("languages", \.languages, "The languages of its texts."),
            .always("capabilities", { Capability.allCases.filter($0.capabilities.contains) }),
            .always(
                "namespaces",
                { profile in
                    WireMap(
                        members: Capability.allCases.compactMap { capability in
                            profile.namespaces[capability].map { (capability.rawValue, $0) }
                        }
                    )
                },
                "For every operation that takes ids, the accepted namespaces."
            ),
            .always(
                "status",
                { $0.availability == .available ? "available" : "disabled" },
                as: Schema(.choice(["available", "disabled"])).named("ProviderAvailability")
            ),
            .known("reason", \.availability.reason, "Why it is disabled."),
        ]
    )
}

// MARK: - Vocabulary

struct VocabularyResult: WireObject {
    var providers: [ProviderProfile]

    static let wire = WireDescription<VocabularyResult>(
        "VocabularyResult",
        "The values that parameters accept.",
        [
            .always("genres", { _ in Genre.allCases.map(GenreWord.init) }),
            .always(
                "regions",
                { result in
                    result.providers.flatMap { profile in
                        profile.regions.map { RegionWord(provider: profile.id, region: $0) }
                    }
                },
                "The regions of a box office, by source."
            ),
        ]
    )
}

struct GenreWord: WireObject {
    var genre: Genre

    static let wire = WireDescription<GenreWord>(
        "GenreWord",
        "A genre. A parameter accepts any of these.",
        [
            .always("genre", \.genre.rawValue),
            .always("nameKo", { $0.genre.name(in: ["ko"]) }),
            .always("nameEn", { $0.genre.name(in: ["en"]) }),
        ]
    )
}

struct RegionWord: WireObject {
    var provider: ProviderID
    var region: Region

    static let wire = WireDescription<RegionWord>(
        "RegionWord",
        "A region. A parameter accepts its name, the beginning of it, or its code.",
        [
            .always("provider", \.provider), .always("name", \.region.name), .always("code", \.region.code),
            .nonEmpty("otherNames", \.region.otherNames, "Further accepted names."),
        ]
    )
}

extension ProviderReport.Status: WireChoice {}
extension ProviderError.Kind: WireChoice {}

extension ProviderReport: WireObject {
    package static let wire = WireDescription<ProviderReport>(
        "SourceReport",
        "The outcome of one source in this call.",
        [
            .always("provider", \.provider),
            .always("status", \.status),
            .known(
                "items",
                \.items,
                as: .count,
                "The number of films, entries, or people in the source's answer; `remarks` lists the rows that "
                    + "were left out. For one film: 1 if a record of the source is part of it, otherwise 0."
            ),
            .known("fromCache", \.freshness?.fromCache),
            .known("ageSeconds", \.freshness?.ageSeconds, as: .count, "The age of the cached answer in seconds."),
            .known(
                "freshForSeconds",
                \.freshness?.freshForSeconds,
                as: .count,
                "The seconds for which the same call gets this answer, by the rules of the cache."
            ),
            .known("attribution", \.attribution, "What the source asks to be shown beside its data, once."),
            .known("durationMs", \.durationMilliseconds, as: .count),
            // A source that was not asked did not fail: it has a reason, not an error.
            .known("reason", { $0.isAsked ? nil : $0.failure?.message }, "Why the source was not asked."),
            .known(
                "error",
                { $0.isAsked && $0.status != .empty ? $0.failure : nil },
                "Why the source, or a part of its answer, failed. With the status `stale`, an older answer is "
                    + "used instead."
            ),
            .nonEmpty("remarks", \.remarks, "What the answer lacks, one sentence each."),
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

extension [ProviderReport] {
    /// The seconds until a source that did not answer may be asked again; `nil` if none says.
    fileprivate var retryAfterSeconds: Int? {
        filter(\.isIncomplete).compactMap { $0.failure?.retryAfterSeconds }.min()
    }

    /// One report for each source, in the order of the first ones.
    fileprivate var united: [ProviderReport] {
        var united: [ProviderReport] = []
        for report in self {
            if let place = united.firstIndex(where: { $0.provider == report.provider }) {
                united[place] = united[place].combined(with: report)
            } else {
                united.append(report)
            }
        }
        return united
    }
}

extension WireField {
    /// The outcome of every source, and what it comes to.
    static func outcome(
        _ sources: @escaping @Sendable (Object) -> [ProviderReport],
        _ summary: String? = nil
    ) -> [WireField] {
        shortfall(sources) + [.always("sources", sources, summary)]
    }

    /// What the outcome of every source comes to, for answers in which each film has its own `sources`.
    static func shortfall(_ sources: @escaping @Sendable (Object) -> [ProviderReport]) -> [WireField] {
        [
            .known(
                "incomplete",
                { sources($0).contains(where: \.isIncomplete) ? true : nil },
                "`true` if a later call may have more; `sources` says why."
            ),
            .known(
                "retryAfterSeconds",
                { sources($0).retryAfterSeconds },
                as: .count
            ),
            .nonEmpty(
                "problems",
                { sources($0).united.problems },
                "What to tell the user about the sources, ready to show; absent if all is well."
            ),
        ]
    }
}
