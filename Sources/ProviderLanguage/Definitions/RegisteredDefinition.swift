/// A source of a kind that the program has registered by name: what its definition says is the kind's own affair.
package struct RegisteredDefinition: Sendable {
    /// The kind's name, as it was registered.
    package var kind: String
    /// What the definition gives to the kind, in the order written.
    package var options: [NamedValue<String>]
    /// In the order written.
    package var operations: [OperationName]
}
