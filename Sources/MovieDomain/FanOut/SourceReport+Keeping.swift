extension Collection<SourceReport> {
    /// For how many seconds an answer made of these sources stays what it is.
    ///
    /// `nil` where a source failed, was late, gave a stale answer, or does not say how long its answer holds, and where
    /// none was asked: then the next call must ask again. Sources that are switched off or cannot do it do not matter.
    package var freshSeconds: Int? {
        var least: Int?
        for report in self where report.isAsked {
            guard report.status == .ok || report.status == .empty, let seconds = report.freshness?.freshSeconds else {
                return nil
            }
            least = Swift.min(least ?? seconds, seconds)
        }
        return least
    }
}
