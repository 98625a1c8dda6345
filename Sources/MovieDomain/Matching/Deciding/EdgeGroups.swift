/// Edges by the films that they connect: what is decided in one group changes nothing in another.
///
/// The films of a group stand near together in canonical order, so that group after group is decided with less waiting for
/// memory than one sequence of all edges, the surest first.
struct EdgeGroups {
    /// Group after group, in each of them the surest first.
    private(set) var edges: [MatchEdge]
    /// Where each group stands in `edges`.
    private(set) var ranges: [Range<Int>] = []

    /// Groups edges; films that are joined already are connected, too.
    init(_ edges: [MatchEdge], joined: ClusterRings) {
        var connected = joined
        for edge in edges { _ = connected.unite(edge.left, edge.right) }
        let roots = connected.roots()
        func root(_ edge: MatchEdge) -> Int { Int(roots[Int(edge.left)]) }
        var next = [Int](repeating: 0, count: roots.count + 1)
        for edge in edges { next[root(edge) + 1] += 1 }
        for film in roots.indices { next[film + 1] += next[film] }
        self.edges = edges
        for edge in edges {
            self.edges[next[root(edge)]] = edge
            next[root(edge)] += 1
        }
        // Each film's place in `next` is now the end of the group that it stands for.
        var start = 0
        for end in next where end > start {
            ranges.append(start..<end)
            start = end
        }
        for range in ranges where range.count > 1 { self.edges[range].sort { $0.precedes($1) } }
    }
}
