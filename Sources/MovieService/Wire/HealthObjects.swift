package import MovieDomain

/// The answer to `providers/status`.
struct ProviderStatusResult: WireObject {
    var providers: [ProviderHealth]

    static let wire = WireDescription<ProviderStatusResult>(
        "ProviderStatusResult",
        "How every configured source is doing, in the order of the configuration.",
        [.always("providers", \.providers)]
    )
}

extension ProviderHealth.Status: WireChoice {}

extension ProviderHealth: WireObject {
    package static let wire = WireDescription<ProviderHealth>(
        "SourceHealth",
        "How a source has been doing since the program started.",
        [
            .always("id", \.provider, "Its name in `providers.yaml`."),
            .always("title", \.title),
            .always("status", \.status, "`down`: calls fail without a request; `recovering`: it is being tried again."),
            .known("reason", \.reason, "Why it is not `ok`."),
            .known("retryAfterSeconds", \.retryAfterSeconds, as: .count, "Seconds until it may be asked again."),
            .always("requests", \.requests),
            .known("latency", \.latency),
            .known("quota", \.quota),
            .always("cache", \.cache),
            .always("mapping", \.mapping),
            .known("lastFailure", \.lastFailure),
            .known("process", \.process, "Of a source of kind `process`."),
            .known(
                "week",
                \.week,
                "What all processes of the user counted in the last seven days; absent where nothing is kept."
            ),
        ]
    )
}

extension ProviderCounts: WireObject {
    package static let wire = WireDescription<ProviderCounts>(
        "ProviderCounts",
        "What is counted about a source, by all processes together.",
        [.always("requests", \.requests), .always("cache", \.cache), .always("mapping", \.mapping)]
    )
}

extension RequestCounts: WireObject {
    package static let wire = WireDescription<RequestCounts>(
        "RequestCounts",
        "The requests that went to a source.",
        [
            .always("sent", \.sent, as: .count, "Attempts, the repeated ones too."),
            .always("failed", \.failed, as: .count),
            .always("retried", \.retried, as: .count, "Attempts after the first."),
            .always("inFlight", \.inFlight, as: .count),
        ]
    )
}

extension Latency: WireObject {
    package static let wire = WireDescription<Latency>(
        "Latency",
        "How long a source's last answers took, in milliseconds.",
        [
            .always("p50Ms", \.p50Milliseconds, as: .count, "Half of them were faster."),
            .always("p99Ms", \.p99Milliseconds, as: .count, "One in a hundred was slower."),
        ]
    )
}

extension QuotaHealth: WireObject {
    package static let wire = WireDescription<QuotaHealth>(
        "QuotaHealth",
        "How much of a source's quota is used up, by all processes of the user together.",
        [
            .always("used", \.used, as: .count),
            .always("limit", \.limit, as: .count),
            .always("left", \.left, as: .count),
            .known("resetsAt", \.resetsAt, "When the count starts again, in UTC: `2026-11-21T15:00:00Z`."),
        ]
    )
}

extension CacheCounts: WireObject {
    package static let wire = WireDescription<CacheCounts>(
        "CacheCounts",
        "How requests for a source's answers were served.",
        [
            .always("hits", \.hits, as: .count, "From what was kept, still fresh."),
            .always("staleHits", \.staleHits, as: .count, "From what was kept, no longer fresh."),
            .always("misses", \.misses, as: .count, "From the source."),
            .always("revalidations", \.revalidations, as: .count, "The source said that what was kept is still right."),
            .known("hitRate", \.hitRate, as: .number(0...1), "The share that needed no answer of the source."),
        ]
    )
}

extension MappingCounts: WireObject {
    package static let wire = WireDescription<MappingCounts>(
        "MappingCounts",
        "What could not be read of a source's answers.",
        [
            .always("rows", \.rows, as: .count, "Rows that its answers had."),
            .always("droppedRows", \.droppedRows, as: .count, "Rows left out because a required field was missing."),
            .always("failures", \.failures, "Values that could not be converted, by field."),
        ]
    )
}

extension MappingCounts.Failure: WireObject {
    package static let wire = WireDescription<MappingCounts.Failure>(
        "MappingFailure",
        nil,
        [
            .always("operation", \.operation),
            .always("field", \.field),
            .always("count", \.count, as: .count),
            .always("examplePath", \.examplePath, "Where the first of them stood."),
        ]
    )

    package static var wireSchema: Schema { wire.schema }
}

extension LastFailure: WireObject {
    package static let wire = WireDescription<LastFailure>(
        "LastFailure",
        "The last thing that went wrong at a source.",
        [.always("message", \.message), .always("secondsAgo", \.secondsAgo, as: .count)]
    )
}

extension ProcessHealth.State: WireChoice {}

extension ProcessHealth: WireObject {
    package static let wire = WireDescription<ProcessHealth>(
        "ProcessHealth",
        "How the program of a source is doing.",
        [
            .always(
                "state",
                \.state,
                "`idle`: not started yet; `waiting`: it failed and will be restarted; `failed`: it failed too often."
            ),
            .always("restarts", \.restarts, as: .count, "Starts after the first one."),
        ]
    )
}

/// The answer to `cache/stats`.
struct CacheStatsResult: WireObject {
    struct Share: WireObject {
        var share: CacheContents.Share
        var served: CacheCounts

        static let wire = WireDescription<Share>(
            "CacheShare",
            nil,
            [
                .always("id", \.share.provider),
                .always("answers", \.share.answers, as: .count),
                .always("bytes", \.share.bytes, as: .count),
                .always("served", \.served),
            ]
        )

        static var wireSchema: Schema { wire.schema }
    }

    var file: String?
    var shares: [Share]
    var images: CachedImages?

    init(_ contents: CacheContents, counts: [ProviderID: CacheCounts]) {
        file = contents.file
        images = contents.images
        shares = contents.shares.map { Share(share: $0, served: counts[$0.provider] ?? CacheCounts()) }
    }

    static let wire = WireDescription<CacheStatsResult>(
        "CacheStatsResult",
        "What is kept of the sources' answers, and how far it served since the program started.",
        [
            .known("file", \.file, "Where it is kept; absent where nothing is kept beyond the end of the program."),
            .always("answers", { $0.shares.reduce(0) { $0 + $1.share.answers } }, as: .count),
            .always("bytes", { $0.shares.reduce(0) { $0 + $1.share.bytes } }, as: .count, "Of the answers' bodies."),
            .always("providers", \.shares),
            .known("images", \.images, "Absent where none are kept."),
        ]
    )
}

/// The answer to `cache/clear`.
struct CacheClearResult: WireObject {
    var cleared: ClearedCache

    static let wire = WireDescription<CacheClearResult>(
        "CacheClearResult",
        "What was dropped.",
        [
            .always("removed", \.cleared.answers, as: .count, "Answers that are no longer kept."),
            .known(
                "images",
                \.cleared.images,
                "The images; absent where only one source was cleared, or none are kept."
            ),
        ]
    )
}

extension CachedImages: WireObject {
    package static let wire = WireDescription<CachedImages>(
        "CachedImages",
        "Fetched images that are kept as files.",
        [.always("folder", \.folder), .always("files", \.files, as: .count), .always("bytes", \.bytes, as: .count)]
    )
}
