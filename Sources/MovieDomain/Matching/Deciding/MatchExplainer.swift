/// Says of one pair of joined films after the other how sure it is that both are one, and why.
///
/// It keeps the memory of its comparisons from one pair to the next, which ``FilmMatching/decision(_:_:)`` takes afresh.
package struct MatchExplainer {
    private var comparer: PairComparer
    private let order: CanonicalOrder

    init(_ comparer: PairComparer, order: CanonicalOrder) {
        self.comparer = comparer
        self.order = order
    }

    /// Confidence and reasons as the decision about two joined films has them.
    package mutating func explain(_ left: Int, _ right: Int) -> MatchExplanation {
        let (left, right) = (order.place(of: left), order.place(of: right))
        let evidence = comparer.compare(left, right)
        let (mine, theirs) = (comparer.table.films[left], comparer.table.films[right])
        guard let namespace = comparer.sharedNamespace(mine, theirs) else {
            return MatchExplanation(confidence: MatchConfidence.of(bits: evidence.score), reasons: evidence.reasons)
        }
        return MatchExplanation(confidence: 1, reasons: ["\(namespace) id equal"] + evidence.reasons)
    }
}
