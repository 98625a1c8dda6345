package import MovieDomain

struct ProviderStatusResult: WireObject {
    var providers: [ProviderHealth]

    static let wire = WireDescription<ProviderStatusResult>(
        "ProviderStatusResult",
        "The health of every configured source, in the order of the configuration.",
        [.always("providers", \.providers)]
    )
}

extension ProviderHealth.Status: WireChoice {}

extension ProviderHealth: WireObject {
    package static let wire = WireDescription<ProviderHealth>(
        "SourceHealth",
        "The health of a source since the program started.",
        [
            .always("id", \.provider, "Its id in `providers.yaml`."),
            .always("title", \.title),
            .always(
                "status",
                \.status,
                "`down`: calls fail without a request. `recovering`: it is being tried again. `failing`: the "
                    + "last call of any process failed, or all requests did."
            ),
            .known("reason", \.reason, "Why it is not `ok`."),
            .known(
                "retryAfterSeconds",
                \.retryAfterSeconds,
                as: .count,
                "The seconds until the source may be asked again."
            ),
            .always("requests", \.requests),
            .known("latency", \.latency),
            .known("quota", \.quota),
            .always("cache", \.cache),
            .always("mapping", \.mapping),
            .known("lastFailure", \.lastFailure),
            .known("process", \.process, "The state of the program, for a source of kind `process`."),
            .known(
                "week",
                \.week,
                "The counts of all processes of the user in the last seven days; absent if nothing is stored on disk."
            ),
        ]
    )
}

extension ProviderCounts: WireObject {
    package static let wire = WireDescription<ProviderCounts>(
        "ProviderCounts",
        "The counts of a source, for all processes together.",
        [.always("requests", \.requests), .always("cache", \.cache), .always("mapping", \.mapping)]
    )
}

extension RequestCounts: WireObject {
    package static let wire = WireDescription<RequestCounts>(
        "RequestCounts",
        "The requests that went to a source.",
        [
            .always("sent", \.sent, as: .count, "Attempts, including repeated ones."),
            .always("failed", \.failed, as: .count),
            .always("retried", \.retried, as: .count, "Attempts after the first."),
            .always("inFlight", \.inFlight, as: .count),
        ]
    )
}

extension Latency: WireObject {
    package static let wire = WireDescription<Latency>(
        "Latency",
        "The latency of a source's last answers, in milliseconds.",
        [
            .always("p50Ms", \.p50Milliseconds, as: .count, "The median."),
            .always("p99Ms", \.p99Milliseconds, as: .count, "The 99th percentile."),
        ]
    )
}

extension QuotaHealth: WireObject {
    package static let wire = WireDescription<QuotaHealth>(
        "QuotaHealth",
        "The usage of a source's quota by all processes of the user together.",
        [
            .always("used", \.used, as: .count),
            .always("limit", \.limit, as: .count),
            .always(
                "left",
                \.left,
                as: .count,
                "0 if the source itself says that its quota is used up, however many calls were counted here."
            ),
            .known("resetsAt", \.resetsAt, "When the count starts again, in UTC: `2026-11-21T15:00:00Z`."),
        ]
    )
}

extension CacheCounts: WireObject {
    package static let wire = WireDescription<CacheCounts>(
        "CacheCounts",
        "How the requests to a source were served.",
        [
            .always("hits", \.hits, as: .count, "Served from the cache while fresh."),
            .always("staleHits", \.staleHits, as: .count, "Served from the cache while stale."),
            .always("misses", \.misses, as: .count, "Served by the source."),
            .always(
                "revalidations",
                \.revalidations,
                as: .count,
                "The source confirmed that the cached response is still valid."
            ),
            .known("hitRate", \.hitRate, as: .number(0...1), "The share that was served from the cache."),
        ]
    )
}

extension MappingCounts: WireObject {
    package static let wire = WireDescription<MappingCounts>(
        "MappingCounts",
        "Values in a source's answers that could not be read.",
        [
            .always("rows", \.rows, as: .count, "The rows in its answers."),
            .always(
                "droppedRows",
                \.droppedRows,
                as: .count,
                "Rows that were left out because a required field was missing."
            ),
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
            .always("examplePath", \.examplePath, "The path of the first one."),
        ]
    )

    package static var wireSchema: Schema { wire.schema }
}

extension LastFailure: WireObject {
    package static let wire = WireDescription<LastFailure>(
        "LastFailure",
        "The last failure of a source.",
        [.always("message", \.message), .always("secondsAgo", \.secondsAgo, as: .count)]
    )
}

extension ProcessHealth.State: WireChoice {}

extension ProcessHealth: WireObject {
    package static let wire = WireDescription<ProcessHealth>(
        "ProcessHealth",
        "The state of a source's program.",
        [
            .always(
                "state",
                \.state,
                "`idle`: not started yet; `waiting`: it failed and will be restarted; `failed`: it failed too often."
            ),
            .always("restarts", \.restarts, as: .count, "The number of restarts."),
        ]
    )
}

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
        "The cached answers of the sources, and how often they were used since the program started.",
        [
            .known("file", \.file, "The path of the file; absent if nothing is stored on disk."),
            .always("answers", { $0.shares.reduce(0) { $0 + $1.share.answers } }, as: .count),
            .always(
                "bytes",
                { $0.shares.reduce(0) { $0 + $1.share.bytes } },
                as: .count,
                "The size of the responses' bodies."
            ),
            .always("providers", \.shares),
            .known("images", \.images, "Absent if nothing is stored on disk."),
        ]
    )
}

package struct CacheClearResult: WireObject {
    package var cleared: ClearedCache

    package static let wire = WireDescription<CacheClearResult>(
        "CacheClearResult",
        "What was removed.",
        [
            .always("removed", \.cleared.answers, as: .count, "The number of removed answers."),
            .known(
                "images",
                \.cleared.images,
                "The removed images; absent if only one source was cleared or none are stored."
            ),
        ]
    )
}

extension CachedImages: WireObject {
    package static let wire = WireDescription<CachedImages>(
        "CachedImages",
        "Fetched images that are stored as files.",
        [.always("folder", \.folder), .always("files", \.files, as: .count), .always("bytes", \.bytes, as: .count)]
    )
}
