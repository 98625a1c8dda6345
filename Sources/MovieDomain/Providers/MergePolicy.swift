/// The configured rules for merging films, which never depend on the order of arrival.
package struct MergePolicy: Hashable, Sendable {
    /// The sources, the most trusted first; unnamed sources follow in alphabetical order.
    package var order: [ProviderID]
    /// Rules that differ from the fields' own.
    package var rules: [MovieField: MergeRule] {
        didSet { table = MergePolicy.table(of: rules) }
    }
    /// Wanted languages of titles and texts, best first; empty if no language is preferred.
    package var languages: [String]
    /// The sources that the user chose for fields of single films, by any id of the film.
    package var choices: [MovieID: [MovieField: ProviderID]] = [:]
    /// The films in the user's library; `nil` if it cannot be read.
    package var library: LibraryIDs? = LibraryIDs()
    private var table: [MergeRule]

    package init(order: [ProviderID] = [], rules: [MovieField: MergeRule] = [:], languages: [String] = []) {
        self.order = order
        self.rules = rules
        self.languages = languages
        table = MergePolicy.table(of: rules)
    }

    package func rule(for field: MovieField) -> MergeRule { table[field.rawValue] }

    private static func table(of rules: [MovieField: MergeRule]) -> [MergeRule] {
        MovieField.allCases.map { rules[$0] ?? MergeRule($0.declaration.merge) }
    }

    /// Returns the policy with other wanted languages; an empty list keeps the policy's own.
    package func preferring(languages wanted: [String]) -> MergePolicy {
        guard !wanted.isEmpty else { return self }
        var policy = self
        policy.languages = wanted
        return policy
    }
}

/// The way to merge a field from several sources; a closed list, named as in `providers.yaml`.
package enum MergeStrategy: String, CaseIterable, Sendable {
    case first
    /// All values, each once.
    case union
    /// The longest text, or the list with the most elements.
    case longest
    case newest
    case perSource = "per_source"
}

/// The rule for one field: how to merge it, and which sources to read first.
package struct MergeRule: Hashable, Sendable {
    package var strategy: MergeStrategy
    /// Sources that come before the policy's order, best first.
    package var prefer: [ProviderID]
    /// Whether the user chose the source for this film, so that it wins in whatever language it has the field.
    package var isUserChoice = false

    package init(_ strategy: MergeStrategy, prefer: [ProviderID] = []) {
        self.strategy = strategy
        self.prefer = prefer
    }
}
