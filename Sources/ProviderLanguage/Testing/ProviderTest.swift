package import JSON

/// A recorded answer, and what the definition must make of it (provider-language.md, "Tests inside a definition").
package struct ProviderTest: Sendable {
    /// Where the answer's body is.
    package enum Body: Sendable {
        /// A file beside the definition.
        case file(String)
        /// JSON that stands in the definition.
        case inline(JSONValue)
        /// A body that is no JSON, letter by letter.
        case text(String)
    }

    /// What must come out.
    package struct Expectation: Sendable {
        /// How many items; `nil` is not looked at.
        package var count: Int?
        /// Fields of the first item, as the item names them; others are not looked at.
        package var first: JSONValue?
        /// The failure that the answer is.
        package var error: TestedFailure?
        /// Rows that lack a required field.
        package var dropped: Int?

        /// Whether nothing in particular is expected.
        package var isEmpty: Bool { count == nil && first == nil && error == nil && dropped == nil }
    }

    /// What is tested, for people.
    package var name: String
    /// The operation that gave the answer.
    package var operation: OperationName
    /// What the caller asked for.
    package var inputs: TemplateInputs
    /// The HTTP status of the answer.
    package var status: Int
    /// The headers of the answer.
    package var headers: [NamedValue<String>]
    /// The body of the answer.
    package var body: Body
    /// What must come out.
    package var expectation: Expectation
    /// Where the test stands.
    package var location: SourceLocation
}
