/// Finds out which records of several sources are one film.
///
/// Equal ids come first, then equal titles within a year (``MatchEvidence``). Where two candidates that cannot be one film
/// are equally good, neither is taken. A film never holds two ids of one name space, every member is checked against
/// the whole, and the result does not depend on the order of the records.
package struct Matcher: Sendable {
    /// A candidate must be better than its rival by this many hundredths.
    let margin = 3
    /// A title, or an id that contradicts itself, proves nothing when more films than this have it.
    let mostHolders = 128

    package init() {}

    /// The films that `records` are of, in the order of their first members.
    ///
    /// The positions in `fixed` are of records that are known to be one film each; others may join them, but no two of them
    /// become one.
    package func clusters(of records: [MovieRecord], fixed: [[Int]] = []) -> [MatchCluster] {
        var nodes = profiles(of: records, fixed: fixed)
        joinEqualIDs(&nodes)
        while join(&nodes, along: titleEdges(among: nodes), by: .title) {}
        return nodes.map(cluster).sorted { $0.members[0] < $1.members[0] }
    }

    private func cluster(of profile: FilmProfile) -> MatchCluster {
        var explanation: MatchExplanation?
        let reasons = profile.sharedNamespaces.sorted().map { "\($0) id equal" } + profile.agreements.reasons
        if profile.providers.contains(where: { $0 != profile.providers[0] }), !reasons.isEmpty {
            explanation = MatchExplanation(confidence: Double(profile.points) / 100, reasons: reasons)
        } else if !profile.rivals.isEmpty {
            explanation = MatchExplanation(confidence: 0, reasons: ["ambiguous"])
        }
        return MatchCluster(
            members: profile.members.sorted(),
            explanation: explanation,
            rivals: profile.rivals.sorted()
        )
    }

    /// One profile a record, those of `fixed` together, in an order that depends on the records alone.
    private func profiles(of records: [MovieRecord], fixed: [[Int]]) -> [FilmProfile] {
        var normalizer = TitleNormalizer()
        let digests = records.indices.map { RecordDigest(of: records, at: $0) }
        let order = records.indices.sorted { digests[$0] < digests[$1] }
        func isSame(_ left: Int, _ right: Int) -> Bool {
            digests[left] == digests[right] && records[left] == records[right]
        }
        var groupOf: [Int: Int] = [:]
        for (group, members) in fixed.enumerated() {
            for member in members { groupOf[member] = group }
        }
        var nodes: [FilmProfile] = []
        var nodeOfGroup: [Int: Int] = [:]
        for index in order {
            let profile = FilmProfile(of: records, at: index, normalizer: &normalizer)
            if let group = groupOf[index] {
                if let node = nodeOfGroup[group] {
                    nodes[node].join(profile, because: MatchEvidence(nodes[node], profile))
                } else {
                    nodeOfGroup[group] = nodes.count
                    nodes.append(profile)
                    nodes[nodes.count - 1].isFixed = true
                }
            } else if let last = nodes.last, !last.isFixed, isSame(last.members[0], index) {
                nodes[nodes.count - 1].members.append(index)
            } else {
                nodes.append(profile)
            }
        }
        return nodes
    }
}
