extension Matcher {
    /// The pairs that have a title in common and may be one film, found through an index of titles.
    func titleEdges(among nodes: [FilmProfile]) -> [MatchEdge] {
        let index = TitleIndex(nodes)
        var edges: [MatchEdge] = []
        var comparedWith = [Int](repeating: -1, count: nodes.count)
        for (right, node) in nodes.enumerated() {
            for title in node.titles {
                for left in index.holders(of: title.digest, before: right, atMost: mostHolders)
                where comparedWith[left] != right {
                    comparedWith[left] = right
                    if let edge = edge(left, right, among: nodes) { edges.append(edge) }
                }
            }
        }
        return edges
    }

    private func edge(_ left: Int, _ right: Int, among nodes: [FilmProfile]) -> MatchEdge? {
        guard nodes[left].canJoin(nodes[right]) else { return nil }
        let evidence = MatchEvidence(nodes[left], nodes[right])
        guard let points = evidence.points else { return nil }
        return MatchEdge(left: left, right: right, points: points, evidence: evidence)
    }
}
