/// A source that is a child process (provider-language.md, "Provider, kind: process").
package struct ProcessDefinition: Sendable {
    /// The program and its arguments; never empty.
    package var command: [String]
    /// The environment beside PATH, HOME and LANG.
    package var environment: [NamedValue<Template>]
    /// The time for one request.
    package var timeout: Duration
    /// How often it is started again, and after what pauses.
    package var restart: RetryPolicy
    /// In the order written.
    package var operations: [OperationName]
}
