/// What people and their tools are told of a method.
package struct MethodDocumentation: Sendable {
    /// A few words.
    package let summary: String
    /// Sentences: what the method does that its name does not say.
    package let description: String
    /// What it answers.
    package let result: MethodResult
    /// The ways in which it fails, besides what every method has.
    package let failures: [FailureKind]
    /// One call with its answer.
    package let example: MethodExample
}
