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
        match(FilmTable(records), fixed: fixed) { left, right in records[left] == records[right] }.clusters()
    }

    /// Which films of a table are one.
    ///
    /// - Parameters:
    ///   - films: the table; it is used up.
    ///   - duplicates: whether sources hold films twice.
    /// - Returns: The clusters, and the reasons for any two films.
    package func match(_ films: consuming FilmTable, duplicates: MatchDuplicates = .detected) -> FilmMatching {
        match(films, duplicates: duplicates, fixed: [], areSame: nil)
    }

    private func match(
        _ films: consuming FilmTable,
        fixed: [[Int]],
        areSame: @escaping (Int, Int) -> Bool
    ) -> FilmMatching {
        match(films, duplicates: .forbidden, fixed: fixed, areSame: areSame)
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
            join(table.twins { areSame(order.position(of: $0), order.position(of: $1)) }, &assignment)
        }
        join(sure.certain, &assignment)
        assignment.join(along: sure.disputed, by: .sure)
        assignment.join(along: search.edges, by: .comparison)
        return FilmMatching(assignment, order: order, comparisons: search.comparisons)
    }

    private func join(_ edges: [MatchEdge], _ assignment: inout MatchAssignment) {
        for edge in edges { assignment.joinSurely(edge) }
    }
}
