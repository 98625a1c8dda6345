/// Joins films along edges, the surest first, so that no film holds what cannot be one.
///
/// An edge with a rival that is as good is left alone, for either of the two may be meant. It is taken up again when the
/// rival has gone to another film.
struct MatchAssignment {
    /// What a link rests on, and so what can forbid it.
    enum Witness {
        /// An equal id or a user: only ids that contradict and splits forbid it.
        case sure
        case comparison
    }

    let table: FilmTable
    let cardinality: MatchCardinality
    let splits: Set<UInt64>
    var comparer: PairComparer
    private var clusters: DisjointSet
    /// For clusters with more than ``large`` members the ids of all, by name space: they are not gone through one by one.
    private var idsOfLarge: [UInt32: [UInt64: UInt64]] = [:]
    private static let large = 32
    /// How many comparisons are left for the group of films that is being decided: where thousands are alike, each might
    /// have to be compared with each.
    private var comparisonsLeft = 0
    private static let comparisonsOfGroup = 20_000
    private static let comparisonsOfEdge = 4
    /// The edges along which films were joined.
    private(set) var links: [MatchEdge] = []
    /// Edges that were left alone, each with the film that is as good and the end at which it is.
    private(set) var contested: [Contest] = []

    /// A rival that is the candidate itself says that the edge alone is not enough.
    struct Contest: Sendable {
        var edge: MatchEdge
        var end: UInt32
        var rival: UInt32
        /// Whether there were too many films alike to compare each with each.
        var isCrowded = false

        var lacksName: Bool { rival == edge.other(than: end) && !isCrowded }
    }

    init(_ comparer: PairComparer, cardinality: MatchCardinality, splits: Set<UInt64>) {
        table = comparer.table
        self.comparer = comparer
        self.cardinality = cardinality
        self.splits = splits
        clusters = DisjointSet(count: comparer.table.count)
    }

    /// For each film the one that stands for its cluster, the first of its members.
    func roots() -> [UInt32] { clusters.roots() }

    /// Joins films that are known to be one; no two such groups are ever joined.
    mutating func fix(_ films: [Int]) {
        guard let first = films.first else { return }
        for film in films.dropFirst() {
            let (one, other) = (UInt32(truncatingIfNeeded: first), UInt32(truncatingIfNeeded: film))
            unite(MatchEdge(left: one, right: other, score: MatchEdge.sure))
        }
        clusters.fix(UInt32(truncatingIfNeeded: first))
    }

    /// Joins films along an edge that an id or a user gives, where nothing forbids it.
    mutating func joinSurely(_ edge: MatchEdge) {
        if !clusters.areJoined(edge.left, edge.right), canBeOne(edge.left, edge.right, .none, by: .sure) { unite(edge) }
    }

    private mutating func unite(_ edge: MatchEdge) {
        guard !clusters.areJoined(edge.left, edge.right) else { return }
        let merged = idsOfLarge(joining: edge)
        guard clusters.unite(edge.left, edge.right) else { return }
        links.append(edge)
        if let merged { idsOfLarge[clusters.root(edge.left)] = merged }
    }

    /// The ids of the cluster that an edge makes, where it is a large one.
    private mutating func idsOfLarge(joining edge: MatchEdge) -> [UInt64: UInt64]? {
        let roots = [clusters.root(edge.left), clusters.root(edge.right)]
        guard roots.contains(where: { idsOfLarge[$0] != nil || clusters.hasMore(than: MatchAssignment.large, $0) })
        else { return nil }
        let known = roots.map { idsOfLarge.removeValue(forKey: $0) ?? ids(ofClusterAt: $0) }
        // The fewer go to the more.
        let (more, fewer) = known[0].count < known[1].count ? (known[1], known[0]) : (known[0], known[1])
        return fewer.isEmpty ? more : more.merging(fewer) { first, _ in first }
    }

    /// The ids of a cluster by their name spaces.
    private func ids(ofClusterAt film: UInt32) -> [UInt64: UInt64] {
        var ids: [UInt64: UInt64] = [:]
        var member = film
        repeat {
            for index in table.films[Int(member)].ids.range where !table.ids[index].isBare {
                ids[table.ids[index].space] = table.ids[index].digest
            }
            member = clusters.next(after: member)
        } while member != film
        return ids
    }

    /// Whether two clusters of which at least one is large have different ids in one name space; `nil` for small ones.
    private mutating func largeClustersConflict(_ left: UInt32, _ right: UInt32) -> Bool? {
        let roots = (clusters.root(left), clusters.root(right))
        guard idsOfLarge[roots.0] != nil || idsOfLarge[roots.1] != nil else { return nil }
        let mine = idsOfLarge[roots.0] ?? ids(ofClusterAt: left)
        let theirs = idsOfLarge[roots.1] ?? ids(ofClusterAt: right)
        let (more, fewer) = mine.count < theirs.count ? (theirs, mine) : (mine, theirs)
        return fewer.contains { space, digest in more[space].map { $0 != digest } ?? false }
    }

    /// Joins along all edges that nothing speaks against.
    mutating func join(along edges: [MatchEdge], by witness: Witness) {
        let incidence = AdjacencyList(edges, nodeCount: table.count)
        let groups = EdgeGroups(edges, joined: clusters)
        for range in groups.ranges { join(along: groups.edges[range], incidence, by: witness) }
    }

    /// Joins along the edges of one group, the surest first, as long as that opens others.
    private mutating func join(along group: ArraySlice<MatchEdge>, _ incidence: AdjacencyList, by witness: Witness) {
        comparisonsLeft =
            MatchAssignment.comparisonsOfGroup + MatchAssignment.comparisonsOfEdge * group.count
        var open = group
        while true {
            var rest: [MatchEdge] = []
            var contests: [Contest] = []
            var hasJoined = false
            for edge in open where !clusters.areJoined(edge.left, edge.right) {
                if comparisonsLeft <= 0 {
                    contests.append(Contest(edge: edge, end: edge.left, rival: edge.right, isCrowded: true))
                } else if let contest = contest(over: edge, incidence, by: witness) {
                    contests.append(contest)
                    rest.append(edge)
                } else if canBeOne(edge.left, edge.right, incidence, by: witness, link: edge.score) {
                    unite(edge)
                    hasJoined = true
                }
            }
            if !hasJoined || rest.isEmpty || comparisonsLeft <= 0 {
                contested += contests
                return
            }
            open = rest[...]
        }
    }

    /// Notes edges that are not enough for a match, where the films of both ends may still be one.
    mutating func leaveOpen(_ edges: [MatchEdge]) {
        let incidence = AdjacencyList(edges, nodeCount: table.count)
        for edge in edges.sorted(by: { $0.precedes($1) }) where !clusters.areJoined(edge.left, edge.right) {
            guard canBeOne(edge.left, edge.right, incidence, by: .comparison) else { continue }
            contested.append(Contest(edge: edge, end: edge.left, rival: edge.right))
            contested.append(Contest(edge: edge, end: edge.right, rival: edge.left))
        }
    }

    /// A film that is as good at one end of the edge as the one at the other end, and is not the same film.
    private mutating func contest(
        over edge: MatchEdge,
        _ incidence: AdjacencyList,
        by witness: Witness
    ) -> Contest? {
        let least = edge.score - Float(comparer.weights.margin)
        for end in [edge.left, edge.right] {
            let candidate = edge.other(than: end)
            for place in incidence.range(at: end) where incidence[place].score > least {
                let rival = incidence[place].other(than: end)
                guard rival != candidate, !clusters.areJoined(rival, candidate), !clusters.areJoined(rival, end)
                else { continue }
                if !canBeOne(rival, candidate, incidence, by: witness), canBeOne(rival, end, incidence, by: witness) {
                    return Contest(edge: edge, end: end, rival: rival)
                }
            }
        }
        return nil
    }

    /// Whether every film of one cluster may be the same as every film of another, and all of them together where a link
    /// with a score would join them: what speaks against the worst pair is taken from what speaks for the link.
    private mutating func canBeOne(
        _ left: UInt32,
        _ right: UInt32,
        _ incidence: AdjacencyList,
        by witness: Witness,
        link: Float = .infinity
    ) -> Bool {
        if clusters.areFixed(left, right) { return false }
        if witness == .sure, splits.isEmpty, let conflict = largeClustersConflict(left, right) { return !conflict }
        var one = left
        repeat {
            var other = right
            repeat {
                if witness == .sure {
                    if !canSurelyBePair(one, other) { return false }
                } else {
                    guard let against = objection(to: one, other, incidence) else { return false }
                    if Double(link) - against < comparer.weights.threshold { return false }
                }
                other = clusters.next(after: other)
            } while other != right
            one = clusters.next(after: one)
        } while one != left
        return true
    }

    private func isSplit(_ one: UInt32, _ other: UInt32) -> Bool {
        !splits.isEmpty && splits.contains(MatchEdge.pair(one, other))
    }

    private func canSurelyBePair(_ one: UInt32, _ other: UInt32) -> Bool {
        !isSplit(one, other) && !comparer.hasIDConflict(table.films[Int(one)], table.films[Int(other)])
    }

    /// How many bits speak against two films being one beside others, from 0; `nil` where that cannot be.
    private mutating func objection(to one: UInt32, _ other: UInt32, _ incidence: AdjacencyList) -> Double? {
        if isSplit(one, other) { return nil }
        let (mine, theirs) = (table.films[Int(one)], table.films[Int(other)])
        let isOneSource = mine.source == theirs.source
        if isOneSource, !cardinality.allowsDuplicates(in: mine.source) { return nil }
        if mine.isTwin(of: theirs), isOneSource { return comparer.hasIDConflict(mine, theirs) ? nil : 0 }
        // Of two that are an edge the search has found nothing against it, and more for it than is asked here.
        comparisonsLeft -= 1
        if incidence.hasEdge(one, other) { return 0 }
        guard comparer.veto(Int(one), Int(other)) == nil else { return nil }
        // Years that far apart and films of one source need a witness of their own, or a chain of neighbours would lead
        // from one film to its remake, or to its second part.
        let areYearsFar = mine.year != 0 && theirs.year != 0 && abs(mine.year - theirs.year) > 1
        let least =
            areYearsFar || isOneSource
            ? comparer.weights.threshold : comparer.prior + comparer.weights.leastInCluster
        let score = comparer.compare(mine, theirs, atLeast: least).score
        return score >= least ? max(0, comparer.prior - score) : nil
    }
}

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
    init(_ edges: [MatchEdge], joined: DisjointSet) {
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

/// Two films that may be one, by their places in the table.
struct MatchEdge: Sendable {
    var left: UInt32
    var right: UInt32
    /// In bits; from `sure` on where an id or a user says it.
    var score: Float

    /// More than all comparisons together can reach.
    static let sure: Float = 1_000

    @inline(__always)
    func other(than end: UInt32) -> UInt32 { end == left ? right : left }

    /// Whether it goes before another one: the surest first, of equally sure ones the first films in canonical order.
    func precedes(_ other: MatchEdge) -> Bool {
        score != other.score
            ? score > other.score : MatchEdge.pair(left, right) < MatchEdge.pair(other.left, other.right)
    }

    /// Two films as one number, the smaller first.
    static func pair(_ left: UInt32, _ right: UInt32) -> UInt64 {
        UInt64(min(left, right)) << 32 | UInt64(max(left, right))
    }
}
