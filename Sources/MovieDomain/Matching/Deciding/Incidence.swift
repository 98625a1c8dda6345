/// The edges at each film, in two flat arrays.
struct Incidence {
    private let edges: [MatchEdge]
    /// Where each film's edges begin in `order`.
    private var starts: [UInt32]
    private var order: [UInt32]

    /// Of no edges.
    static let none = Incidence([], nodeCount: 0)

    init(_ edges: [MatchEdge], nodeCount: Int) {
        self.edges = edges
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

    /// Where the edges that end at a film stand, for ``subscript(_:)``.
    @inline(__always)
    func range(at node: UInt32) -> Range<Int> {
        Int(starts[Int(node)])..<Int(starts[Int(node) + 1])
    }

    /// An edge of a film's range.
    @inline(__always)
    subscript(place: Int) -> MatchEdge { edges[Int(order[place])] }

    /// Whether there is an edge between two films.
    @inline(__always)
    func hasEdge(_ one: UInt32, _ other: UInt32) -> Bool {
        range(at: one).contains { self[$0].other(than: one) == other }
    }
}
