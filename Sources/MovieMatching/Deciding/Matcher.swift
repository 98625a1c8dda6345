package import MovieDomain
import Platform

/// A matcher that finds the records of several sources that are the same film.
///
/// Corrections by the user and equal ids take precedence over the sum of the comparisons (``MatchWeights``). If two
/// candidates that cannot be the same film are equally good, neither is taken. A film never has two ids in one
/// namespace, every member is checked against the whole film, and the order of the records does not affect the result.
package struct Matcher: Sendable {
    package var weights = MatchWeights.standard
    /// The user's corrections.
    package var corrections: Corrections

    /// Pairs of ids that earlier calls matched, each with the confidence, which takes the place of the prior.
    package var remembered: [IDPair: Double] = [:]
    /// Whether a title and a year are not enough to match a film that the user has pinned, and so told from a namesake.
    package var doubtsPinned = false
    /// The number of threads that may work on one list of films.
    package var threads = 1

    package init(corrections: Corrections = .none, threads: Int = 1) {
        self.corrections = corrections
        self.threads = threads
    }

    /// Returns a matcher for the films of one person, of which there are few: an equal title is enough for a match.
    package func ofOnePerson() -> Matcher {
        var matcher = self
        matcher.weights.unseenFilms = 200
        return matcher
    }

    /// Groups records by film, in the order of their first members.
    ///
    /// A film has several records of one source only if these have an equal id, are identical, are pinned, or are in
    /// one group of `fixed`. Its groups are positions of records that are known to be the same film. Other records may
    /// join a group, but no two groups are joined.
    package func clusters(of records: [MovieRecord], fixed: [[Int]] = []) -> [MatchCluster] {
        let matching = match(FilmTable(records), duplicates: .forbidden, fixed: fixed) { records[$0] == records[$1] }
        var explainer = matching.explainer
        return matching.clusters().map { cluster in
            var cluster = cluster
            cluster.explanation = explainer.explanation(of: cluster)
            return cluster
        }
    }

    /// Returns the decisions about the first record and each of the others.
    package func decisions(aboutFirstOf records: [MovieRecord]) -> [MatchDecision] {
        let matching = match(FilmTable(records), duplicates: .forbidden)
        return records.indices.dropFirst().map { matching.decision(0, $0) }
    }

    /// Returns why the details of two records are those of two films, whatever their titles are; `nil` if they are not.
    package func contradiction(between one: MovieRecord, _ other: MovieRecord) -> String? {
        evidence(one, other).isContradicted ? PairEvidence.contradicted : nil
    }

    /// Returns whether all titles of two records are unlike, and no director or member of the cast agrees.
    package func areUnlike(_ one: MovieRecord, _ other: MovieRecord) -> Bool { evidence(one, other).isUnlike }

    private func evidence(_ one: MovieRecord, _ other: MovieRecord) -> PairEvidence {
        var table = FilmTable([one, other])
        table.weigh()
        table.addSounds()
        var comparer = PairComparer(table, weights: weights)
        return comparer.compare(0, 1)
    }

    /// Returns why a record that a source gives under an id belongs to another film than its earlier one under this id;
    /// `nil` if it may be of the same film, whose title, year, or language has changed.
    ///
    /// All titles are unlike, nothing else agrees, and a second thing contradicts: years more than one apart, another id in
    /// another namespace, or directors together with days or running times.
    package func replacement(of earlier: MovieRecord, by record: MovieRecord, under id: MovieID) -> String? {
        let evidence = evidence(earlier, record)
        guard evidence.isUnlike else { return nil }
        let others = record.facts.ids.filter { $0.key != id.namespace }
        guard !others.contains(where: { earlier.facts.ids[$0.key] == $0.value }) else { return nil }
        let hasOtherID = others.contains { earlier.facts.ids[$0.key] != nil }
        guard hasOtherID || evidence.yearDifference ?? 0 > 1 || evidence.isContradicted else { return nil }
        return (evidence.objections + (hasOtherID ? ["ids differ"] : [])).joined(separator: ", ")
    }

    /// Matches the films of a table.
    package func match(_ films: consuming FilmTable, duplicates: MatchDuplicates = .detected) -> FilmMatching {
        match(films, duplicates: duplicates, fixed: [], areSame: nil)
    }

    /// Matches the films of a table along pairs that an earlier search found.
    package func match(
        _ films: consuming FilmTable,
        duplicates: MatchDuplicates = .detected,
        along pairs: [(FilmMark, FilmMark)]
    ) -> FilmMatching {
        match(films, duplicates: duplicates, pairs: pairs, fixed: [], areSame: nil)
    }

    private func match(
        _ films: consuming FilmTable,
        duplicates: MatchDuplicates,
        pairs: [(FilmMark, FilmMark)]? = nil,
        fixed: [[Int]],
        areSame: ((Int, Int) -> Bool)?
    ) -> FilmMatching {
        var table = films
        let order = table.arrange()
        table.weigh()
        table.addSounds()
        var comparer = PairComparer(table, weights: weights)
        let disbelieved = BareIDs(table, &comparer).disbelieved
        if !disbelieved.isEmpty {
            table.disown(disbelieved)
            comparer = PairComparer(table, weights: weights)
        }
        let selection = WordSelection(table)
        let holders = KeyHolders(table, selection)
        let cardinality = DuplicateSurvey(table: table, holders: holders, threads: threads)
            .cardinality(duplicates, comparer)
        let sure = SureLinks(&comparer, corrections: corrections)
        let plan = CandidateSearch.Plan(
            holders: holders,
            selection: selection,
            sounds: table.needsSounds && pairs == nil ? SoundIndex(table) : nil,
            cardinality: cardinality,
            basis: comparer.basis,
            outlines: FilmOutlines(table)
        )
        var found = pairs.map { CandidateSearch.among($0, plan) } ?? candidates(plan)
        let shift = PartnerShare(found.edges, table).priorShift(weights)
        if shift < 0 {
            var lenient = weights
            lenient.threshold -= min(weights.leniency, -shift)
            comparer = PairComparer(table, weights: lenient, priorShift: shift)
            found.lowerScores(by: -shift, least: lenient.threshold)
        }
        if doubtsPinned, !sure.pinned.isEmpty {
            found.leaveOpen(where: { edge in
                sure.pinned.contains(edge.left) != sure.pinned.contains(edge.right)
                    && comparer.compare(Int(edge.left), Int(edge.right)).isOfTitleAndYear
            })
        }
        var assignment = MatchAssignment(comparer, cardinality: cardinality, splits: sure.splits)
        for group in fixed { assignment.fix(group.map { order.place(of: $0) }) }
        if let areSame {
            for twins in table.twins({ areSame(order.position(of: $0), order.position(of: $1)) }) {
                assignment.joinSurely(twins)
            }
        }
        for edge in sure.certain { assignment.joinSurely(edge) }
        for edge in identical(cardinality, &comparer) { assignment.joinSurely(edge) }
        assignment.join(along: sure.disputed, by: .sure, threads: threads)
        let edges = withRemembered(found.edges, &comparer, &assignment)
        assignment.join(along: edges, by: .comparison, threads: threads)
        assignment.leaveOpen(found.oneSided)
        return FilmMatching(
            assignment,
            order: order,
            found: found,
            disbelieved: disbelieved.map { (order.position(of: $0.0), order.position(of: $0.1)) }
        )
    }

    /// Joins equal films of a source that lists films twice, so that they need not be compared one by one.
    private func identical(_ cardinality: MatchCardinality, _ comparer: inout PairComparer) -> [MatchEdge] {
        guard cardinality != .oneToOne else { return [] }
        let table = comparer.table
        var edges: [MatchEdge] = []
        for next in table.films.indices.dropFirst() where table.films[next].isTwin(of: table.films[next - 1]) {
            guard cardinality.allowsDuplicates(in: table.films[next].source) else { continue }
            let score = comparer.compare(next - 1, next).score
            guard score >= weights.threshold, comparer.veto(next - 1, next) == nil else { continue }
            let (left, right) = (UInt32(truncatingIfNeeded: next - 1), UInt32(truncatingIfNeeded: next))
            edges.append(MatchEdge(left: left, right: right, score: Float(score)))
        }
        return edges
    }

    /// Adds the pairs that earlier calls matched, unless what is known here is against it.
    private func withRemembered(
        _ edges: [MatchEdge],
        _ comparer: inout PairComparer,
        _ assignment: inout MatchAssignment
    ) -> [MatchEdge] {
        guard !remembered.isEmpty else { return edges }
        let holders = IDHolders(comparer.table)
        var scores: [UInt64: Float] = [:]
        for (pair, confidence) in remembered {
            let bits = BinaryLogarithm.of(min(confidence, 0.99) / (1 - min(confidence, 0.99)))
            for (left, right) in holders.pairs(pair) where comparer.veto(Int(left), Int(right)) == nil {
                let evidence = comparer.compare(Int(left), Int(right))
                let score = evidence.score - evidence.prior + bits
                guard score >= comparer.weights.threshold else { continue }
                // An earlier call may have known less: what contradicts the match is weighed against its certainty.
                if evidence.isContradicted { continue }
                if evidence.score < 0, bits - evidence.contradiction < comparer.weights.threshold { continue }
                scores[MatchEdge.pair(left, right)] = Float(score)
                assignment.strengths[MatchEdge.pair(left, right)] = Float(max(evidence.score, bits))
            }
        }
        let others = edges.filter { edge in
            guard let score = scores[MatchEdge.pair(edge.left, edge.right)] else { return true }
            scores[MatchEdge.pair(edge.left, edge.right)] = max(score, edge.score)
            return false
        }
        return others
            + scores.map { pair, score in
                MatchEdge(
                    left: UInt32(truncatingIfNeeded: pair >> 32),
                    right: UInt32(truncatingIfNeeded: pair),
                    score: score
                )
            }
    }

    /// Searches all films in parts; the number of threads does not affect the result.
    private func candidates(_ plan: CandidateSearch.Plan) -> CandidateSearch.Found {
        let count = plan.table.count
        let found = Parallel.map(count, inPartsOf: Matcher.filmsOfPart, threads: threads) {
            CandidateSearch(plan)
        } body: { search, places in
            search.search(places)
        }
        return found.reduce(into: CandidateSearch.Found()) { $0.append($1) }
    }

    /// The number of films that a thread takes at a time.
    static let filmsOfPart = 2_000
}

/// The share of films in each source that have a likely partner.
///
/// If few films have one, a likely candidate is more often a stranger, so the prior is lowered accordingly.
struct PartnerShare {
    /// The share of the source in which most films have a partner; `nil` if there is only one list, or one has too few
    /// films with a year.
    private(set) var greatest: Double?
    private static let certain: Float = 1.5

    init(_ edges: [MatchEdge], _ table: FilmTable) {
        var linked = [Bool](repeating: false, count: table.count)
        for edge in edges where edge.score >= PartnerShare.certain {
            linked[Int(edge.left)] = true
            linked[Int(edge.right)] = true
        }
        var counts = [(films: Int, linked: Int)](repeating: (0, 0), count: table.sourceCount)
        // A film without a year hardly ever has a link that is certain, whether it has a partner or not.
        for (place, film) in table.films.enumerated() where film.year != 0 {
            counts[Int(film.source)].films += 1
            if linked[place] { counts[Int(film.source)].linked += 1 }
        }
        guard counts.count > 1, counts.allSatisfy({ $0.films >= MatchWeights.standard.leastForPartners }) else {
            return
        }
        greatest = counts.map { Double($0.linked) / Double($0.films) }.max()
    }

    /// Returns the change of the prior in bits, which is never positive.
    func priorShift(_ weights: MatchWeights) -> Double {
        guard let greatest else { return 0 }
        return max(-4, min(0, BinaryLogarithm.of(max(greatest, 0.001) / weights.usualPartners)))
    }
}

/// The films of a table by their ids.
private struct IDHolders {
    private var films: [UInt64: [UInt32]] = [:]

    init(_ table: FilmTable) {
        for (film, profile) in table.films.enumerated() {
            for id in profile.ids.range {
                films[table.ids[id].digest, default: []].append(UInt32(truncatingIfNeeded: film))
            }
        }
    }

    /// Returns the pairs of different films, one of which has the first id and the other the second.
    func pairs(_ pair: IDPair) -> [(UInt32, UInt32)] {
        let seconds = films(with: pair.second)
        return films(with: pair.first).flatMap { first in seconds.filter { $0 != first }.map { (first, $0) } }
    }

    /// Returns the films that have one id of a pair, each with those that have another id where it has the other one.
    func rivals(_ pair: IDPair, in table: FilmTable) -> [(UInt32, UInt32)] {
        [(pair.first, pair.second), (pair.second, pair.first)].flatMap { id, other in
            let own = films(with: id)
            guard !own.isEmpty else { return [(UInt32, UInt32)]() }
            let other = IDProfile(namespace: other.namespace, value: other.value)
            let rivals = table.films.indices.filter { film in
                table.films[film].ids.range.contains { table.ids[$0].contradicts(other) }
            }
            return own.flatMap { film in
                rivals.map { UInt32(truncatingIfNeeded: $0) }.filter { $0 != film }.map { (film, $0) }
            }
        }
    }

    private func films(with id: MovieID) -> [UInt32] {
        films[IDProfile(namespace: id.namespace, value: id.value).digest] ?? []
    }
}

/// The links that need no comparison: equal ids and the user's corrections.
struct SureLinks {
    /// Links that nothing contests, pins first.
    private(set) var certain: [MatchEdge] = []
    /// Links by an id whose films contradict each other, so that the other evidence decides which of them it belongs
    /// to.
    private(set) var disputed: [MatchEdge] = []
    /// Pairs that the user has split, or tells apart by a pin: a film has one id in a namespace.
    private(set) var splits: Set<UInt64> = []
    /// The films that the user has pinned to another one.
    private(set) var pinned: Set<UInt32> = []

    /// The most films that may have a contradictory id; an id of more films proves nothing.
    private static let mostHolders = 128

    /// Reads the films of the comparer's table, which must be in canonical order.
    init(_ comparer: inout PairComparer, corrections: Corrections) {
        if !corrections.isEmpty { read(corrections, comparer.table) }
        for group in comparer.table.filmsOfEqualIDs() {
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
        let holders = IDHolders(table)
        for pair in corrections.split {
            for (one, other) in holders.pairs(pair) { splits.insert(MatchEdge.pair(one, other)) }
        }
        for pair in corrections.pinned {
            for (one, other) in holders.pairs(pair) {
                certain.append(MatchEdge(left: one, right: other, score: MatchEdge.sure * 2))
                pinned.formUnion([one, other])
            }
            for (one, other) in holders.rivals(pair, in: table) { splits.insert(MatchEdge.pair(one, other)) }
        }
    }

    /// Whether no two of the films have different ids in one namespace.
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

extension PairEvidence {
    fileprivate var isUnlike: Bool { titleRelation == .unlike && max(director, cast) <= 0 }
}
