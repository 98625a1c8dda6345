import JSON

/// One parameter of a method: its description, and how it is read out of the call's object.
///
/// `null` counts as absent, since many clients' languages cannot leave a member out.
package struct Parameter<Value: Sendable>: Sendable {
    let description: ParameterDescription
    /// Reads the value out of the member of this name, which may be missing.
    let read: @Sendable (JSONElement?) throws(InvalidParameters) -> Value

    /// A parameter that must be there.
    static func required(_ name: String, _ kind: ParameterKind<Value>, _ summary: String) -> Parameter {
        let description = ParameterDescription(name: name, summary: summary, schema: kind.schema, isRequired: true)
        return Parameter(description: description) { element throws(InvalidParameters) in
            guard let element, !element.isNull else { throw missing(description) }
            return try decode(element, kind, name)
        }
    }

    /// A parameter that is `nil` where it is not given.
    static func optional<Wrapped>(
        _ name: String,
        _ kind: ParameterKind<Wrapped>,
        _ summary: String
    ) -> Parameter where Value == Wrapped? {
        let description = ParameterDescription(name: name, summary: summary, schema: kind.schema, isRequired: false)
        return Parameter(description: description) { element throws(InvalidParameters) in
            guard let element, !element.isNull else { return nil }
            return try Parameter<Wrapped>.decode(element, kind, name)
        }
    }

    /// A parameter that has a value also where it is not given; `written` is that value as JSON.
    static func defaulted(
        _ name: String,
        _ kind: ParameterKind<Value>,
        to value: Value,
        written: JSONValue,
        _ summary: String
    ) -> Parameter {
        var schema = kind.schema
        schema.defaultValue = written
        let description = ParameterDescription(name: name, summary: summary, schema: schema, isRequired: false)
        return Parameter(description: description) { element throws(InvalidParameters) in
            guard let element, !element.isNull else { return value }
            return try decode(element, kind, name)
        }
    }

    private static func decode(
        _ element: JSONElement,
        _ kind: ParameterKind<Value>,
        _ name: String
    ) throws(InvalidParameters) -> Value {
        do {
            return try kind.decode(element)
        } catch {
            throw InvalidParameters(field: name, mismatch: error)
        }
    }

    private static func missing(_ description: ParameterDescription) -> InvalidParameters {
        let name = description.name
        var problem = InvalidParameters("\(name) is missing", field: name, hint: description.summary)
        problem.expected = description.schema.expectation
        return problem
    }
}
