extension MergeSession {
    mutating func mergePeople() {
        facts.directors = people(.directors) { $0.facts.directors }
        facts.cast = people(.cast) { $0.facts.cast }
        facts.crew = people(.crew) { $0.facts.crew }
    }

    /// People, with one person's Korean and Latin names, part and job brought together.
    ///
    /// Under `union` all sources add people; else the winner's people stand, and the others complete them. A source is
    /// named when it is the winner, added or completed somebody, or names all the same people.
    private mutating func people(_ field: MovieField, _ read: (Statement) -> [Person]) -> [Person] {
        let rule = policy.rule(for: field)
        var said = order.statements(for: rule)
            .map { (provider: $0.provider, people: read($0)) }
            .filter { !$0.people.isEmpty }
        guard said.count > 1 else {
            credit(said.map(\.provider), with: field)
            return said.first?.people ?? []
        }
        if rule.strategy == .longest,
            let longest = said.indices.max(by: { (said[$0].people.count, $1) < (said[$1].people.count, $0) })
        {
            said.insert(said.remove(at: longest), at: 0)
        }
        var roster = PersonRoster(said[0].people)
        var givers = [said[0].provider]
        for source in said.dropFirst() {
            let adds = rule.strategy == .union || rule.strategy == .perSource
            if roster.complete(with: source.people, adding: adds) { givers.append(source.provider) }
        }
        credit(givers, with: field)
        return roster.people
    }
}
