/// A forest of joined films with path halving (Tarjan), and the members of each cluster as a ring.
struct DisjointSet {
    private var owner: [UInt32]
    private var following: [UInt32]
    private var fixed: [Bool]

    init(count: Int) {
        owner = Array(0..<UInt32(truncatingIfNeeded: count))
        following = owner
        fixed = [Bool](repeating: false, count: count)
    }

    mutating func root(_ film: UInt32) -> UInt32 {
        var film = film
        while owner[Int(film)] != film {
            owner[Int(film)] = owner[Int(owner[Int(film)])]
            film = owner[Int(film)]
        }
        return film
    }

    mutating func areJoined(_ left: UInt32, _ right: UInt32) -> Bool {
        left == right || root(left) == root(right)
    }

    /// Returns the next member of a film's cluster; the first member follows the last.
    @inline(__always)
    func next(after film: UInt32) -> UInt32 { following[Int(film)] }

    /// Whether a film's cluster has more than `count` members.
    func hasMore(than count: Int, _ film: UInt32) -> Bool {
        var member = following[Int(film)]
        for _ in 0..<count {
            if member == film { return false }
            member = following[Int(member)]
        }
        return true
    }

    /// Joins two clusters and returns false if they were already one.
    mutating func unite(_ left: UInt32, _ right: UInt32) -> Bool {
        let (left, right) = (root(left), root(right))
        guard left != right else { return false }
        let (into, from) = (min(left, right), max(left, right))
        owner[Int(from)] = into
        following.swapAt(Int(into), Int(from))
        fixed[Int(into)] = fixed[Int(into)] || fixed[Int(from)]
        return true
    }

    /// Keeps a film's cluster apart from all other fixed clusters.
    mutating func fix(_ film: UInt32) {
        fixed[Int(root(film))] = true
    }

    mutating func areFixed(_ left: UInt32, _ right: UInt32) -> Bool {
        fixed[Int(root(left))] && fixed[Int(root(right))]
    }

    /// Returns the root of each film's cluster, which is its first member.
    func roots() -> [UInt32] {
        var roots = owner
        // The owner of a film precedes it, so its own root is already known.
        for film in roots.indices { roots[film] = roots[Int(roots[film])] }
        return roots
    }
}

/// The edges of each film, in flat arrays and in the given order.
struct AdjacencyList {
    private let edges: [MatchEdge]
    /// The index in `order` at which each film's edges begin.
    private var starts: [UInt32]
    private var order: [UInt32]

    static let none = AdjacencyList([], nodeCount: 0)

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

    /// Returns the range of a film's edges, for ``subscript(_:)``.
    @inline(__always)
    func range(at node: UInt32) -> Range<Int> {
        Int(starts[Int(node)])..<Int(starts[Int(node) + 1])
    }

    /// The edge at an index of a film's range.
    @inline(__always)
    subscript(place: Int) -> MatchEdge { edges[Int(order[place])] }

    @inline(__always)
    func hasEdge(_ one: UInt32, _ other: UInt32) -> Bool {
        range(at: one).contains { self[$0].other(than: one) == other }
    }
}
