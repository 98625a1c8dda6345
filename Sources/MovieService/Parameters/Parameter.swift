import JSON
import MovieDomain

/// One parameter of a method: its description, and how it is read out of the call's object.
///
/// `null` counts as absent, since many clients' languages cannot leave a member out.
struct Parameter<Value: Sendable>: Sendable {
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

    /// A parameter that has a value also where it is not given.
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

/// The `params` of a call, looked at as a whole before its members are read.
struct ParameterObject {
    /// Members that belong to the protocols and may stand in the parameters of every method.
    private static let ofTheProtocols = ["_meta", "workDoneToken", "partialResultToken"]

    private let object: JSONElement?

    /// Takes an object whose members are all among `known`, or nothing at all.
    ///
    /// - Throws: ``InvalidParameters`` for an array and for a member that no parameter has the name of.
    init(_ params: JSONElement?, known: [String]) throws(InvalidParameters) {
        object = params
        guard let params, !params.isNull else { return }
        guard params.kind == .object else {
            throw InvalidParameters(
                "the parameters must be one object, by name, not an array",
                hint: ParameterObject.form(of: known)
            )
        }
        guard params.count > 0 else { return }
        for (name, _) in params.members where !known.contains(name) {
            guard !ParameterObject.ofTheProtocols.contains(name) else { continue }
            throw ParameterObject.unknown(name, known: known)
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

/// A value that is not what its parameter wants; its field's name is added by whoever knows it.
struct ParameterMismatch: Error {
    let expected: String
    let received: String
    /// The whole complaint, where it is not simply one of type: `2026-02-30 is not a day of the calendar`.
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

    /// The same mismatch of the element at `index` of a list.
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
        if element.text.count <= longestEcho { return element.description }
        return switch element.kind {
        case .array: "an array of \(element.count) elements"
        case .object: "an object of \(element.count) members"
        case .number: "a number of \(element.text.count) digits"
        default: "a text of \(element.string?.count ?? 0) characters"
        }
    }
}

/// Why the parameters of a call are not accepted: one problem, with what was expected and what came.
struct InvalidParameters: Error {
    /// One sentence for a person.
    var message: String
    /// The parameter that it is about, `providers[1]` for one element of a list; `nil` where it is about all of them.
    var field: String?
    /// What was wanted: `an integer from 1 to 100`.
    var expected: String?
    /// What came, as JSON, shortened.
    var received: String?
    /// What can be done about it.
    var hint: String?

    /// Reports a problem with the parameters as a whole, or of one that is not a matter of its type.
    init(_ message: String, field: String? = nil, hint: String? = nil) {
        self.message = message
        self.field = field
        self.hint = hint
    }

    /// Reports that `field` needs `expected`, and that something else came.
    init(field: String, mismatch: ParameterMismatch) {
        self.field = field + mismatch.place
        let reason = mismatch.reason ?? "expected \(mismatch.expected), got \(mismatch.received)"
        message = "\(field)\(mismatch.place): \(reason)"
        expected = mismatch.expected
        received = mismatch.received
        hint = mismatch.hint
    }
}

/// What the documents say of a parameter.
package struct ParameterDescription: Sendable {
    package let name: String
    let summary: String
    /// With its default and its examples.
    package let schema: Schema
    let isRequired: Bool
}
