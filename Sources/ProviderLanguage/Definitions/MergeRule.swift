/// How one field is merged.
package struct MergeRule: Hashable, Sendable {
    /// How a value is chosen among those of several sources.
    package enum Strategy: String, LanguageWord {
        case first, union, longest, newest
        case perSource = "per_source"

        /// What the strategy does, in a sentence.
        package var summary: String {
            switch self {
            case .first: "The value of the first source, in the order of `prefer` and then of `order`, that has one."
            case .union: "The values of all sources together."
            case .longest: "The longest text."
            case .newest: "The value that was fetched last."
            case .perSource: "One value for each source, side by side."
            }
        }
    }

    /// `nil` is the field's own usual strategy.
    package var strategy: Strategy?
    /// Ids of providers that come before the general order for this field.
    package var prefer: [String]

    /// A rule from its parts.
    package init(strategy: Strategy? = nil, prefer: [String] = []) {
        self.strategy = strategy
        self.prefer = prefer
    }
}
