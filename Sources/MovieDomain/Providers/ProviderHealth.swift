/// How a source has been doing since the program started, as `providers/status` says it.
package struct SourceHealth: Hashable, Sendable {
    package enum Status: String, Sendable, CaseIterable {
        /// Nothing is known against it.
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

    package var provider: ProviderID
    package var title: String
    package var status: Status
    /// Why it is not `ok`, for a person.
    package var reason: String?
    /// Seconds until it may be asked again, where that is known.
    package var retryAfterSeconds: Int?
    package var requests = RequestCounts()
    package var latency: Latency?
    /// `nil` where its definition names none.
    package var quota: QuotaHealth?
    package var cache = CacheCounts()
    package var mapping = MappingCounts()
    package var lastFailure: LastFailure?
    /// `nil` where the source is no child process.
    package var process: ProcessHealth?

    package init(provider: ProviderID, title: String, status: Status, reason: String? = nil) {
        self.provider = provider
        self.title = title
        self.status = status
        self.reason = reason
    }
}

/// What could not be read of a source's answers since the start; nothing of it is silent.
package struct MappingCounts: Hashable, Sendable {
    /// Values of one field that could not be converted.
    package struct Failure: Hashable, Sendable {
        /// The operation of the provider language: `search`.
        package var operation: String
        package var field: String
        package var count: Int
        /// Where the first of them stood, as the definition writes it.
        package var examplePath: String

        package init(operation: String, field: String, count: Int, examplePath: String) {
            self.operation = operation
            self.field = field
            self.count = count
            self.examplePath = examplePath
        }
    }

    package var rows: Int
    /// Rows left out because a required field was missing.
    package var droppedRows: Int
    package var failures: [Failure]

    package init(rows: Int = 0, droppedRows: Int = 0, failures: [Failure] = []) {
        self.rows = rows
        self.droppedRows = droppedRows
        self.failures = failures
    }
}

/// What is kept of the sources' answers.
package struct CacheContents: Hashable, Sendable {
    /// The answers of one source.
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

    /// The file that they are kept in; `nil` where nothing is kept beyond the end of the program.
    package var file: String?
    /// In order of the sources' names.
    package var shares: [Share]

    package init(file: String? = nil, shares: [Share] = []) {
        self.file = file
        self.shares = shares
    }
}

/// How calls for a source's answers were served since the start.
package struct CacheCounts: Hashable, Sendable {
    /// From what was kept, still fresh.
    package var hits: Int
    /// From what was kept, no longer fresh: while it was fetched anew, or because the source failed.
    package var staleHits: Int
    /// From the source.
    package var misses: Int
    /// The source said that what was kept is still right.
    package var revalidations: Int

    package init(hits: Int = 0, staleHits: Int = 0, misses: Int = 0, revalidations: Int = 0) {
        self.hits = hits
        self.staleHits = staleHits
        self.misses = misses
        self.revalidations = revalidations
    }

    /// The share of calls that needed no answer of the source, between 0 and 1; `nil` without calls.
    package var hitRate: Double? {
        let calls = hits + staleHits + misses + revalidations
        return calls == 0 ? nil : Double(hits + staleHits) / Double(calls)
    }
}

/// How the child process of a source is doing.
package struct ProcessHealth: Hashable, Sendable {
    package enum State: String, Sendable, CaseIterable {
        /// Nobody has asked it yet, or it ended in good order.
        case idle
        case running
        /// It failed, and is started again when its pause is over.
        case waiting
        /// It failed too often, and is left alone.
        case failed
    }

    package var state: State
    /// Starts after the first one.
    package var restarts: Int
    /// Seconds until it may be started again.
    package var retryAfterSeconds: Int?

    package init(state: State, restarts: Int = 0, retryAfterSeconds: Int? = nil) {
        self.state = state
        self.restarts = restarts
        self.retryAfterSeconds = retryAfterSeconds
    }
}

extension SourceHealth {
    /// What a source's profile says before it is asked.
    package init(_ profile: ProviderProfile) {
        let reason = profile.availability.reason
        self.init(provider: profile.id, title: profile.title, status: reason == nil ? .ok : .disabled, reason: reason)
    }
}

/// The requests that went to a source since the start.
package struct RequestCounts: Hashable, Sendable {
    /// Attempts, the repeated ones too.
    package var sent: Int
    package var failed: Int
    /// Attempts after the first.
    package var retried: Int
    package var inFlight: Int

    package init(sent: Int = 0, failed: Int = 0, retried: Int = 0, inFlight: Int = 0) {
        self.sent = sent
        self.failed = failed
        self.retried = retried
        self.inFlight = inFlight
    }
}

/// How much of a source's quota is used up, by all processes of the user together.
package struct QuotaHealth: Hashable, Sendable {
    package var used: Int
    package var limit: Int
    /// When the count begins anew: the start of the source's own next day.
    package var resetsAt: Timestamp?

    package init(used: Int, limit: Int, resetsAt: Timestamp? = nil) {
        self.used = used
        self.limit = limit
        self.resetsAt = resetsAt
    }

    package var left: Int { max(0, limit - used) }
}

/// How long a source's last answers took, in whole milliseconds.
package struct Latency: Hashable, Sendable {
    /// Half of them were faster.
    package var p50Milliseconds: Int
    /// One in a hundred was slower.
    package var p99Milliseconds: Int

    package init(p50Milliseconds: Int, p99Milliseconds: Int) {
        self.p50Milliseconds = p50Milliseconds
        self.p99Milliseconds = p99Milliseconds
    }
}

/// The port to what is counted about sources, and to what is kept of their answers.
package protocol SourceMonitor: Sendable {
    /// How each configured source is doing, in configured order.
    func health() async -> [SourceHealth]

    /// What is kept.
    func cacheContents() async -> CacheContents

    /// Drops what is kept of one source, or of all where it is `nil`; gives the number of answers dropped.
    func clearCache(of provider: ProviderID?) async -> Int
}

/// The last thing that went wrong at a source; never holds a secret.
package struct LastFailure: Hashable, Sendable {
    package var message: String
    package var secondsAgo: Int

    package init(message: String, secondsAgo: Int) {
        self.message = message
        self.secondsAgo = secondsAgo
    }
}
