package import MovieDomain

/// Finds out which records of several sources are one film.
///
/// What a user has said and equal ids come first, then what the comparisons add up to (``MatchWeights``). Where two
/// candidates that cannot be one film are equally good, neither is taken. A film never holds two ids of one name space,
/// every member is checked against the whole, and the result does not depend on the order of the records.
package struct Matcher: Sendable {
    let weights = MatchWeights.standard
    /// What a user has said about some of the records.
    package var corrections: Corrections

    package init(corrections: Corrections = .none) {
        self.corrections = corrections
    }

    /// The films that `records` are of, in the order of their first members; no source has a film twice, except under an
    /// equal id.
    ///
    /// The positions in `fixed` are of records that are known to be one film each; others may join them, but no two of them
    /// become one.
    package func clusters(of records: [MovieRecord], fixed: [[Int]] = []) -> [MatchCluster] {
        match(FilmTable(records), duplicates: .forbidden, fixed: fixed) { records[$0] == records[$1] }.clusters()
    }

    /// Which films of a table are one.
    package func match(_ films: consuming FilmTable, duplicates: MatchDuplicates = .detected) -> FilmMatching {
        match(films, duplicates: duplicates, fixed: [], areSame: nil)
    }

    private func match(
        _ films: consuming FilmTable,
        duplicates: MatchDuplicates,
        fixed: [[Int]],
        areSame: ((Int, Int) -> Bool)?
    ) -> FilmMatching {
        var table = films
        let order = table.arrange()
        table.weigh()
        table.addSounds()
        var comparer = PairComparer(table, weights: weights)
        let chains = KeyChains(table)
        let cardinality = DuplicateSurvey(table: table, chains: chains).cardinality(duplicates, &comparer)
        let sure = SureLinks(&comparer, corrections: corrections)
        var search = CandidateSearch(comparer, chains: chains, cardinality: cardinality)
        search.run()
        var assignment = MatchAssignment(comparer, cardinality: cardinality, splits: sure.splits)
        for group in fixed { assignment.fix(group.map { order.place(of: $0) }) }
        if let areSame {
            for twins in table.twins({ areSame(order.position(of: $0), order.position(of: $1)) }) {
                assignment.joinSurely(twins)
            }
        }
        for edge in sure.certain { assignment.joinSurely(edge) }
        assignment.join(along: sure.disputed, by: .sure)
        assignment.join(along: search.edges, by: .comparison)
        return FilmMatching(assignment, order: order, comparisons: search.comparisons)
    }
}

/// What needs no comparison: equal ids, and what a user has said.
struct SureLinks {
    /// Links that nothing contests, what a user said first.
    private(set) var certain: [MatchEdge] = []
    /// Links by an id whose films contradict each other: which of them is meant is a question of what else agrees.
    private(set) var disputed: [MatchEdge] = []
    /// Pairs that are two films because a user said so.
    private(set) var splits: Set<UInt64> = []

    /// An id that more films than this have, and that contradicts itself, proves nothing.
    private static let mostHolders = 128

    /// Reads the films of the comparer's table, which are in canonical order.
    init(_ comparer: inout PairComparer, corrections: Corrections) {
        if !corrections.isEmpty { read(corrections, comparer.table) }
        for group in SureLinks.groupsOfEqualID(comparer.table) {
            if SureLinks.isConsistent(group, comparer.table) {
                for (left, right) in zip(group, group.dropFirst()) {
                    certain.append(MatchEdge(left: left, right: right, score: MatchEdge.sure))
                }
            } else if group.count <= SureLinks.mostHolders {
                dispute(group, &comparer)
            }
        }
        certain.sort { $0.precedes($1) }
        disputed.sort { $0.precedes($1) }
    }

    private mutating func read(_ corrections: Corrections, _ table: FilmTable) {
        var holders: [UInt64: [UInt32]] = [:]
        for (film, profile) in table.films.enumerated() {
            for id in profile.ids.range {
                holders[table.ids[id].digest, default: []].append(UInt32(truncatingIfNeeded: film))
            }
        }
        func pairs(_ pair: IDPair) -> [(UInt32, UInt32)] {
            let firsts = holders[IDProfile(namespace: pair.first.namespace, value: pair.first.value).digest] ?? []
            let seconds = holders[IDProfile(namespace: pair.second.namespace, value: pair.second.value).digest] ?? []
            return firsts.flatMap { first in seconds.filter { $0 != first }.map { (first, $0) } }
        }
        for pair in corrections.split {
            for (one, other) in pairs(pair) { splits.insert(MatchEdge.pair(one, other)) }
        }
        for pair in corrections.pinned {
            for (one, other) in pairs(pair) {
                certain.append(MatchEdge(left: one, right: other, score: MatchEdge.sure * 2))
            }
        }
    }

    /// For each id that several films have, those films in their order.
    private static func groupsOfEqualID(_ table: FilmTable) -> [[UInt32]] {
        var holders = KeyTable(capacity: table.ids.count)
        var first: [UInt32] = []
        var groupOfID: [Int: Int] = [:]
        var groups: [[UInt32]] = []
        for (index, profile) in table.films.enumerated() {
            let film = UInt32(truncatingIfNeeded: index)
            for place in profile.ids.range {
                let id = holders.insert(table.ids[place].digest)
                if id == first.count {
                    first.append(film)
                } else if let group = groupOfID[id] {
                    groups[group].append(film)
                } else {
                    groupOfID[id] = groups.count
                    groups.append([first[id], film])
                }
            }
        }
        return groups
    }

    /// Whether no two of the films have different ids in one name space.
    private static func isConsistent(_ group: [UInt32], _ table: FilmTable) -> Bool {
        var known: [UInt64: UInt64] = [:]
        for film in group {
            for index in table.films[Int(film)].ids.range {
                let id = table.ids[index]
                if let value = known.updateValue(id.digest, forKey: id.space), value != id.digest { return false }
            }
        }
        return true
    }

    private mutating func dispute(_ group: [UInt32], _ comparer: inout PairComparer) {
        for (offset, left) in group.enumerated() {
            for right in group[(offset + 1)...] {
                let (mine, theirs) = (comparer.table.films[Int(left)], comparer.table.films[Int(right)])
                guard !comparer.hasIDConflict(mine, theirs) else { continue }
                if comparer.haveEqualIDs(mine, theirs) {
                    certain.append(MatchEdge(left: left, right: right, score: MatchEdge.sure))
                    continue
                }
                let score = Float(comparer.compare(Int(left), Int(right)).score)
                disputed.append(MatchEdge(left: left, right: right, score: MatchEdge.sure + score))
            }
        }
    }
}
