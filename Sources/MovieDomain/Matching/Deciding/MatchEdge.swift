/// Two films that may be one, by their places in the table.
struct MatchEdge: Sendable {
    var left: UInt32
    var right: UInt32
    /// In bits; from `sure` on where an id or a user says it.
    var score: Float

    /// More than all comparisons together can reach.
    static let sure: Float = 1_000

    @inline(__always)
    func other(than end: UInt32) -> UInt32 { end == left ? right : left }

    /// Whether it goes before another one: the surest first, of equally sure ones the first films in canonical order.
    func precedes(_ other: MatchEdge) -> Bool {
        score != other.score
            ? score > other.score : MatchEdge.pair(left, right) < MatchEdge.pair(other.left, other.right)
    }

    /// Two films as one number, the smaller first.
    static func pair(_ left: UInt32, _ right: UInt32) -> UInt64 {
        UInt64(min(left, right)) << 32 | UInt64(max(left, right))
    }
}
