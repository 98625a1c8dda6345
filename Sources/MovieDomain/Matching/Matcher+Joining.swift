extension Matcher {
    enum Witness {
        case equalID, title
    }

    /// Joins what `edges` say is one film, the surest first, and says whether anything was joined.
    ///
    /// An edge is left out where one of its ends has another edge that is as good and leads to what cannot be the same
    /// film: then nobody knows which of the two is meant.
    func join(_ nodes: inout [FilmProfile], along edges: [MatchEdge], by witness: Witness) -> Bool {
        let order = uncontested(edges, among: &nodes, by: witness)
            .sorted { ($1.points, $0.left, $0.right) < ($0.points, $1.left, $1.right) }
        var owner = Array(nodes.indices)
        func root(_ index: Int) -> Int {
            var index = index
            while owner[index] != index { index = owner[index] }
            return index
        }
        var hasJoined = false
        for edge in order {
            let (left, right) = (root(edge.left), root(edge.right))
            guard left != right, canBeOne(nodes[left], nodes[right], by: witness) else { continue }
            let (into, from) = left < right ? (left, right) : (right, left)
            nodes[into].join(nodes[from], because: edge.evidence)
            owner[from] = into
            hasJoined = true
        }
        if hasJoined { nodes = nodes.indices.filter { owner[$0] == $0 }.map { nodes[$0] } }
        return hasJoined
    }

    private func canBeOne(_ left: FilmProfile, _ right: FilmProfile, by witness: Witness) -> Bool {
        switch witness {
        case .equalID: !left.hasIDConflict(with: right) && !(left.isFixed && right.isFixed)
        case .title: left.canJoin(right)
        }
    }

    /// The edges without an equally good rival; the others are noted at their ends.
    private func uncontested(
        _ edges: [MatchEdge],
        among nodes: inout [FilmProfile],
        by witness: Witness
    ) -> [MatchEdge] {
        for index in nodes.indices where !nodes[index].rivals.isEmpty { nodes[index].rivals = [] }
        let incidence = Incidence(edges, nodeCount: nodes.count)
        var clear: [MatchEdge] = []
        var rivalry: [(node: Int, rivals: [Int])] = []
        for edge in edges {
            var isContested = false
            for end in [edge.left, edge.right] {
                let candidate = edge.other(than: end)
                for other in incidence.edges(at: end) where edges[other].points > edge.points - margin {
                    let rival = edges[other].other(than: end)
                    guard rival != candidate, !canBeOne(nodes[candidate], nodes[rival], by: witness) else { continue }
                    isContested = true
                    rivalry.append((end, nodes[rival].members))
                }
            }
            if !isContested { clear.append(edge) }
        }
        for (node, rivals) in rivalry { nodes[node].rivals.formUnion(rivals) }
        return clear
    }
}
