/// The rule for one field: how to merge it, and whom to ask before the others.
package struct MergeRule: Hashable, Sendable {
    /// How what is said becomes one value.
    package var strategy: MergeStrategy
    /// Sources that come before the policy's order, best first.
    package var prefer: [ProviderID]

    package init(_ strategy: MergeStrategy, prefer: [ProviderID] = []) {
        self.strategy = strategy
        self.prefer = prefer
    }
}
