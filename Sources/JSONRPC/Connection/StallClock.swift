/// Measures for how long a client has read nothing of what waits for it.
struct StallClock {
    /// What the output looks like at a moment.
    struct Progress {
        let written: Int
        let isIdle: Bool

        init(written: Int, isIdle: Bool) {
            self.written = written
            self.isIdle = isIdle
        }

        init(_ outbound: OutboundQueue) {
            self.init(written: outbound.writtenCount, isIdle: outbound.isIdle)
        }
    }

    let timeout: Duration
    private var written = -1
    private var wasIdle = true
    private var since: ContinuousClock.Instant?

    init(timeout: Duration) { self.timeout = timeout }

    /// How much longer the client may take; nil when its time is up.
    mutating func rest(_ progress: Progress, now: ContinuousClock.Instant) -> Duration? {
        // After idleness what waits may have come this moment, however long ago the idleness was seen.
        if progress.isIdle || wasIdle || progress.written != written {
            written = progress.written
            since = now
        }
        wasIdle = progress.isIdle
        let rest = timeout - ((since ?? now).duration(to: now))
        return rest > .zero ? rest : nil
    }
}
