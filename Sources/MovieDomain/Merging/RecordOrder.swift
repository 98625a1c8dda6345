/// The order in which the sources of one film are asked: by configuration, never by arrival.
struct RecordOrder {
    /// In the policy's order; of one source, the richer record first.
    let statements: [Statement]

    init(_ records: [MovieRecord], policy: MergePolicy) {
        let said = records.map(Statement.init)
        guard said.count > 1 else {
            statements = said
            return
        }
        let sorted = said.sorted { left, right in
            if left.provider == right.provider { return RecordOrder.isRicher(left, than: right) }
            let (mine, theirs) = (policy.rank(of: left.provider), policy.rank(of: right.provider))
            return mine == theirs ? left.provider < right.provider : mine < theirs
        }
        var unique: [Statement] = []
        for statement in sorted
        where unique.last.map({ $0.provider != statement.provider || $0.facts != statement.facts }) ?? true {
            unique.append(statement)
        }
        statements = unique
    }

    /// The order that one field's rule makes of it.
    func statements(for rule: MergeRule) -> [Statement] {
        guard statements.count > 1, !rule.prefer.isEmpty || rule.strategy == .newest else { return statements }
        var ordered = stable(statements) { rule.prefer.firstIndex(of: $0.provider) ?? .max }
        if rule.strategy == .newest {
            ordered = stable(ordered) { $0.ageSeconds }
        }
        return ordered
    }

    private func stable(_ statements: [Statement], by key: (Statement) -> Int) -> [Statement] {
        statements.enumerated()
            .sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }
            .map(\.element)
    }

    private static func isRicher(_ left: Statement, than right: Statement) -> Bool {
        let (mine, theirs) = (left.facts.richness, right.facts.richness)
        if mine != theirs { return mine > theirs }
        if left.facts != right.facts { return left.facts.canonicalText < right.facts.canonicalText }
        return left.ageSeconds < right.ageSeconds
    }
}
