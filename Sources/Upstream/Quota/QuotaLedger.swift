/// The port to the count of calls that all processes of a user make at a source in one of its days.
///
/// No function throws: where the shared count cannot be had in time, the process goes on with a count of its own.
package protocol QuotaLedger: Sendable {
    /// Counts one call, unless `limit` calls of that period are counted already.
    ///
    /// - Parameters:
    ///   - source: The source's id.
    ///   - period: The source's own day, or another calendar period, as text: `2026-11-21`.
    ///   - limit: How many calls may be counted; lower than the source's own for calls that are less important.
    /// - Returns: how many calls are counted now, and whether this one is among them.
    func spend(on source: String, in period: String, limit: Int) async -> QuotaCount

    /// Sets the count to at least `count`: the source has said itself that no more calls are left.
    func raise(_ source: String, in period: String, to count: Int) async

    /// How many calls are counted.
    func count(of source: String, in period: String) async -> Int
}
