/// How a source has been doing since the program started, as `providers/status` says it.
public struct ProviderHealth: Hashable, Sendable {
    public enum Status: String, Sendable, CaseIterable {
        case ok
        /// It is being tried again after it failed.
        case recovering
        /// Calls are refused without a try, because too many have failed.
        case down
        /// It asked to be left alone for a while.
        case paused
        case quotaExhausted = "quota_exhausted"
        /// Switched off, or without its key.
        case disabled
    }

    public var provider: ProviderID
    public var title: String
    public var status: Status
    public var reason: String?
    /// Seconds until it may be asked again, where that is known.
    public var retryAfterSeconds: Int?
    public var requests = RequestCounts()
    public var latency: Latency?
    /// `nil` where its definition names none.
    public var quota: QuotaHealth?
    public var cache = CacheCounts()
    public var mapping = MappingCounts()
    public var lastFailure: LastFailure?
    /// `nil` where the source is no child process.
    public var process: ProcessHealth?
    /// What all processes of the user counted in the last seven days; `nil` where counts are not kept.
    public var week: ProviderCounts?

    public init(provider: ProviderID, title: String, status: Status, reason: String? = nil) {
        self.provider = provider
        self.title = title
        self.status = status
        self.reason = reason
    }
}

/// What could not be read of a source's answers since the start; nothing of it is silent.
public struct MappingCounts: Hashable, Sendable {
    /// Values of one field that could not be converted.
    public struct Failure: Hashable, Sendable {
        /// The operation of the provider language: `search`.
        public var operation: String
        public var field: String
        public var count: Int
        /// Where the first of them stood, as the definition writes it.
        public var examplePath: String
        /// What was expected there, and the value that was found; it is not masked.
        public var exampleDetail = ""

        public init(operation: String, field: String, count: Int, examplePath: String) {
            self.operation = operation
            self.field = field
            self.count = count
            self.examplePath = examplePath
        }
    }

    public var rows: Int
    /// Rows left out because a required field was missing.
    public var droppedRows: Int
    public var failures: [Failure]

    public init(rows: Int = 0, droppedRows: Int = 0, failures: [Failure] = []) {
        self.rows = rows
        self.droppedRows = droppedRows
        self.failures = failures
    }
}

public struct CacheContents: Hashable, Sendable {
    public struct Share: Hashable, Sendable {
        public var provider: ProviderID
        public var answers: Int
        public var bytes: Int

        public init(provider: ProviderID, answers: Int, bytes: Int) {
            self.provider = provider
            self.answers = answers
            self.bytes = bytes
        }
    }

    /// The file that they are kept in; `nil` where nothing is kept beyond the end of the program.
    public var file: String?
    public var shares: [Share]

    public init(file: String? = nil, shares: [Share] = []) {
        self.file = file
        self.shares = shares
    }
}

/// How calls for a source's answers were served since the start.
public struct CacheCounts: Hashable, Sendable {
    public var hits: Int
    /// From what was kept, no longer fresh: while it was fetched anew, or because the source failed.
    public var staleHits: Int
    public var misses: Int
    /// The source said that what was kept is still right.
    public var revalidations: Int

    public init(hits: Int = 0, staleHits: Int = 0, misses: Int = 0, revalidations: Int = 0) {
        self.hits = hits
        self.staleHits = staleHits
        self.misses = misses
        self.revalidations = revalidations
    }

    /// The share of calls that needed no answer of the source, between 0 and 1; `nil` without calls.
    public var hitRate: Double? {
        let calls = hits + staleHits + misses + revalidations
        return calls == 0 ? nil : Double(hits + staleHits) / Double(calls)
    }
}

/// How the child process of a source is doing.
public struct ProcessHealth: Hashable, Sendable {
    public enum State: String, Sendable, CaseIterable {
        /// It has not been asked yet, or it ended in good order.
        case idle
        case running
        /// It failed, and is started again when its pause is over.
        case waiting
        /// It failed too often, and is left alone.
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
    /// What a source's profile says before it is asked.
    public init(_ profile: ProviderProfile) {
        let reason = profile.availability.reason
        self.init(provider: profile.id, title: profile.title, status: reason == nil ? .ok : .disabled, reason: reason)
    }
}

/// The requests that went to a source since the start.
public struct RequestCounts: Hashable, Sendable {
    /// Attempts, the repeated ones too.
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

/// How much of a source's quota is used up, by all processes of the user together.
public struct QuotaHealth: Hashable, Sendable {
    public var used: Int
    public var limit: Int
    /// When the count begins anew: the start of the source's own next day.
    public var resetsAt: Timestamp?

    public init(used: Int, limit: Int, resetsAt: Timestamp? = nil) {
        self.used = used
        self.limit = limit
        self.resetsAt = resetsAt
    }

    public var left: Int { max(0, limit - used) }
}

public struct Latency: Hashable, Sendable {
    public var p50Milliseconds: Int
    public var p99Milliseconds: Int

    public init(p50Milliseconds: Int, p99Milliseconds: Int) {
        self.p50Milliseconds = p50Milliseconds
        self.p99Milliseconds = p99Milliseconds
    }
}

/// The port to what is counted about sources, and to what is kept of their answers.
public protocol ProviderMonitor: Sendable {
    func health() async -> [ProviderHealth]

    func cacheContents() async -> CacheContents

    /// Drops what is kept of one source, or of all where it is `nil`; gives the number of answers dropped.
    func clearCache(of provider: ProviderID?) async -> Int

    /// Keeps what was counted beyond the end of the process.
    func keepCounts() async
}

extension ProviderMonitor {
    /// Keeps nothing.
    public func keepCounts() async {}
}

/// The last thing that went wrong at a source; never holds a secret.
public struct LastFailure: Hashable, Sendable {
    public var message: String
    public var secondsAgo: Int

    public init(message: String, secondsAgo: Int) {
        self.message = message
        self.secondsAgo = secondsAgo
    }
}
