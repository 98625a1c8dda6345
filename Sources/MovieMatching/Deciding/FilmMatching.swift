package import MovieDomain

/// The result of a matching: which films of a table are the same, and why.
package struct FilmMatching: Sendable {
    let assignment: MatchAssignment
    /// The canonical order of the films in the assignment; callers use their positions in the table.
    let order: CanonicalOrder
    /// The position of the first film in each film's cluster.
    package let roots: [UInt32]
    /// The sources that are assumed to list films twice.
    package let cardinality: MatchCardinality
    /// The number of pairs that were compared.
    package let comparisons: Int
    /// The films with more candidates than were compared, by their positions in the table.
    package let crowded: [Int]
    /// The number of previously found pairs with a film that is not in the table.
    package let strangers: Int

    /// Pairs of films in two sources that have an equal id without a namespace but are not the same.
    package let disbelieved: [(Int, Int)]

    init(
        _ assignment: MatchAssignment,
        order: CanonicalOrder,
        found: CandidateSearch.Found,
        disbelieved: [(Int, Int)]
    ) {
        self.disbelieved = disbelieved
        self.assignment = assignment
        self.order = order
        strangers = found.strangers
        comparisons = found.comparisons
        crowded = found.crowded.map { order.position(of: Int($0)) }.sorted()
        cardinality = assignment.cardinality
        roots = FilmMatching.roots(assignment.roots(), order)
    }

    /// Converts the roots of places to the first position of each position's cluster.
    private static func roots(_ owners: [UInt32], _ order: CanonicalOrder) -> [UInt32] {
        var roots = [UInt32](repeating: 0, count: owners.count)
        var first = [UInt32](repeating: .max, count: owners.count)
        for position in roots.indices {
            let owner = Int(owners[order.place(of: position)])
            if first[owner] == .max { first[owner] = UInt32(truncatingIfNeeded: position) }
            roots[position] = first[owner]
        }
        return roots
    }

    private var table: FilmTable { assignment.table }

    /// Returns the films, each with the positions of its records, in the order of their first records.
    ///
    /// Their explanations are left out; ``explainer`` gives them.
    package func clusters() -> [MatchCluster] {
        var clusters: [MatchCluster] = []
        var position = [Int](repeating: -1, count: roots.count)
        for (film, root) in roots.enumerated() {
            if Int(root) == film {
                position[film] = clusters.count
                clusters.append(MatchCluster(members: [film]))
            } else {
                clusters[position[Int(root)]].members.append(film)
            }
        }
        noteRivals(&clusters, position)
        return clusters
    }

    /// Returns the position of the first film in the cluster of the film at a place.
    private func root(ofPlace place: UInt32) -> Int {
        Int(roots[order.position(of: Int(place))])
    }

    private func noteRivals(_ clusters: inout [MatchCluster], _ position: [Int]) {
        var rivals: [Int: Set<Int>] = [:]
        for contest in assignment.contested {
            let candidate = contest.edge.other(than: contest.end)
            let cluster = position[root(ofPlace: contest.end)]
            for rival in [candidate, contest.rival] {
                rivals[cluster, default: []].insert(position[root(ofPlace: rival)])
            }
        }
        for (cluster, others) in rivals {
            clusters[cluster].rivals = others.flatMap { clusters[$0].members }.sorted()
        }
    }

    /// Returns the pairs of records of one source that compete for a record because they are the same film, by their
    /// positions in the table.
    package func repeated() -> [(Int, Int)] {
        var comparer = assignment.comparer
        var known: Set<UInt64> = []
        return assignment.contested.compactMap { contest in
            let pair = (Int(contest.edge.other(than: contest.end)), Int(contest.rival))
            guard pair.0 != pair.1, table.films[pair.0].source == table.films[pair.1].source,
                known.insert(MatchEdge.pair(UInt32(pair.0), UInt32(pair.1))).inserted,
                comparer.haveEqualTitle(table.films[pair.0], table.films[pair.1]),
                comparer.veto(pair.0, pair.1) == nil,
                comparer.compare(pair.0, pair.1).score >= comparer.weights.threshold
            else { return nil }
            return (order.position(of: pair.0), order.position(of: pair.1))
        }
    }

    /// An explainer for many films and pairs of joined records.
    package var explainer: MatchExplainer { MatchExplainer(assignment, order: order) }

    /// Returns the decision about two films of the table.
    package func decision(_ left: Int, _ right: Int) -> MatchDecision {
        var comparer = assignment.comparer
        let (one, other) = (order.place(of: left), order.place(of: right))
        let evidence = comparer.compare(one, other)
        var decision = MatchDecision(
            verdict: .different,
            confidence: MatchConfidence.of(bits: evidence.score),
            reasons: [],
            comparisons: evidence.comparisons
        )
        if roots[left] == roots[right] {
            var explainer = explainer
            let explanation = explainer.explain(left, right)
            decision.verdict = .same
            decision.confidence = explanation.confidence
            decision.reasons = explanation.reasons
            return decision
        }
        let contests = contests(one, other)
        let isOneSided = contests.contains(where: \.isOneSided)
        let isCrowded = contests.contains(where: \.isCrowded)
        decision.rivals = Set(
            contests.filter { !$0.isOneSided && !$0.isCrowded }.map { order.position(of: Int($0.rival)) }
        ).sorted()
        if let veto = comparer.veto(one, other) {
            decision.confidence = 0
            decision.reasons = [veto.finding] + evidence.objections
        } else if !contests.isEmpty {
            decision.verdict = .ambiguous
            let lack = isOneSided ? evidence.lack(comparer.weights) : nil
            let reason = isCrowded ? "too many films are alike" : lack ?? "another candidate is as good"
            decision.reasons = [reason] + evidence.reasons
        } else {
            decision.reasons = evidence.objections
            if evidence.score >= comparer.weights.threshold {
                decision.reasons.insert(
                    isJoined(one) || isJoined(other)
                        ? "another record matches one of them better"
                        : "nothing rare enough leads from one to the other",
                    at: 0
                )
            }
        }
        return decision
    }

    /// Whether the record at a place is one film with a record of another source.
    private func isJoined(_ place: Int) -> Bool {
        let first = UInt32(truncatingIfNeeded: place)
        var member = first
        repeat {
            if table.films[Int(member)].source != table.films[place].source { return true }
            member = assignment.clusters.next(after: member)
        } while member != first
        return false
    }

    private func contests(_ left: Int, _ right: Int) -> [MatchAssignment.Contest] {
        let pair = MatchEdge.pair(UInt32(truncatingIfNeeded: left), UInt32(truncatingIfNeeded: right))
        return assignment.contested.filter { MatchEdge.pair($0.edge.left, $0.edge.right) == pair }
    }
}

extension MatchExplanation {
    /// The reason of a match that rests on an earlier one.
    package static let matchedBefore = "matched before"
}

/// The summary of a film's links: the confidence of the weakest link, and the reasons of all.
struct LinkSummary {
    private var confidence = 1.0
    private var namespaces: [String] = []
    private var isPinned = false
    private var isRemembered = false
    private var agreements = MatchAgreements(rawValue: 0)
    private var reservations: Set<String> = []

    /// Adds a link; `remembered` has the bits of one that an earlier call found.
    mutating func add(_ link: MatchEdge, remembered: Float?, _ comparer: inout PairComparer) {
        let evidence = comparer.compare(Int(link.left), Int(link.right))
        let table = comparer.table
        if let namespace = comparer.sharedNamespace(table.films[Int(link.left)], table.films[Int(link.right)]) {
            if !namespaces.contains(namespace) { namespaces.append(namespace) }
            if let reservation = evidence.reservation { reservations.insert(reservation) }
        } else if link.score >= MatchEdge.sure * 2 {
            isPinned = true
        } else if link.score < MatchEdge.sure || evidence.score >= comparer.weights.threshold {
            // What agrees now may be what agreed in the earlier call, so the stronger of both counts, never their sum.
            let bits = link.score < MatchEdge.sure ? Double(remembered ?? link.score) : evidence.score
            let score = max(evidence.score, bits)
            if score > evidence.score + 1 { isRemembered = true }
            confidence = min(confidence, MatchConfidence.of(bits: score))
        }
        agreements.formUnion(MatchAgreements(evidence))
    }

    /// The explanation, or `nil` if nothing agrees.
    var explanation: MatchExplanation? {
        let reasons =
            (isPinned ? ["pinned by the user"] : []) + namespaces.sorted().map { "\($0) id equal" }
            + (isRemembered ? [MatchExplanation.matchedBefore] : []) + agreements.reasons + reservations.sorted()
        return reasons.isEmpty ? nil : MatchExplanation(confidence: confidence, reasons: reasons)
    }
}

/// Records that were matched as one film, and why.
package struct MatchCluster: Hashable, Sendable {
    /// Positions in the matcher's input, ascending.
    package var members: [Int]
    /// The explanation, if it was asked for and the cluster has a link between two sources or a rival.
    package var explanation: MatchExplanation?
    /// The positions of equally good candidates, because of which the matcher abstained.
    package var rivals: [Int]

    package init(members: [Int], explanation: MatchExplanation? = nil, rivals: [Int] = []) {
        self.members = members
        self.explanation = explanation
        self.rivals = rivals
    }

    /// Whether the matcher abstained from a match because another one was as good.
    package var isAmbiguous: Bool { !rivals.isEmpty }
}
