/// How one field of a film comes out of what several sources say; a closed list, named as in `providers.yaml`.
package enum MergeStrategy: String, CaseIterable, Sendable {
    /// The first source that says anything.
    case first
    /// Everything that is said, each thing once.
    case union
    /// The longest text, or the list with the most in it.
    case longest
    /// What was fetched last.
    case newest
    /// One for each source.
    case perSource = "per_source"
}
