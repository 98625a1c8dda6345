import JSON

/// What values a parameter takes: their schema, and how one is read.
///
/// The schema is what OpenRPC, MCP and the reference show; `decode` accepts exactly what it describes, so that the two
/// are written side by side.
package struct ParameterKind<Value: Sendable>: Sendable {
    let schema: Schema
    let decode: @Sendable (JSONElement) throws(ParameterMismatch) -> Value

    init(_ schema: Schema, decode: @escaping @Sendable (JSONElement) throws(ParameterMismatch) -> Value) {
        self.schema = schema
        self.decode = decode
    }

    /// A kind whose values are read by a function that knows only that it cannot read some.
    init(_ schema: Schema, reading read: @escaping @Sendable (JSONElement) -> Value?) {
        self.init(schema) { element throws(ParameterMismatch) in
            guard let value = read(element) else {
                throw ParameterMismatch(expected: schema.expectation, received: element)
            }
            return value
        }
    }

    /// The same kind with examples for the documents.
    func showing(_ examples: JSONValue...) -> ParameterKind {
        var schema = schema
        schema.examples = examples
        return ParameterKind(schema, decode: decode)
    }
}
