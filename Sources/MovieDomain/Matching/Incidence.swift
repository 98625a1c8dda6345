/// The edges at each node, in two flat arrays.
struct Incidence {
    /// Where each node's edges begin in `order`.
    private var starts: [Int]
    private var order: [Int]

    init(_ edges: [MatchEdge], nodeCount: Int) {
        starts = [Int](repeating: 0, count: nodeCount + 1)
        for edge in edges {
            starts[edge.left + 1] += 1
            starts[edge.right + 1] += 1
        }
        for node in 0..<nodeCount { starts[node + 1] += starts[node] }
        var next = starts
        order = [Int](repeating: 0, count: edges.count * 2)
        for (index, edge) in edges.enumerated() {
            for node in [edge.left, edge.right] {
                order[next[node]] = index
                next[node] += 1
            }
        }
    }

    /// Positions of the edges that end at a node.
    func edges(at node: Int) -> ArraySlice<Int> {
        order[starts[node]..<starts[node + 1]]
    }
}
