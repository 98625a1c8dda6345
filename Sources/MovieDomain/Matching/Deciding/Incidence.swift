/// The edges at each film, in two flat arrays.
struct Incidence {
    /// Where each film's edges begin in `order`.
    private var starts: [UInt32]
    private var order: [UInt32]

    init(_ edges: [MatchEdge], nodeCount: Int) {
        starts = [UInt32](repeating: 0, count: nodeCount + 1)
        for edge in edges {
            starts[Int(edge.left) + 1] += 1
            starts[Int(edge.right) + 1] += 1
        }
        for node in 0..<nodeCount { starts[node + 1] += starts[node] }
        var next = starts
        order = [UInt32](repeating: 0, count: edges.count * 2)
        for (index, edge) in edges.enumerated() {
            order[Int(next[Int(edge.left)])] = UInt32(truncatingIfNeeded: index)
            next[Int(edge.left)] += 1
            order[Int(next[Int(edge.right)])] = UInt32(truncatingIfNeeded: index)
            next[Int(edge.right)] += 1
        }
    }

    /// Positions of the edges that end at a film.
    @inline(__always)
    func edges(at node: UInt32) -> ArraySlice<UInt32> {
        order[Int(starts[Int(node)])..<Int(starts[Int(node) + 1])]
    }
}
