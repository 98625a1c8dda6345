extension NotedMatch {
    /// What a film's records teach: that the first one's own id and the ids that only the others give are of one film.
    ///
    /// Nothing where one source alone knows the film, or nobody says why its records are one.
    static func learned(
        from records: [MovieRecord],
        _ explanation: MatchExplanation?,
        at moment: Timestamp
    ) -> [NotedMatch] {
        guard let explanation, explanation.confidence > 0, let anchor = records.first(where: { $0.ownID != nil }),
            let own = anchor.ownID
        else { return [] }
        var taught: [IDPair] = []
        for record in records where record.provider != anchor.provider {
            for (namespace, value) in record.facts.ids.sorted(by: { $0.key < $1.key })
            where anchor.facts.ids[namespace] == nil {
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
