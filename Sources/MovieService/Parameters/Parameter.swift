import JSON
import MovieDomain

/// A value that a method is called with: one parameter, or several that make one value.
///
/// `null` counts as absent, because many clients cannot leave a member out, unless it removes something.
struct Parameter<Value: Sendable>: Sendable {
    /// In the order of the documents; empty for a value that clients cannot set.
    let descriptions: [ParameterDescription]
    private let read: @Sendable (ParameterObject) throws(ServiceError) -> Value

    /// Creates one parameter; without a value for an absent member it is required, and without one for `null`, that is absent.
    private init(
        _ name: String,
        _ kind: ParameterKind<Value>,
        _ summary: String,
        absent: Value?,
        null: Value? = nil,
        written defaultValue: JSONValue? = nil
    ) {
        var schema = null == nil ? kind.schema : kind.schema.orNull
        schema.defaultValue = defaultValue
        let description = ParameterDescription(
            name: name,
            summary: summary,
            schema: schema,
            isRequired: absent == nil
        )
        descriptions = [description]
        read = { object throws(ServiceError) in
            if let element = object[name] {
                do throws(InvalidParameters) {
                    if !element.isNull { return try kind.decode(element) }
                    if let null { return null }
                } catch {
                    throw .parameters(error.named(name))
                }
            }
            guard let absent else { throw .parameters(description.missing) }
            return absent
        }
    }

    /// Creates one value of several parameters.
    init<each Part: Sendable>(
        _ parts: repeat Parameter<each Part>,
        as make: @escaping @Sendable (repeat each Part) throws(ServiceError) -> Value
    ) {
        let parts = (repeat each parts)
        var descriptions: [ParameterDescription] = []
        for part in repeat each parts { descriptions += part.descriptions }
        self.descriptions = descriptions
        read = { object throws(ServiceError) in try make(repeat try (each parts).value(in: object)) }
    }

    /// Creates a fixed value, which clients cannot set.
    init(always value: Value) {
        descriptions = []
        read = { _ in value }
    }

    static func required(_ name: String, _ kind: ParameterKind<Value>, _ summary: String) -> Parameter {
        Parameter(name, kind, summary, absent: nil)
    }

    static func optional<Wrapped>(
        _ name: String,
        _ kind: ParameterKind<Wrapped>,
        _ summary: String
    ) -> Parameter where Value == Wrapped? {
        Parameter(name, kind.map(Optional.some), summary, absent: .some(nil))
    }

    /// Creates a parameter that sets a value, or removes it with `null`.
    static func edit<Wrapped>(
        _ name: String,
        _ kind: ParameterKind<Wrapped>,
        _ summary: String
    ) -> Parameter where Value == Edit<Wrapped> {
        Parameter(name, kind.map(Edit.set), summary + " `null` removes it.", absent: .keep, null: .remove)
    }

    static func defaulted(
        _ name: String,
        _ kind: ParameterKind<Value>,
        to value: Value,
        _ summary: String
    ) -> Parameter where Value: WireValue {
        Parameter(name, kind, summary, absent: value, written: JSONValue(of: value))
    }

    /// Creates a parameter whose default is written as a word.
    static func defaulted(
        _ name: String,
        _ kind: ParameterKind<Value>,
        to value: Value,
        written word: String,
        _ summary: String
    ) -> Parameter {
        Parameter(name, kind, summary, absent: value, written: .string(word))
    }

    /// Creates a value that the user's setting of a name has, and that no call sets.
    static func setting<Wrapped>(
        _ name: String,
        _ kind: ParameterKind<Wrapped>
    ) -> Parameter where Value == Wrapped? {
        let parameter = Parameter.optional(name, kind, "").withSetting
        return Parameter(descriptions: []) { object throws(ServiceError) in
            try parameter.read(ParameterObject(settingsOf: object))
        }
    }

    /// The same parameter, for which the user's setting of its name stands in where a call leaves it out.
    var withSetting: Parameter {
        Parameter(descriptions: descriptions) { [read] object throws(ServiceError) in
            var object = object
            object.usesSettings = true
            return try read(object)
        }
    }

    private init(
        descriptions: [ParameterDescription],
        read: @escaping @Sendable (ParameterObject) throws(ServiceError) -> Value
    ) {
        (self.descriptions, self.read) = (descriptions, read)
    }

    func value(in object: ParameterObject) throws(ServiceError) -> Value { try read(object) }
}

extension ParameterDescription {
    fileprivate var missing: InvalidParameters {
        var problem = InvalidParameters("\(name) is missing", field: name, hint: summary)
        problem.expected = schema.expectation
        return problem
    }
}

/// What a call says about a value that is stored.
enum Edit<Value: Sendable>: Sendable {
    case keep, remove
    case set(Value)

    /// The new value; `nil` if there is none.
    var value: Value? { if case .set(let value) = self { value } else { nil } }

    var removes: Bool { if case .remove = self { true } else { false } }
}

/// The tokens by which a call says that it wants progress, or its result in parts.
enum ProgressToken: String, CaseIterable {
    case workDone = "workDoneToken"
    case partialResult = "partialResultToken"

    static let schema = Schema(.either([.text, .integer]))

    /// The token as a parameter, for the documents.
    var description: ParameterDescription {
        let summary =
            switch self {
            case .workDone:
                "Your own text or number, new for each call, under which `$/progress` reports how far it is."
            case .partialResult:
                "Your own text or number, new for each call, to get the answers of single sources by `$/progress`."
            }
        return ParameterDescription(name: rawValue, summary: summary, schema: Self.schema, isRequired: false)
    }
}

/// The `params` of a call, whose names are checked before its members are read.
struct ParameterObject {
    /// Members that the protocols define, and that every method accepts.
    private static let ofTheProtocols = ["_meta"] + ProgressToken.allCases.map(\.rawValue)

    private let object: JSONElement?
    /// The settings of the user, by the names of parameters; `nil` if there are none.
    private let settings: JSONElement?
    /// Whether a setting stands in for a parameter that the call leaves out.
    var usesSettings = false

    /// Accepts an object whose members are all among `known`, or nothing; an error names those in `shown`, or all.
    ///
    /// An empty array is nothing: some libraries send it for a call without arguments.
    init(
        _ params: JSONElement?,
        known: [String],
        showing shown: [String]? = nil,
        settings: JSONElement? = nil
    ) throws(ServiceError) {
        self.settings = settings
        object = params?.kind == .array && params?.count == 0 ? nil : params
        switch object?.kind {
        case nil, .null: return
        case .object:
            for token in ProgressToken.allCases {
                guard let value = object?[token.rawValue], !value.isNull, value.kind != .string, value.int == nil else {
                    continue
                }
                let problem = InvalidParameters(expected: ProgressToken.schema.expectation, received: value)
                throw .parameters(problem.named(token.rawValue))
            }
            guard let name = object?.firstName(besides: known, Self.ofTheProtocols) else { return }
            throw .parameters(Self.unknown(name, known: shown ?? known))
        default:
            let message = "the parameters must be one object, by name, not an array"
            throw .parameters(InvalidParameters(message, hint: Self.form(of: shown ?? known)))
        }
    }

    /// What a call without parameters has.
    init(settingsOf other: ParameterObject) { (object, settings) = (nil, other.settings) }

    /// Returns what the call says about a parameter, or else the user's setting, if those count.
    subscript(name: String) -> JSONElement? {
        let given = object?[name]
        guard usesSettings, given?.isNull ?? true else { return given }
        return settings?[name] ?? given
    }

    private static func unknown(_ name: String, known: [String]) -> InvalidParameters {
        let shown = String(name.prefix(64)).onOneLine
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

/// The reason why the parameters of a call are not accepted: what was expected, and what was found.
struct InvalidParameters: Error {
    var message: String
    /// The parameter, or `providers[1]` for one element of a list; `nil` if it is about all parameters.
    var field: String?
    /// The expected value in words, such as `an integer from 1 to 100`.
    var expected: String?
    /// The received value as JSON, shortened.
    var received: String?
    var hint: String?

    init(_ message: String, field: String? = nil, hint: String? = nil) {
        self.message = message
        self.field = field
        self.hint = hint
    }

    /// Describes a value that is not accepted, before its parameter is known.
    ///
    /// `reason` replaces "expected X, got Y": `2026-02-30 is not a day of the calendar`.
    init(expected: String, received element: JSONElement, reason: String? = nil, hint: String? = nil) {
        let shown = InvalidParameters.shortened(element)
        self.init(reason ?? "expected \(expected), got \(shown)", field: "", hint: hint)
        (self.expected, received) = (expected, shown)
    }

    /// Returns the same problem for a part of a value, such as `[1]` or `.version`.
    func inside(_ place: String) -> InvalidParameters {
        var copy = self
        copy.field = place + (field ?? "")
        return copy
    }

    /// Returns the same problem for the value of a parameter.
    fileprivate func named(_ name: String) -> InvalidParameters {
        var copy = inside(name)
        copy.message = (copy.field ?? "") + ": " + message
        return copy
    }

    /// The maximum length, in bytes, of a client's value that an error repeats.
    private static let longestEcho = 80

    private static func shortened(_ element: JSONElement) -> String {
        // An escaped character has up to twelve bytes.
        if element.textCount <= 12 * longestEcho {
            let text = element.shownText
            if text.utf8.count <= longestEcho { return text }
        }
        return switch element.kind {
        case .array: "an array of \(element.count) elements"
        case .object: "an object of \(element.count) members"
        case .number: "a number of \(element.textCount) digits"
        default: "a text of \(element.string?.count ?? 0) characters"
        }
    }
}

extension JSONElement {
    /// The value as JSON with its characters as such, except control characters.
    var shownText: String { JSONValue(self).jsonText.onOneLine }
}

/// The documentation of a parameter.
package struct ParameterDescription: Sendable {
    package let name: String
    package let summary: String
    package let schema: Schema
    package let isRequired: Bool
}
