/// The rows of several sources on their way to one page of films.
struct FilmPool {
    /// A row with its place in its source's list and its source's place in the configuration.
    struct Row: Sendable {
        var record: MovieRecord
        var rank: Int
        var source: Int
    }

    let rows: [Row]
    let order: FilmOrder
    let matcher: Matcher

    /// A page of films, and whether the rows hold more of them.
    ///
    /// The pages before are gone through in the same way as when they were asked for, each with the rows that it had.
    /// What was on them stays a film of its own, whatever later rows say, so nothing is lost or doubled between pages.
    func page(_ request: PageRequest) -> (clusters: [MatchCluster], hasMore: Bool) {
        var shown: [[Int]] = []
        let deepest = (rows.map(\.rank).max() ?? 0) / request.limit + 1
        for number in 1..<max(1, min(request.page, deepest)) {
            shown += rest(after: shown, ranksBelow: number * request.limit).prefix(request.limit).map(\.members)
        }
        let rest = rest(after: shown, ranksBelow: request.page * request.limit)
        let skipped = max(0, request.page - deepest) * request.limit
        return (Array(rest.dropFirst(skipped).prefix(request.limit)), rest.count > skipped + request.limit)
    }

    /// The films of the rows up to a rank that are not among those shown, in order.
    private func rest(after shown: [[Int]], ranksBelow limit: Int) -> [MatchCluster] {
        let pool = rows.indices.filter { rows[$0].rank < limit }
        let position = Dictionary(uniqueKeysWithValues: zip(pool, 0...))
        let fixed = shown.map { $0.compactMap { position[$0] } }
        let taken = Set(fixed.compactMap(\.first))
        return matcher.clusters(of: pool.map { rows[$0].record }, fixed: fixed)
            .filter { $0.members.allSatisfy { !taken.contains($0) } }
            .map { $0.moved(to: pool) }
            .sorted(by: precedes)
    }

    private func precedes(_ left: MatchCluster, _ right: MatchCluster) -> Bool {
        let facts = (left.members.map { rows[$0].record.facts }, right.members.map { rows[$0].record.facts })
        return order.precedes(facts.0, facts.1) ?? (place(of: left) < place(of: right))
    }

    private func place(of cluster: MatchCluster) -> (Int, Int) {
        cluster.members.map { (rows[$0].rank, rows[$0].source) }.min { $0 < $1 } ?? (.max, .max)
    }
}

extension MatchCluster {
    /// The same with positions in a part of a list turned into positions in the list.
    fileprivate func moved(to pool: [Int]) -> MatchCluster {
        MatchCluster(members: members.map { pool[$0] }, explanation: explanation, rivals: rivals.map { pool[$0] })
    }
}
