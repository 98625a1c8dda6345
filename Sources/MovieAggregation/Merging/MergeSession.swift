import MovieDomain

/// One merge on its way: the fields that are done, and where they come from.
///
/// Never copied: what has been merged is moved into the film that comes of it.
struct MergeSession: ~Copyable {
    let order: RecordOrder
    let policy: MergePolicy
    var facts = MovieFacts()
    private(set) var provenance = Provenance()
    private(set) var differences: [FieldDifference] = []
    /// The sources of the field that is merged now.
    private var named: [ProviderID] = []
    /// Lists of sources that fields were credited to: most fields of a film share one.
    private var givers: [[ProviderID]] = []

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

    /// Names a source of the field that is merged now, the winner first; one that is named already changes nothing.
    mutating func name(_ provider: ProviderID) {
        if !named.contains(provider) { named.append(provider) }
    }

    /// Names again who is named for a field, to go on behind them.
    mutating func nameSources(of field: MovieField) {
        for provider in provenance[field] ?? [] { name(provider) }
    }

    /// Credits a field to those who were named since the last field.
    mutating func credit(_ field: MovieField) {
        guard !named.isEmpty else { return }
        let list: [ProviderID]
        if let same = givers.first(where: { $0 == named }) {
            list = same
        } else {
            list = named.map(\.self)
            givers.append(list)
        }
        provenance[field] = list
        named.removeAll(keepingCapacity: true)
    }

    /// A field that has one value: the first, or the longest where the rule says so.
    ///
    /// Every source that says the same is named; those that differ are where `difference` says how to show what they say.
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
        if isDisputed, let difference {
            let others = statements.compactMap { statement in
                read(statement).flatMap { $0 == winner ? nil : (statement.provider, difference($0)) }
            }
            note(others, field)
        }
        return winner
    }

    /// The value that is believed, and whether others say otherwise; names its source and all that say the same.
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

    /// Names who says otherwise, each source once, behind those who were believed.
    private mutating func note(_ others: [(ProviderID, FieldDifference.Value)], _ field: MovieField) {
        let agreeing = provenance[field] ?? []
        nameSources(of: field)
        for (provider, value) in others where !agreeing.contains(provider) {
            guard !differences.contains(where: { $0.field == field && $0.provider == provider }) else { continue }
            differences.append(FieldDifference(field, provider, value))
            name(provider)
        }
        credit(field)
    }

    /// A field that has several values, told apart by their keys.
    mutating func list<Value, Key: Hashable>(
        _ field: MovieField,
        key: (Value) -> Key,
        _ read: (MergeInput) -> [Value]
    ) -> [Value] {
        guard order.stated.contains(field) else { return [] }
        let rule = policy.rule(for: field)
        let said = order.statements(for: rule).filter { $0.stated.contains(field) }
        defer { credit(field) }
        if said.count == 1 || rule.strategy == .union {
            var values: [Value] = []
            for statement in said {
                name(statement.provider)
                if values.isEmpty { values = read(statement) } else { values += read(statement) }
            }
            return unique(values, by: key)
        }
        return list(rule.strategy, said.map { (provider: $0.provider, values: read($0)) }, key: key)
    }

    /// A list of several sources by a strategy that is not to unite them.
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
            return unique(winner.values, by: key)
        }
    }

    private static let fewValues = 12

    private func unique<Value, Key: Hashable>(_ values: [Value], by key: (Value) -> Key) -> [Value] {
        guard values.count > 1 else { return values }
        if values.count <= MergeSession.fewValues { return uniqueOfFew(values, by: key) }
        var seen = Set<Key>(minimumCapacity: values.count)
        return values.filter { seen.insert(key($0)).inserted }
    }

    /// Each with every other: for a few values that is quicker than to hash them.
    private func uniqueOfFew<Value, Key: Hashable>(_ values: [Value], by key: (Value) -> Key) -> [Value] {
        var (kept, keys): ([Value], [Key]) = ([], [])
        for value in values {
            let own = key(value)
            guard !keys.contains(own) else { continue }
            keys.append(own)
            kept.append(value)
        }
        return kept
    }
}
