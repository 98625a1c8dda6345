import JSON
import MovieDomain

/// One parameter of a method: its description, and how to read it.
///
/// `null` counts as absent, because many clients cannot leave a member out.
struct Parameter<Value: Sendable>: Sendable {
    let description: ParameterDescription
    /// Reads the value from the member, which may be missing.
    let read: @Sendable (JSONElement?) throws(InvalidParameters) -> Value

    static func required(_ name: String, _ kind: ParameterKind<Value>, _ summary: String) -> Parameter {
        let description = ParameterDescription(name: name, summary: summary, schema: kind.schema, isRequired: true)
        return Parameter(description: description) { element throws(InvalidParameters) in
            guard let element, !element.isNull else { throw missing(description) }
            return try decode(element, kind, name)
        }
    }

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

    static func defaulted(
        _ name: String,
        _ kind: ParameterKind<Value>,
        to value: Value,
        _ summary: String
    ) -> Parameter where Value: WireValue {
        var schema = kind.schema
        schema.defaultValue = JSONValue(of: value)
        let description = ParameterDescription(name: name, summary: summary, schema: schema, isRequired: false)
        return Parameter(description: description) { element throws(InvalidParameters) in
            guard let element, !element.isNull else { return value }
            return try decode(element, kind, name)
        }
    }

    func value(in object: ParameterObject) throws(ServiceError) -> Value {
        do {
            return try read(object[description.name])
        } catch {
            throw .parameters(error)
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

/// The `params` of a call, whose names are checked before its members are read.
struct ParameterObject {
    /// Members of the protocols, which every method accepts.
    private static let ofTheProtocols = ["_meta", "workDoneToken", "partialResultToken"]

    private let object: JSONElement?

    /// Accepts an object whose members are all among `known`, or nothing.
    init(_ params: JSONElement?, known: [String]) throws(ServiceError) {
        try ParameterObject.check(params, known: known)
        object = params
    }

    static func check(_ params: JSONElement?, known: [String]) throws(ServiceError) {
        switch params?.kind {
        case nil, .null: return
        case .object:
            guard let name = params?.firstName(besides: known, ofTheProtocols) else { return }
            throw .parameters(unknown(name, known: known))
        default:
            let message = "the parameters must be one object, by name, not an array"
            throw .parameters(InvalidParameters(message, hint: form(of: known)))
        }
    }

    subscript(name: String) -> JSONElement? {
        object?[name]
    }

    private static func unknown(_ name: String, known: [String]) -> InvalidParameters {
        let shown = String(name.prefix(64))
        return InvalidParameters(
            "there is no parameter \"\(shown)\"",
            field: shown,
            hint: NearestName.hint(for: name, among: known) ?? form(of: known)
        )
    }

    private static func form(of known: [String]) -> String {
        known.isEmpty ? "This method takes no parameters." : "The parameters are: \(known.joined(separator: ", "))."
    }
}

/// A value that a parameter does not accept, before the parameter's name is known.
struct ParameterMismatch: Error {
    let expected: String
    let received: String
    /// Replaces "expected X, got Y": `2026-02-30 is not a day of the calendar`.
    var reason: String?
    var hint: String?
    /// The position inside a list: `[1]`.
    var place = ""

    init(expected: String, received: JSONElement, reason: String? = nil, hint: String? = nil) {
        self.expected = expected
        self.received = ParameterMismatch.shortened(received)
        self.reason = reason
        self.hint = hint
    }

    func inElement(_ index: Int) -> ParameterMismatch {
        var copy = self
        copy.place = "[\(index)]" + place
        return copy
    }

    /// The same mismatch of the member `name` of an object.
    func inMember(_ name: String) -> ParameterMismatch {
        var copy = self
        copy.place = "." + name + place
        return copy
    }

    /// How much of a stranger's value an error repeats, in bytes.
    private static let longestEcho = 80

    private static func shortened(_ element: JSONElement) -> String {
        if element.textCount <= longestEcho { return element.description }
        return switch element.kind {
        case .array: "an array of \(element.count) elements"
        case .object: "an object of \(element.count) members"
        case .number: "a number of \(element.textCount) digits"
        default: "a text of \(element.string?.count ?? 0) characters"
        }
    }
}

/// Why the parameters of a call are not accepted: what was expected, and what was found.
struct InvalidParameters: Error {
    var message: String
    /// The parameter, or `providers[1]` for one element of a list; `nil` if it is about all parameters.
    var field: String?
    /// Such as `an integer from 1 to 100`.
    var expected: String?
    /// As JSON, shortened.
    var received: String?
    var hint: String?

    init(_ message: String, field: String? = nil, hint: String? = nil) {
        self.message = message
        self.field = field
        self.hint = hint
    }

    init(field: String, mismatch: ParameterMismatch) {
        self.field = field + mismatch.place
        let reason = mismatch.reason ?? "expected \(mismatch.expected), got \(mismatch.received)"
        message = "\(field)\(mismatch.place): \(reason)"
        expected = mismatch.expected
        received = mismatch.received
        hint = mismatch.hint
    }
}

/// What the documentation says about a parameter.
package struct ParameterDescription: Sendable {
    package let name: String
    package let summary: String
    package let schema: Schema
    package let isRequired: Bool
}
