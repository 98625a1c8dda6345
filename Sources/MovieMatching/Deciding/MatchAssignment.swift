import Platform

/// An assignment that joins films along edges, the surest first, so that no cluster has films that cannot be the same.
///
/// An edge with an equally good rival is left alone because either may be right. It is reconsidered when the rival has
/// joined another film.
struct MatchAssignment {
    /// The basis of a link, which determines what can forbid it.
    enum Witness {
        /// An equal id or a correction by the user: only contradicting ids and splits forbid the link.
        case sure
        case comparison
    }

    let table: FilmTable
    let cardinality: MatchCardinality
    let splits: Set<UInt64>
    var comparer: PairComparer
    private(set) var clusters: DisjointSet
    /// The ids of all members of each cluster with more than ``large`` members, by namespace, so that the members need
    /// not be traversed.
    private var idsOfLarge: [UInt32: [UInt64: UInt64]] = [:]
    private static let large = 32
    /// The number of members beyond which a cluster is not compared with each rival.
    private static let many = 8
    /// The bits that remembered links have against an objection: what agrees now may be what agreed then, so that both
    /// do not add up as in their scores.
    var strengths: [UInt64: Float] = [:]
    /// The number of comparisons left for the current group: if thousands of films are alike, each might have to be
    /// compared with each.
    private var comparisonsLeft = 0
    /// The number of groups that a thread takes at a time.
    private static let groupsOfPart = 4_096
    private static let comparisonsOfGroup = 20_000
    private static let comparisonsOfEdge = 1
    /// The pairs of titles and names after which a comparison counts twice, three times, and so on.
    private static let workOfComparison = 4
    /// The edges along which films were joined.
    private(set) var links: [MatchEdge] = []
    /// Edges that were left alone, each with the equally good film and the end at which it competes.
    private(set) var contested: [Contest] = []

    /// An edge that was left alone; a rival that is the candidate itself means that the edge alone is not enough.
    struct Contest: Sendable {
        var edge: MatchEdge
        var end: UInt32
        var rival: UInt32
        /// Whether too many films are alike to compare each with each.
        var isCrowded = false

        var isOneSided: Bool { rival == edge.other(than: end) && !isCrowded }
    }

    init(_ comparer: PairComparer, cardinality: MatchCardinality, splits: Set<UInt64>) {
        table = comparer.table
        self.comparer = comparer
        self.cardinality = cardinality
        self.splits = splits
        clusters = DisjointSet(count: comparer.table.count)
    }

    /// Returns the root of each film's cluster, which is its first member.
    func roots() -> [UInt32] { clusters.roots() }

    /// Joins films that are known to be the same; two of these groups are never joined.
    mutating func fix(_ films: [Int]) {
        guard let first = films.first else { return }
        for film in films.dropFirst() {
            let (one, other) = (UInt32(truncatingIfNeeded: first), UInt32(truncatingIfNeeded: film))
            unite(MatchEdge(left: one, right: other, score: MatchEdge.sure))
        }
        clusters.fix(UInt32(truncatingIfNeeded: first))
    }

    /// Joins films along an edge from an id or a correction, unless something forbids it.
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

    /// Returns the ids of the cluster that an edge creates, or `nil` if both of its clusters are small.
    private mutating func idsOfLarge(joining edge: MatchEdge) -> [UInt64: UInt64]? {
        let roots = [clusters.root(edge.left), clusters.root(edge.right)]
        guard roots.contains(where: { idsOfLarge[$0] != nil || clusters.hasMore(than: MatchAssignment.large, $0) })
        else { return nil }
        let known = roots.map { idsOfLarge.removeValue(forKey: $0) ?? ids(ofClusterAt: $0) }
        // Move the smaller set into the larger one.
        let (more, fewer) = known[0].count < known[1].count ? (known[1], known[0]) : (known[0], known[1])
        return fewer.isEmpty ? more : more.merging(fewer) { first, _ in first }
    }

    /// Returns the ids of a cluster by namespace.
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

    /// Whether two clusters have different ids in one namespace; `nil` if both are small.
    private mutating func largeClustersConflict(_ left: UInt32, _ right: UInt32) -> Bool? {
        let roots = (clusters.root(left), clusters.root(right))
        guard idsOfLarge[roots.0] != nil || idsOfLarge[roots.1] != nil else { return nil }
        let mine = idsOfLarge[roots.0] ?? ids(ofClusterAt: left)
        let theirs = idsOfLarge[roots.1] ?? ids(ofClusterAt: right)
        let (more, fewer) = mine.count < theirs.count ? (theirs, mine) : (mine, theirs)
        return fewer.contains { space, digest in more[space].map { $0 != digest } ?? false }
    }

    /// Joins films along all edges that have neither an objection nor a rival.
    mutating func join(along edges: [MatchEdge], by witness: Witness, threads: Int) {
        let groups = EdgeGroups(edges, joined: clusters)
        // The surest edges of each film first, so that the order of `edges` does not affect which rival is found.
        let incidence = AdjacencyList(groups.edges, nodeCount: table.count)
        let state = self
        let parts = Parallel.map(groups.ranges.count, inPartsOf: MatchAssignment.groupsOfPart, threads: threads) {
            state
        } body: { assignment, part in
            (assignment.links, assignment.contested) = ([], [])
            for range in groups.ranges[part] {
                assignment.join(along: groups.edges[range], incidence, by: witness)
            }
            return (links: assignment.links, contested: assignment.contested)
        }
        for part in parts {
            for link in part.links { unite(link) }
            contested += part.contested
        }
    }

    /// Joins films along the edges of one group, the surest first, and repeats this as long as it resolves contests.
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
                } else if canBeOne(edge.left, edge.right, incidence, by: witness, link: strength(of: edge)) {
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

    /// Records edges that are not enough for a match, if the films at their ends may still be the same.
    mutating func leaveOpen(_ edges: [MatchEdge]) {
        let edges = edges.sorted { $0.precedes($1) }
        let incidence = AdjacencyList(edges, nodeCount: table.count)
        for edge in edges where !clusters.areJoined(edge.left, edge.right) {
            guard canBeOne(edge.left, edge.right, incidence, by: .comparison) else { continue }
            contested.append(Contest(edge: edge, end: edge.left, rival: edge.right))
            contested.append(Contest(edge: edge, end: edge.right, rival: edge.left))
        }
    }

    /// Returns a contest if an end of the edge has a second, equally good candidate that cannot be the same film as the
    /// first.
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
                guard rival != candidate, !clusters.areJoined(rival, candidate), !clusters.areJoined(rival, end),
                    !isOneMoreOfMany(rival, candidate, incidence)
                else { continue }
                let link = strength(of: incidence[place])
                if !canBeOne(rival, candidate, incidence, by: witness, link: link),
                    canBeOne(rival, end, incidence, by: witness)
                {
                    return Contest(edge: edge, end: end, rival: rival)
                }
            }
        }
        return nil
    }

    /// Whether a film has an edge to a candidate with a large cluster, so that it is not a rival but one more of the
    /// same.
    ///
    /// Comparing it with every member would use up the comparisons if a hundred sources have the film.
    private mutating func isOneMoreOfMany(_ rival: UInt32, _ candidate: UInt32, _ incidence: AdjacencyList) -> Bool {
        clusters.hasMore(than: MatchAssignment.many, candidate) && !clusters.areFixed(rival, candidate)
            && !isSplit(rival, candidate) && incidence.hasEdge(rival, candidate)
    }

    /// Whether all films of two clusters may be the same, pair by pair, when a link with a score joins them: the score
    /// less the objection to any pair must reach the threshold.
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

    private func strength(of edge: MatchEdge) -> Float {
        strengths.isEmpty ? edge.score : strengths[MatchEdge.pair(edge.left, edge.right)] ?? edge.score
    }

    private func isSplit(_ one: UInt32, _ other: UInt32) -> Bool {
        !splits.isEmpty && splits.contains(MatchEdge.pair(one, other))
    }

    private func canSurelyBePair(_ one: UInt32, _ other: UInt32) -> Bool {
        !isSplit(one, other) && !comparer.hasIDConflict(table.films[Int(one)], table.films[Int(other)])
    }

    /// Returns the evidence against two films in one cluster, from 0 bits, or `nil` if they cannot be the same.
    private mutating func objection(to one: UInt32, _ other: UInt32, _ incidence: AdjacencyList) -> Double? {
        if isSplit(one, other) { return nil }
        let (mine, theirs) = (table.films[Int(one)], table.films[Int(other)])
        let isOneSource = mine.source == theirs.source
        if isOneSource, !cardinality.allowsDuplicates(in: mine.source) { return nil }
        if mine.isTwin(of: theirs), isOneSource { return comparer.hasIDConflict(mine, theirs) ? nil : 0 }
        // The search found an edge between the films, for which it requires more evidence than this check.
        comparisonsLeft -= 1
        if incidence.hasEdge(one, other) { return 0 }
        guard comparer.veto(Int(one), Int(other)) == nil else { return nil }
        // Films of one source, and films more than a year apart, need evidence of their own. Otherwise a chain of
        // neighbors would lead from a film to its remake or to its second part.
        let areYearsFar = mine.year != 0 && theirs.year != 0 && abs(mine.year - theirs.year) > 1
        let least =
            areYearsFar || isOneSource
            ? comparer.weights.threshold : comparer.prior + comparer.weights.leastInCluster
        let work = comparer.work
        let evidence = comparer.compare(mine, theirs, atLeast: least)
        comparisonsLeft -= (comparer.work - work) / MatchAssignment.workOfComparison
        // Year and director do not make two films of one source the same if their titles differ: parts of a series.
        if isOneSource, evidence.title <= 0 { return nil }
        guard evidence.score >= least, !evidence.isContradicted else { return nil }
        // Films that contradict each other stay apart, unless the link rests on more than what both have in common.
        return max(0, comparer.prior - evidence.score, evidence.score < 0 ? evidence.contradiction : 0)
    }
}

/// Edges grouped by connected films: a decision in one group changes nothing in another.
///
/// The films of a group are close together in canonical order. Deciding one group after another therefore waits less
/// for memory than deciding all edges in one sequence, the surest first.
struct EdgeGroups {
    /// The edges group by group, the surest of each group first.
    private(set) var edges: [MatchEdge]
    /// The range of each group in `edges`.
    private(set) var ranges: [Range<Int>] = []

    /// Groups edges; films that are already joined count as connected.
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
        // The entry of each root in `next` is now the end of its group.
        var start = 0
        for end in next where end > start {
            ranges.append(start..<end)
            start = end
        }
        for range in ranges where range.count > 1 { self.edges[range].sort { $0.precedes($1) } }
    }
}

/// Two films that may be the same, by their places in the table.
struct MatchEdge: Sendable {
    var left: UInt32
    var right: UInt32
    /// The score in bits; increased by `sure` for an equal id, and twice `sure` for a pin.
    var score: Float

    /// A score that all comparisons together cannot reach.
    static let sure: Float = 1_000

    @inline(__always)
    func other(than end: UInt32) -> UInt32 { end == left ? right : left }

    /// Whether this edge precedes another: the surest first, then the first films in canonical order.
    func precedes(_ other: MatchEdge) -> Bool {
        score != other.score
            ? score > other.score : MatchEdge.pair(left, right) < MatchEdge.pair(other.left, other.right)
    }

    /// Returns two films as one number, the smaller film in the upper half.
    static func pair(_ left: UInt32, _ right: UInt32) -> UInt64 {
        UInt64(min(left, right)) << 32 | UInt64(max(left, right))
    }
}
