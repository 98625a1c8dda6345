/// The rows of several sources on their way to one page of films.
struct FilmPool {
    /// A row's place in its source's list, and its source's place in the configuration.
    struct Place: Comparable, Sendable {
        var rank: Int
        var source: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.rank, left.source) < (right.rank, right.source)
        }

        static let last = Place(rank: .max, source: .max)
    }

    let records: [MovieRecord]
    /// Of each record.
    private let places: [Place]
    private let order: FilmOrder
    private let matcher: Matcher

    init(_ records: [MovieRecord], _ places: [Place], order: FilmOrder, matcher: Matcher) {
        self.records = records
        self.places = places
        self.order = order
        self.matcher = matcher
    }

    /// A page of films, and whether the rows hold more of them.
    ///
    /// The pages before are gone through in the same way as when they were asked for, each with the rows that it had.
    /// What was on them stays a film of its own, whatever later rows say, so nothing is lost or doubled between pages.
    func page(_ request: PageRequest) -> (clusters: [MatchCluster], hasMore: Bool) {
        var shown: [[Int]] = []
        let deepest = (places.map(\.rank).max() ?? 0) / request.limit + 1
        for number in 1..<max(1, min(request.page, deepest)) {
            shown += rest(after: shown, ranksBelow: number * request.limit).prefix(request.limit).map(\.members)
        }
        let rest = rest(after: shown, ranksBelow: request.page * request.limit)
        let skipped = max(0, request.page - deepest) * request.limit
        return (Array(rest.dropFirst(skipped).prefix(request.limit)), rest.count > skipped + request.limit)
    }

    /// The films of the rows up to a rank that are not among those shown, in order.
    private func rest(after shown: [[Int]], ranksBelow limit: Int) -> [MatchCluster] {
        let pool = places.indices.filter { places[$0].rank < limit }
        // Mostly that is all of them, and records are wide.
        let isAll = pool.count == records.count
        let position = Dictionary(uniqueKeysWithValues: zip(pool, 0...))
        let fixed = shown.map { $0.compactMap { position[$0] } }
        let taken = Set(fixed.compactMap(\.first))
        let clusters = matcher.clusters(of: isAll ? records : pool.map { records[$0] }, fixed: fixed)
            .filter { $0.members.allSatisfy { !taken.contains($0) } }
        return inOrder(isAll ? clusters : clusters.map { $0.moved(to: pool) })
    }

    private func inOrder(_ clusters: [MatchCluster]) -> [MatchCluster] {
        let placed = clusters.map { cluster in (cluster: cluster, place: cluster.members.map { places[$0] }.min()) }
        return placed.sorted { left, right in
            let isFirst = order.precedes(facts(of: left.cluster), facts(of: right.cluster))
            return isFirst ?? ((left.place ?? .last) < (right.place ?? .last))
        }.map(\.cluster)
    }

    private func facts(of cluster: MatchCluster) -> [MovieFacts] {
        order == .rank ? [] : cluster.members.map { records[$0].facts }
    }
}

extension MatchCluster {
    /// The same with positions in a part of a list turned into positions in the list.
    fileprivate func moved(to pool: [Int]) -> MatchCluster {
        MatchCluster(members: members.map { pool[$0] }, explanation: explanation, rivals: rivals.map { pool[$0] })
    }
}
