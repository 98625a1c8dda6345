/// The policy of every source, by its id.
package struct SourcePolicies: Sendable, Hashable {
    private var policies: [String: SourcePolicy]

    package init(_ policies: [String: SourcePolicy] = [:]) {
        self.policies = policies
    }

    /// The standard numbers for a source that has none of its own.
    package subscript(source: String) -> SourcePolicy {
        policies[source] ?? SourcePolicy()
    }

    /// The sources that have a policy of their own, in the order of their ids.
    package var sources: [String] { policies.keys.sorted() }
}
