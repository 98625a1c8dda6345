/// What the documents say of a parameter.
package struct ParameterDescription: Hashable, Sendable {
    /// The member of `params`.
    package let name: String
    /// One sentence.
    package let summary: String
    /// With its default and its examples.
    package let schema: Schema
    /// Whether a call without it is refused.
    package let isRequired: Bool
}
