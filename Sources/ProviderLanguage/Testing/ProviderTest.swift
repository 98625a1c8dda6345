package import JSON

/// A recorded answer, and what the definition must make of it (provider-language.md, "Tests inside a definition").
package struct ProviderTest: Sendable {
    /// Where the answer's body is.
    package enum Body: Sendable {
        /// A file beside the definition.
        case file(String)
        case inline(JSONValue)
    }

    /// What must come out.
    package struct Expectation: Sendable {
        package var count: Int?
        /// Fields of the first item, as the item names them; others are not looked at.
        package var first: JSONValue?
        package var error: FaultKind?
        /// Rows that lack a required field.
        package var dropped: Int?
    }

    package var name: String
    package var operation: OperationName
    package var inputs: TemplateInputs
    package var status: Int
    package var headers: [NamedValue<String>]
    package var body: Body
    package var expectation: Expectation
    package var location: SourceLocation
}
