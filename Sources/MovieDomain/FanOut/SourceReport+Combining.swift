extension SourceReport {
    /// Both calls to one source as one report: a fault shows even where other calls went well, with the rows that came.
    package func combined(with other: SourceReport) -> SourceReport {
        var report = severity >= other.severity ? self : other
        report.items = items == nil && other.items == nil ? nil : (items ?? 0) + (other.items ?? 0)
        report.freshness =
            switch (freshness, other.freshness) {
            case (let mine?, let theirs?): mine.combined(with: theirs)
            // A call that came to nothing may come to something the next time.
            case (let mine, let theirs): (mine ?? theirs)?.limited(toSeconds: nil)
            }
        report.durationMilliseconds = [durationMilliseconds, other.durationMilliseconds].compactMap(\.self).max()
        return report
    }

    private var severity: Int {
        switch status {
        case .unsupported: 0
        case .disabled: 1
        case .empty: 2
        case .ok: 3
        case .stale: 4
        case .timeout: 5
        case .error: 6
        case .circuitOpen: 7
        case .rateLimited: 8
        case .quotaExhausted: 9
        }
    }
}
