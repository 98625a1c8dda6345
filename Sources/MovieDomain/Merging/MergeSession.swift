/// One merge on its way: the fields that are done, and where they come from.
struct MergeSession {
    let order: RecordOrder
    let policy: MergePolicy
    var facts = MovieFacts()
    private(set) var provenance = FieldSources()
    private(set) var differences: [FieldDifference] = []

    init(_ order: RecordOrder, policy: MergePolicy) {
        self.order = order
        self.policy = policy
    }

    /// Names the sources of a field, the winner first, each once.
    mutating func credit(_ providers: [ProviderID], with field: MovieField) {
        guard !providers.isEmpty else { return }
        var unique: [ProviderID] = []
        for provider in providers where !unique.contains(provider) { unique.append(provider) }
        provenance[field] = unique
    }

    /// A field that has one value: the first, or the longest where the rule says so.
    ///
    /// Every source that says the same is named; those that differ are where `difference` says how to show what they say.
    mutating func scalar<Value: Equatable>(
        _ field: MovieField,
        length: (Value) -> Int = { _ in 0 },
        difference: ((Value) -> FieldDifference.Value)? = nil,
        _ read: (Statement) -> Value?
    ) -> Value? {
        let rule = policy.rule(for: field)
        var said: [(provider: ProviderID, value: Value)] = []
        for statement in order.statements(for: rule) {
            if let value = read(statement) { said.append((statement.provider, value)) }
        }
        guard var winner = said.first else { return nil }
        if rule.strategy == .longest {
            for candidate in said.dropFirst() where length(candidate.value) > length(winner.value) {
                winner = candidate
            }
        }
        credit([winner.provider] + said.filter { $0.value == winner.value }.map(\.provider), with: field)
        if let difference { note(said.filter { $0.value != winner.value }.map { ($0, difference($1)) }, field) }
        return winner.value
    }

    /// Names who says otherwise, each source once, behind those who were believed.
    private mutating func note(_ others: [(ProviderID, FieldDifference.Value)], _ field: MovieField) {
        let agreeing = provenance[field] ?? []
        for (provider, value) in others where !agreeing.contains(provider) {
            guard !differences.contains(where: { $0.field == field && $0.provider == provider }) else { continue }
            differences.append(FieldDifference(field, provider, value))
            credit((provenance[field] ?? []) + [provider], with: field)
        }
    }

    /// A field that has several values, told apart by their keys.
    mutating func list<Value, Key: Hashable>(
        _ field: MovieField,
        key: (Value) -> Key,
        _ read: (Statement) -> [Value]
    ) -> [Value] {
        let rule = policy.rule(for: field)
        var said: [(provider: ProviderID, values: [Value])] = []
        for statement in order.statements(for: rule) {
            let values = read(statement)
            if !values.isEmpty { said.append((statement.provider, values)) }
        }
        guard var winner = said.first else { return [] }
        switch rule.strategy {
        case .union:
            credit(said.map(\.provider), with: field)
            return unique(said.flatMap(\.values), by: key)
        case .perSource:
            credit(said.map(\.provider), with: field)
            return said.reduce(into: (values: [Value](), seen: Set<SourceKey<Key>>())) { result, source in
                for value in source.values
                where result.seen.insert(SourceKey(provider: source.provider, key: key(value))).inserted {
                    result.values.append(value)
                }
            }.values
        case .first, .longest, .newest:
            if rule.strategy == .longest {
                for candidate in said where candidate.values.count > winner.values.count { winner = candidate }
            }
            let keys = Set(winner.values.map(key))
            let agreeing = said.filter { Set($0.values.map(key)) == keys }
            credit([winner.provider] + agreeing.map(\.provider), with: field)
            return unique(winner.values, by: key)
        }
    }

    private struct SourceKey<Key: Hashable>: Hashable {
        let provider: ProviderID
        let key: Key
    }

    private func unique<Value, Key: Hashable>(_ values: [Value], by key: (Value) -> Key) -> [Value] {
        guard values.count > 1 else { return values }
        var seen = Set<Key>(minimumCapacity: values.count)
        return values.filter { seen.insert(key($0)).inserted }
    }
}
