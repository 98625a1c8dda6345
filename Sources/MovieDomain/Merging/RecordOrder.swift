/// The order in which the sources of one film are asked: by configuration, never by arrival.
struct RecordOrder {
    /// In the policy's order; of one source, the richer record first.
    let statements: [Statement]
    /// The fields of which any of them says something.
    let stated: FieldSet

    init(_ said: [Statement], policy: MergePolicy) {
        stated = said.reduce(into: FieldSet()) { $0.formUnion($1.stated) }
        guard !RecordOrder.isInOrder(said, policy) else {
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

    /// Whether these are of different sources in the policy's order, as they mostly come.
    private static func isInOrder(_ said: [Statement], _ policy: MergePolicy) -> Bool {
        guard var last = said.first?.provider else { return true }
        for statement in said.dropFirst() {
            let provider = statement.provider
            let (former, rank) = (policy.rank(of: last), policy.rank(of: provider))
            guard former == rank ? last < provider : former < rank else { return false }
            last = provider
        }
        return true
    }

    /// The least number that a source gives; `nil` where none gives one.
    func best(_ rank: (Statement) -> Int?) -> Int? {
        var best: Int?
        for statement in statements {
            if let rank = rank(statement) { best = min(best ?? rank, rank) }
        }
        return best
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
