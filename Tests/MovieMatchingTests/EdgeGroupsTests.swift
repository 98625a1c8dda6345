import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Edges by the films that they connect")
struct EdgeGroupsTests {
    private func edge(_ left: UInt32, _ right: UInt32, _ score: Float) -> MatchEdge {
        MatchEdge(left: left, right: right, score: score)
    }

    private func groups(_ edges: [MatchEdge], joined: ClusterRings) -> [[[Int]]] {
        let groups = EdgeGroups(edges, joined: joined)
        return groups.ranges.map { range in
            groups.edges[range].map { [Int($0.left), Int($0.right), Int($0.score)] }
        }
    }

    @Test("Each group has the edges of films that hang together, the surest first")
    func connected() {
        let edges = [
            edge(4, 5, 2), edge(0, 2, 3), edge(1, 3, 9), edge(2, 6, 7), edge(5, 7, 2), edge(4, 7, 8), edge(0, 6, 3),
        ]
        #expect(
            groups(edges, joined: ClusterRings(count: 8)) == [
                [[2, 6, 7], [0, 2, 3], [0, 6, 3]], [[1, 3, 9]], [[4, 7, 8], [4, 5, 2], [5, 7, 2]],
            ]
        )
    }

    @Test("Films that are joined already hang together")
    func joined() {
        var rings = ClusterRings(count: 6)
        let areNew = rings.unite(1, 5)
        #expect(areNew)
        #expect(
            groups([edge(4, 5, 2), edge(0, 1, 3), edge(2, 3, 1)], joined: rings) == [
                [[0, 1, 3], [4, 5, 2]], [[2, 3, 1]],
            ]
        )
    }

    @Test("No edges, no groups")
    func none() {
        #expect(groups([], joined: ClusterRings(count: 3)).isEmpty)
        #expect(groups([], joined: ClusterRings(count: 0)).isEmpty)
    }
}
