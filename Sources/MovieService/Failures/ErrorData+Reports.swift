import MovieDomain

extension ErrorData {
    /// What several failed sources have in common: their kind, if it is one, and the soonest moment to try again.
    init(failed reports: [SourceReport]) {
        let failures = reports.filter(\.isFailed).compactMap(\.failure)
        let kinds = Set(failures.map(\.kind))
        self.init(kinds.count == 1 ? kinds.first.map { FailureKind($0) } ?? .allSourcesFailed : .allSourcesFailed)
        isRetryable = failures.contains(where: \.isRetryable)
        retryAfterSeconds = failures.filter(\.isRetryable).compactMap(\.retryAfterSeconds).min()
        hint = failures.lazy.compactMap(\.hint).first
        sources = reports
    }

    /// The reports' messages as the end of a sentence: `: kofic: …; yts: …`.
    static func reasons(of reports: [SourceReport]) -> String {
        let reasons = reports.compactMap { report in
            report.failure.map { "\(report.provider): \($0.message)" }
        }
        return reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")
    }
}
