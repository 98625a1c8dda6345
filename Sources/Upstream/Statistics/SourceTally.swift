/// What has happened with one source since the program began.
struct SourceTally: Sendable {
    private(set) var calls = 0
    private(set) var failures = 0
    private(set) var inFlight = 0
    private(set) var lastFailure: SourceStatistics.Failure?
    private(set) var latencies = LatencyRing()
    var retries = 0
    var refusals = 0

    mutating func began() {
        inFlight += 1
    }

    /// An attempt is over; one that was cancelled is no call that the source has answered or failed.
    mutating func ended(_ outcome: AttemptOutcome, after duration: Duration, atEpochMilliseconds moment: Int) {
        inFlight -= 1
        switch outcome {
        case .cancelled: return
        case .answered: break
        case .failed(let kind, let message):
            failures += 1
            lastFailure = SourceStatistics.Failure(kind: kind, message: message, epochMilliseconds: moment)
        }
        calls += 1
        latencies.add(duration)
    }
}
