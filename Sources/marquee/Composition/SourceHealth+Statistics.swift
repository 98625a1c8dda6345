import MovieDomain
import Upstream

extension SourceHealth {
    /// Takes in what the layers have counted.
    mutating func add(_ statistics: SourceStatistics, at now: Timestamp) {
        requests = RequestCounts(
            sent: statistics.calls,
            failed: statistics.failures,
            retried: statistics.retries,
            inFlight: statistics.inFlight
        )
        if let p50 = statistics.p50Milliseconds, let p99 = statistics.p99Milliseconds {
            latency = Latency(p50Milliseconds: p50, p99Milliseconds: p99)
        }
        quota = statistics.quota.map {
            QuotaHealth(used: $0.used, limit: $0.limit, resetsAt: Timestamp(secondsSinceEpoch: $0.resetAt))
        }
        lastFailure = statistics.lastFailure.map {
            LastFailure(
                message: $0.message,
                secondsAgo: max(0, now.secondsSinceEpoch - $0.epochMilliseconds / 1_000)
            )
        }
        guard status == .ok else { return }
        judge(statistics, at: now)
    }

    private mutating func judge(_ statistics: SourceStatistics, at now: Timestamp) {
        if let quota, quota.left == 0 {
            status = .quotaExhausted
            reason = "the calls of its day are used up"
            retryAfterSeconds = quota.resetsAt.map { max(0, $0.secondsSinceEpoch - now.secondsSinceEpoch) }
        } else if let pause = statistics.pausedForSeconds {
            status = .paused
            reason = "it asked to be left alone"
            retryAfterSeconds = pause
        } else {
            judge(statistics.breaker)
        }
    }

    private mutating func judge(_ breaker: CircuitBreaker.State) {
        switch breaker {
        case .closed: break
        case .halfOpen:
            status = .recovering
            reason = "it is being tried again after too many calls failed"
        case .open:
            status = .down
            reason = "too many calls failed"
        }
    }
}

extension MovieDomain.CacheCounts {
    init(_ counts: Upstream.CacheCounts) {
        self.init(
            hits: counts.hits,
            staleHits: counts.staleHits + counts.standIns,
            misses: counts.misses - counts.revalidations,
            revalidations: counts.revalidations
        )
    }
}
