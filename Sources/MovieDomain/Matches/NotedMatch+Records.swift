extension NotedMatch {
    /// What a film's records teach: that the first one's own id and the ids that only the others give are of one film.
    ///
    /// Nothing where one source alone knows the film, or nobody says why its records are one.
    static func learned(
        from records: [MovieRecord],
        _ explanation: MatchExplanation?,
        at moment: Timestamp
    ) -> [NotedMatch] {
        learned(from: records, members: Array(records.indices), explanation, at: moment)
    }

    /// What those of the records teach that stand at some positions.
    static func learned(
        from records: [MovieRecord],
        members: [Int],
        _ explanation: MatchExplanation?,
        at moment: Timestamp
    ) -> [NotedMatch] {
        guard let explanation, explanation.confidence > 0,
            let anchor = members.first(where: { records[$0].ownID != nil }), let own = records[anchor].ownID
        else { return [] }
        var taught: [IDPair] = []
        for member in members where records[member].provider != records[anchor].provider {
            for (namespace, value) in records[member].facts.ids.sorted(by: { $0.key < $1.key })
            where records[anchor].facts.ids[namespace] == nil {
                let pair = IDPair(own, MovieID(namespace: namespace, value: value))
                if !taught.contains(pair) { taught.append(pair) }
            }
        }
        return taught.map {
            NotedMatch(
                $0,
                .same,
                by: .matcher,
                confidence: explanation.confidence,
                reasons: explanation.reasons,
                at: moment
            )
        }
    }
}

extension MovieRecord {
    /// The id in the source's own name space, else the first of all by name.
    fileprivate var ownID: MovieID? {
        let namespace = facts.ids[provider.rawValue] == nil ? facts.ids.keys.min() : provider.rawValue
        return namespace.flatMap { namespace in
            facts.ids[namespace].map { MovieID(namespace: namespace, value: $0) }
        }
    }
}
