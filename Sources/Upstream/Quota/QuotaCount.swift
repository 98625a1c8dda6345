/// The answer of a quota ledger to one call.
package struct QuotaCount: Sendable, Hashable {
    /// Calls counted in the period, with this one where it was granted.
    package var used: Int
    /// Whether the call may be made.
    package var isGranted: Bool

    package init(used: Int, isGranted: Bool) {
        self.used = used
        self.isGranted = isGranted
    }
}
