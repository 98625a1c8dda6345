package import JSON
package import MovieDomain

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

/// The answer of `cache/clear`.
struct CacheClearResult: JSONEncodable, Sendable {
    /// Answers that are no longer kept.
    var removed: Int

    func encode(to writer: inout JSONWriter) {
        writer.object { $0.member("removed", removed) }
    }
}

extension NamedSchema {
    static let cacheClearResult = NamedSchema(
        "CacheClearResult",
        "What was dropped.",
        [.always("removed", .count, "Answers that are no longer kept.")]
    )
}

/// The answer of `providers/status`, in configured order.
struct ProviderStatusResult: JSONEncodable, Sendable {
    var providers: [SourceHealth]

    func encode(to writer: inout JSONWriter) {
        writer.object { $0.list("providers", providers) }
    }
}

extension NamedSchema {
    static let providerStatusResult = NamedSchema(
        "ProviderStatusResult",
        "How every configured source is doing, in the order of the configuration.",
        [.always("providers", .list(of: .reference(to: .sourceHealth)))]
    )
}

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

extension MappingCounts: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("rows", rows)
            writer.member("droppedRows", droppedRows)
            writer.list("failures", failures)
        }
    }
}

extension MappingCounts.Failure: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("operation", operation)
            writer.member("field", field)
            writer.member("count", count)
            writer.member("examplePath", examplePath)
        }
    }
}

extension NamedSchema {
    static let mappingCounts = NamedSchema(
        "MappingCounts",
        "What could not be read of a source's answers.",
        [
            .always("rows", .count, "Rows that its answers had."),
            .always("droppedRows", .count, "Rows left out because a required field was missing."),
            .always(
                "failures",
                .list(
                    of: .object([
                        .always("operation", .text), .always("field", .text), .always("count", .count),
                        .always("examplePath", .text, "Where the first of them stood."),
                    ])
                ),
                "Values that could not be converted, by field."
            ),
        ]
    )
}

extension CacheCounts: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("hits", hits)
            writer.member("staleHits", staleHits)
            writer.member("misses", misses)
            writer.member("revalidations", revalidations)
            writer.field("hitRate", hitRate)
        }
    }
}

extension NamedSchema {
    static let cacheCounts = NamedSchema(
        "CacheCounts",
        "How requests for a source's answers were served.",
        [
            .always("hits", .count, "From what was kept, still fresh."),
            .always("staleHits", .count, "From what was kept, no longer fresh."),
            .always("misses", .count, "From the source."),
            .always("revalidations", .count, "The source said that what was kept is still right."),
            .known("hitRate", .number(0...1), "The share that needed no answer of the source."),
        ]
    )
}

extension ProcessHealth: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("state", state.rawValue)
            writer.member("restarts", restarts)
        }
    }
}

extension NamedSchema {
    static let processHealth = NamedSchema(
        "ProcessHealth",
        "How the program of a source is doing.",
        [
            .always(
                "state",
                .choice(ProcessHealth.State.allCases.map(\.rawValue)),
                "`idle`: nobody has asked it yet; `waiting`: it failed and is started again; `failed`: too often."
            ),
            .always("restarts", .count, "Starts after the first one."),
        ]
    )
}

extension QuotaHealth: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("used", used)
            writer.member("limit", limit)
            writer.member("left", left)
            writer.field("resetsAt", resetsAt?.description)
        }
    }
}

extension NamedSchema {
    static let quotaHealth = NamedSchema(
        "QuotaHealth",
        "How much of a source's quota is used up, by all processes of the user together.",
        [
            .always("used", .count),
            .always("limit", .count),
            .always("left", .count),
            .known("resetsAt", .text, "When the count begins anew, in UTC: `2026-11-21T15:00:00Z`."),
        ]
    )
}

extension RequestCounts: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("sent", sent)
            writer.member("failed", failed)
            writer.member("retried", retried)
            writer.member("inFlight", inFlight)
        }
    }
}

extension NamedSchema {
    static let requestCounts = NamedSchema(
        "RequestCounts",
        "The requests that went to a source.",
        [
            .always("sent", .count, "Attempts, the repeated ones too."),
            .always("failed", .count),
            .always("retried", .count, "Attempts after the first."),
            .always("inFlight", .count),
        ]
    )
}

extension Latency: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("p50Ms", p50Milliseconds)
            writer.member("p99Ms", p99Milliseconds)
        }
    }
}

extension NamedSchema {
    static let latency = NamedSchema(
        "Latency",
        "How long a source's last answers took, in milliseconds.",
        [
            .always("p50Ms", .count, "Half of them were faster."),
            .always("p99Ms", .count, "One in a hundred was slower."),
        ]
    )
}

extension LastFailure: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("message", message)
            writer.member("secondsAgo", secondsAgo)
        }
    }
}

extension NamedSchema {
    static let lastFailure = NamedSchema(
        "LastFailure",
        "The last thing that went wrong at a source.",
        [.always("message", .text), .always("secondsAgo", .count)]
    )
}
