/// A period of a source's calendar in which its calls are counted.
package struct QuotaPeriod: Sendable, Hashable {
    /// Its name: `2026-11-21`, `2026-11`, `2026-11-21T09`.
    package var name: String
    /// When the next one begins, in seconds since 1970.
    package var end: Int

    package init(name: String, end: Int) {
        self.name = name
        self.end = end
    }
}

/// The period that a source is in at a moment, in seconds since 1970; `nil` for a source whose calls nobody counts.
package typealias QuotaCalendar = @Sendable (_ source: String, _ seconds: Int) -> QuotaPeriod?
