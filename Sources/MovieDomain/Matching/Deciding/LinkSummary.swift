/// What the links of a film say together: as sure as the least sure of them, with the reasons of all.
struct LinkSummary {
    private var confidence = 1.0
    private var namespaces: [String] = []
    private var isPinned = false
    private var agreements = MatchAgreements(rawValue: 0)

    mutating func add(_ link: MatchEdge, _ comparer: inout PairComparer) {
        let evidence = comparer.compare(Int(link.left), Int(link.right))
        let table = comparer.table
        if let namespace = comparer.sharedNamespace(table.films[Int(link.left)], table.films[Int(link.right)]) {
            if !namespaces.contains(namespace) { namespaces.append(namespace) }
        } else if link.score >= MatchEdge.sure * 2 {
            isPinned = true
        } else if link.score < MatchEdge.sure || evidence.score >= comparer.weights.threshold {
            confidence = min(confidence, MatchConfidence.of(bits: evidence.score))
        }
        agreements.formUnion(MatchAgreements(evidence))
    }

    /// `nil` where nothing agrees.
    var explanation: MatchExplanation? {
        let reasons =
            (isPinned ? ["pinned by the user"] : []) + namespaces.sorted().map { "\($0) id equal" } + agreements.reasons
        return reasons.isEmpty ? nil : MatchExplanation(confidence: confidence, reasons: reasons)
    }
}
