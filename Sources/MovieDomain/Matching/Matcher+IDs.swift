extension Matcher {
    /// Joins what an equal id says to be one film.
    func joinEqualIDs(_ nodes: inout [FilmProfile]) {
        var edges: [MatchEdge] = []
        for group in groupsOfEqualID(nodes) {
            if areConsistent(group, in: nodes) {
                for (left, right) in zip(group, group.dropFirst()) { edges.append(idEdge(left, right, among: nodes)) }
            } else if group.count <= mostHolders {
                edges += conflictingEdges(of: group, among: nodes)
            }
        }
        _ = join(&nodes, along: edges, by: .equalID)
    }

    /// For each id that several nodes have, those nodes.
    private func groupsOfEqualID(_ nodes: [FilmProfile]) -> [[Int]] {
        var holder: [UInt64: Int] = Dictionary(minimumCapacity: nodes.count * 2)
        var groupOfID: [UInt64: Int] = [:]
        var groups: [[Int]] = []
        for (node, profile) in nodes.enumerated() {
            for id in profile.ids {
                guard let first = holder.updateValue(node, forKey: id.digest) else { continue }
                if let group = groupOfID[id.digest] {
                    groups[group].append(node)
                } else {
                    groupOfID[id.digest] = groups.count
                    groups.append([first, node])
                }
            }
        }
        return groups
    }

    /// Whether no two of the nodes have different ids in one name space.
    private func areConsistent(_ group: [Int], in nodes: [FilmProfile]) -> Bool {
        var known: [ComparedID] = []
        for node in group {
            for id in nodes[node].ids {
                if known.contains(where: { $0.contradicts(id) }) { return false }
                if !known.contains(where: { $0.isEqual(to: id) }) { known.append(id) }
            }
        }
        return true
    }

    /// All pairs that do not contradict each other: which of them is meant is a question of what else agrees.
    private func conflictingEdges(of group: [Int], among nodes: [FilmProfile]) -> [MatchEdge] {
        group.indices.flatMap { offset in
            group[(offset + 1)...].compactMap { right in
                let left = group[offset]
                return nodes[left].hasIDConflict(with: nodes[right]) ? nil : idEdge(left, right, among: nodes)
            }
        }
    }

    private func idEdge(_ left: Int, _ right: Int, among nodes: [FilmProfile]) -> MatchEdge {
        let evidence = MatchEvidence(nodes[left], nodes[right])
        return MatchEdge(left: left, right: right, points: evidence.points ?? 100, evidence: evidence)
    }
}
