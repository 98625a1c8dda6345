/// What one source came to: its status for the answer, and its rows where it has some.
package struct SourceResult<Value: Sendable>: Sendable {
    /// The status, as the answer lists it.
    package var report: SourceReport
    /// `nil` where the source failed, was late, or was not asked.
    package var answer: SourceAnswer<Value>?

    package init(report: SourceReport, answer: SourceAnswer<Value>? = nil) {
        self.report = report
        self.answer = answer
    }

    /// The source that it is about.
    package var provider: ProviderID { report.provider }
}
