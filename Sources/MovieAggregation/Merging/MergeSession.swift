import MovieDomain

/// The state of one merge: the fields merged so far, and their sources.
///
/// Not copyable, so that the merged fields are moved into the resulting film.
struct MergeSession: ~Copyable {
    let order: RecordOrder
    let policy: MergePolicy
    var facts = MovieFacts()
    private(set) var provenance = Provenance()
    private(set) var differences: [FieldDifference] = []
    /// The sources of the field that is being merged.
    private var named: [ProviderID] = []

    init(_ order: RecordOrder, policy: MergePolicy) {
        self.order = order
        self.policy = policy
    }

    consuming func film(_ id: MovieID, _ match: MatchExplanation?) -> Movie {
        var movie = Movie(id: id, facts: facts, provenance: provenance, differences: differences, match: match)
        movie.genreNames = facts.genres.map { Genre(rawValue: $0)?.name(in: policy.languages) ?? $0 }
        movie.stars = facts.ratings.stars
        return movie
    }

    /// Names a source of the field that is being merged, the winner first; naming it again has no effect.
    mutating func name(_ provider: ProviderID) {
        if !named.contains(provider) { named.append(provider) }
    }

    /// Whether a source of the field that is being merged was named.
    func isNamed(_ provider: ProviderID) -> Bool { named.contains(provider) }

    /// Credits a field to the sources that were named since the last field.
    mutating func credit(_ field: MovieField) {
        guard !named.isEmpty else { return }
        provenance[field] = named
        named = []
    }

    /// Merges a field that has one value: the first one, or the longest if the rule says so.
    ///
    /// Credits every source with that value. If a film has only one, also notes the sources that differ.
    mutating func scalar<Value: Equatable>(
        _ field: MovieField,
        length: (Value) -> Int = { _ in 0 },
        difference: ((Value) -> FieldDifference.Value)? = nil,
        _ read: (MergeInput) -> Value?
    ) -> Value? {
        guard order.stated.contains(field) else { return nil }
        let statements = order.statements(for: policy.rule(for: field))
        guard let (winner, isDisputed) = nameWinner(of: field, among: statements, length: length, read) else {
            return nil
        }
        credit(field)
        if isDisputed, field.declaration.isSingle, let difference {
            for statement in statements {
                guard let value = read(statement), value != winner else { continue }
                note(difference(value), of: statement.provider, field)
            }
        }
        return winner
    }

    /// Returns the winning value and whether other sources differ; names its source and all that agree.
    mutating func nameWinner<Value: Equatable>(
        of field: MovieField,
        among statements: [MergeInput],
        length: (Value) -> Int,
        _ read: (MergeInput) -> Value?
    ) -> (value: Value, isDisputed: Bool)? {
        let strategy = policy.rule(for: field).strategy
        var first: (provider: ProviderID, value: Value)?
        for statement in statements {
            guard let value = read(statement) else { continue }
            if let best = first, length(value) <= length(best.value) { continue }
            first = (statement.provider, value)
            if strategy != .longest { break }
        }
        guard let winner = first else { return nil }
        name(winner.provider)
        var isDisputed = false
        for statement in statements {
            guard let value = read(statement) else { continue }
            if value == winner.value { name(statement.provider) } else { isDisputed = true }
        }
        return (winner.value, isDisputed)
    }

    /// Notes a source that differs, once, and unless another record of it agrees.
    mutating func note(_ value: FieldDifference.Value, of provider: ProviderID, _ field: MovieField) {
        guard provenance[field]?.contains(provider) != true,
            !differences.contains(where: { $0.field == field && $0.provider == provider })
        else { return }
        differences.append(FieldDifference(field, provider, value))
    }

    /// Merges a field that has several values, which are told apart by their keys, by its rule's strategy or another one.
    mutating func list<Value, Key: Hashable>(
        _ field: MovieField,
        as strategy: MergeStrategy? = nil,
        key: (Value) -> Key,
        _ read: (MergeInput) -> [Value]
    ) -> [Value] {
        guard order.stated.contains(field) else { return [] }
        let rule = policy.rule(for: field)
        let said = order.statements(for: rule).filter { $0.stated.contains(field) }
        let strategy = strategy ?? rule.strategy
        defer { credit(field) }
        if said.count == 1 || strategy == .union {
            var values: [Value] = []
            for statement in said {
                name(statement.provider)
                if values.isEmpty { values = read(statement) } else { values += read(statement) }
            }
            return values.withoutRepeats(by: key)
        }
        return list(strategy, said.map { (provider: $0.provider, values: read($0)) }, key: key)
    }

    /// Merges the lists of several sources by a strategy other than `union`.
    private mutating func list<Value, Key: Hashable>(
        _ strategy: MergeStrategy,
        _ said: [(provider: ProviderID, values: [Value])],
        key: (Value) -> Key
    ) -> [Value] {
        guard var winner = said.first else { return [] }
        switch strategy {
        case .perSource:
            var values: [Value] = []
            var seen: [ProviderID: Set<Key>] = [:]
            for source in said {
                name(source.provider)
                values += source.values.filter { seen[source.provider, default: []].insert(key($0)).inserted }
            }
            return values
        case .first, .longest, .newest, .union:
            if strategy == .longest {
                for candidate in said where candidate.values.count > winner.values.count { winner = candidate }
            }
            let keys = Set(winner.values.map(key))
            name(winner.provider)
            for source in said where Set(source.values.map(key)) == keys { name(source.provider) }
            return winner.values.withoutRepeats(by: key)
        }
    }
}
