import Platform

/// The condition of a source since the program started, as shown by `providers/status`.
public struct ProviderHealth: Hashable, Sendable {
    public enum Status: String, Sendable, CaseIterable {
        case ok
        /// The source is tried again after failures.
        case recovering
        /// Calls are refused without an attempt, because too many have failed.
        case down
        /// All requests so far have failed, or a source has not answered any process since one waited in vain.
        case failing
        /// The source asked for a pause.
        case paused
        case quotaExhausted = "quota_exhausted"
        /// The source is switched off, or lacks its key.
        case disabled
    }

    public var provider: ProviderID
    public var title: String
    public var status: Status
    public var reason: String?
    /// The seconds until the source may be asked again, if known.
    public var retryAfterSeconds: Int?
    public var requests = RequestCounts()
    public var latency: Latency?
    /// `nil` if its definition has no quota.
    public var quota: QuotaHealth?
    public var cache = CacheCounts()
    public var mapping = MappingCounts()
    public var lastFailure: LastFailure?
    /// `nil` if the source is not a child process.
    public var process: ProcessHealth?
    /// The counts of all the user's processes in the last seven days; `nil` if counts are not kept.
    public var week: ProviderCounts?

    public init(provider: ProviderID, title: String, status: Status, reason: String? = nil) {
        self.provider = provider
        self.title = title
        self.status = status
        self.reason = reason
    }
}

/// The rows of a source's answers since the start, and everything in them that could not be read.
public struct MappingCounts: Hashable, Sendable {
    /// Values of one field that could not be converted.
    public struct Failure: Hashable, Sendable {
        /// The operation in the provider language: `search`.
        public var operation: String
        public var field: String
        public var count: Int
        /// The path of the first of these values, as the definition writes it.
        public var examplePath: String
        /// The expected and the found value, which is not masked.
        public var exampleDetail = ""

        public init(operation: String, field: String, count: Int, examplePath: String) {
            self.operation = operation
            self.field = field
            self.count = count
            self.examplePath = examplePath
        }
    }

    /// Rows of one operation that were left out for the same reason.
    public struct LeftOut: Hashable, Sendable {
        public var operation: String
        /// The number of rows, the total, and the reason: `1 of 2 rows left out: no 'title'`.
        public var message: String

        public init(operation: String, message: String) {
            self.operation = operation
            self.message = message
        }
    }

    public var rows: Int
    /// Rows left out because a required field was missing.
    public var droppedRows: Int
    /// Why rows were left out.
    public var leftOut: [LeftOut] = []
    public var failures: [Failure]

    public init(rows: Int = 0, droppedRows: Int = 0, failures: [Failure] = []) {
        self.rows = rows
        self.droppedRows = droppedRows
        self.failures = failures
    }
}

package struct CacheContents: Hashable, Sendable {
    package struct Share: Hashable, Sendable {
        package var provider: ProviderID
        package var answers: Int
        package var bytes: Int

        package init(provider: ProviderID, answers: Int, bytes: Int) {
            self.provider = provider
            self.answers = answers
            self.bytes = bytes
        }
    }

    /// The file with the answers; `nil` if nothing is stored beyond the end of the program.
    package var file: String?
    package var shares: [Share]
    /// The fetched images; `nil` if none are cached.
    package var images: CachedImages?

    package init(file: String? = nil, shares: [Share] = []) {
        self.file = file
        self.shares = shares
    }
}

/// The images that are cached as files, for all sources together.
package struct CachedImages: Hashable, Sendable {
    package var folder: String
    package var files: Int
    package var bytes: Int

    package init(folder: String, files: Int = 0, bytes: Int = 0) {
        self.folder = folder
        self.files = files
        self.bytes = bytes
    }
}

/// The number of answers and images dropped from the cache.
package struct ClearedCache: Hashable, Sendable {
    package var answers: Int
    /// `nil` if images were not to be dropped, or none are cached.
    package var images: CachedImages?

    package init(answers: Int = 0, images: CachedImages? = nil) {
        self.answers = answers
        self.images = images
    }
}

/// How requests to a source were served since the start.
public struct CacheCounts: Hashable, Sendable {
    public var hits: Int
    /// Stale answers, given while a new one was fetched, or because the source failed.
    public var staleHits: Int
    public var misses: Int
    /// Cached answers that the source confirmed.
    public var revalidations: Int

    public init(hits: Int = 0, staleHits: Int = 0, misses: Int = 0, revalidations: Int = 0) {
        self.hits = hits
        self.staleHits = staleHits
        self.misses = misses
        self.revalidations = revalidations
    }

    /// The share of calls, from 0 to 1, that needed no answer from the source; `nil` without calls.
    public var hitRate: Double? {
        let calls = hits + staleHits + misses + revalidations
        return calls == 0 ? nil : Double(hits + staleHits) / Double(calls)
    }
}

/// The condition of a source's child process.
public struct ProcessHealth: Hashable, Sendable {
    public enum State: String, Sendable, CaseIterable {
        /// It has not been asked yet, or it ended normally.
        case idle
        case running
        /// It failed, and is started again after a pause.
        case waiting
        /// It failed too often, and is not started again.
        case failed
    }

    public var state: State
    public var restarts: Int
    public var retryAfterSeconds: Int?

    public init(state: State, restarts: Int = 0, retryAfterSeconds: Int? = nil) {
        self.state = state
        self.restarts = restarts
        self.retryAfterSeconds = retryAfterSeconds
    }
}

extension ProviderHealth {
    /// Creates the condition of a source that has not been asked, from its profile.
    public init(_ profile: ProviderProfile) {
        let reason = profile.availability.reason
        self.init(provider: profile.id, title: profile.title, status: reason == nil ? .ok : .disabled, reason: reason)
    }
}

/// The requests sent to a source since the start.
public struct RequestCounts: Hashable, Sendable {
    /// All attempts, including retries.
    public var sent: Int
    public var failed: Int
    public var retried: Int
    public var inFlight: Int

    public init(sent: Int = 0, failed: Int = 0, retried: Int = 0, inFlight: Int = 0) {
        self.sent = sent
        self.failed = failed
        self.retried = retried
        self.inFlight = inFlight
    }
}

/// The used part of a source's quota, for all processes of the user together.
public struct QuotaHealth: Hashable, Sendable {
    public var used: Int
    public var limit: Int
    /// None if the source itself says that its quota is used up, however many calls were counted here.
    public var left: Int
    /// When the count begins again: at the start of the next period in the source's calendar.
    public var resetsAt: Timestamp?

    public init(used: Int, limit: Int, resetsAt: Timestamp? = nil) {
        self.used = used
        self.limit = limit
        left = max(0, limit - used)
        self.resetsAt = resetsAt
    }
}

public struct Latency: Hashable, Sendable {
    public var p50Milliseconds: Int
    public var p99Milliseconds: Int

    public init(p50Milliseconds: Int, p99Milliseconds: Int) {
        self.p50Milliseconds = p50Milliseconds
        self.p99Milliseconds = p99Milliseconds
    }
}

/// The port to the counts about sources, and to the cached answers.
package protocol ProviderMonitor: Sendable {
    func health() async -> [ProviderHealth]

    func cacheContents() async -> CacheContents

    /// Drops the answers of one source, or all answers and images if it is `nil`.
    func clearCache(of provider: ProviderID?) async -> ClearedCache

    /// Saves the counts beyond the end of the process.
    func storeCounts() async
}

extension ProviderMonitor {
    /// Saves nothing.
    package func storeCounts() async {}
}

/// The last failure of a source, free of secrets.
public struct LastFailure: Hashable, Sendable {
    public var message: String
    public var secondsAgo: Int

    public init(message: String, secondsAgo: Int) {
        self.message = message
        self.secondsAgo = secondsAgo
    }
}

/// The counts of a source: its requests, its answers, and the values that could not be read.
public struct ProviderCounts: Hashable, Sendable {
    public var requests = RequestCounts()
    public var cache = CacheCounts()
    public var mapping = MappingCounts()

    public init() {}
}

/// The port to the counts that all processes of the user add up.
package protocol CountStore: Sendable {
    /// Adds to today's counts, by provider and name.
    func add(_ counts: [ProviderID: [String: Int]]) async

    /// Returns the sums of the last seven days.
    func counts() async -> [ProviderID: [String: Int]]
}

extension ProviderCounts {
    /// The counts with their names in a store.
    private static var numbers: [(name: String, path: WritableKeyPath<ProviderCounts, Int>)] {
        [
            ("sent", \.requests.sent), ("failed", \.requests.failed), ("retried", \.requests.retried),
            ("hits", \.cache.hits), ("stale", \.cache.staleHits), ("misses", \.cache.misses),
            ("revalidations", \.cache.revalidations), ("rows", \.mapping.rows), ("dropped", \.mapping.droppedRows),
        ]
    }

    private static let unread = "unread"

    /// Every nonzero count by its name; the name of an unreadable field contains its operation and path.
    package var named: [String: Int] {
        var named: [String: Int] = [:]
        for (name, path) in Self.numbers where self[keyPath: path] != 0 { named[name] = self[keyPath: path] }
        for failure in mapping.failures {
            let name = [Self.unread, failure.operation, failure.field, failure.examplePath].joined(separator: " ")
            named[name, default: 0] += failure.count
        }
        return named
    }

    /// Creates counts from ``named``, and ignores other names.
    package init(named: [String: Int]) {
        for (name, path) in Self.numbers { self[keyPath: path] = named[name] ?? 0 }
        for (name, count) in named.sorted(by: { $0.key < $1.key }) {
            let words = name.split(scalar: " ", maxSplits: 3).map(String.init)
            guard words.count == 4, words[0] == Self.unread else { continue }
            // Two processes may have found a field at different paths first.
            if let index = mapping.failures.firstIndex(where: { $0.operation == words[1] && $0.field == words[2] }) {
                mapping.failures[index].count += count
            } else {
                mapping.failures.append(
                    .init(operation: words[1], field: words[2], count: count, examplePath: words[3])
                )
            }
        }
    }
}
