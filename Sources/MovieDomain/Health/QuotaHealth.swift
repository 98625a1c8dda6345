/// How much of a source's quota is used up, by all processes of the user together.
package struct QuotaHealth: Hashable, Sendable {
    package var used: Int
    package var limit: Int
    /// When the count begins anew: the start of the source's own next day.
    package var resetsAt: Timestamp?

    package init(used: Int, limit: Int, resetsAt: Timestamp? = nil) {
        self.used = used
        self.limit = limit
        self.resetsAt = resetsAt
    }

    package var left: Int { max(0, limit - used) }
}
