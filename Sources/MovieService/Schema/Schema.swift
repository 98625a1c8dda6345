package import JSON
import MovieDomain

/// The part of JSON Schema that parameters and results need, valid under draft 7 (OpenRPC) and 2020-12 (MCP).
package struct Schema: Hashable, Sendable {
    package indirect enum Shape: Hashable, Sendable {
        case anything
        case boolean
        case integer(minimum: Int?, maximum: Int?)
        case number(minimum: Double?, maximum: Double?)
        case text(TextRules)
        case choice([String])
        case list(of: Schema)
        /// Members with fixed names. Others are allowed, so that an answer can grow.
        case object([Property])
        /// Members whose names are data.
        case map(of: Schema)
        /// A value of any of these.
        case either([Schema])
        /// An object that the documents describe by its name.
        case reference(Component)
    }

    /// An object of the documents, whose schema is made when it is needed, because it may contain the object itself.
    package struct Component: Hashable, Sendable {
        package let name: String
        private let make: @Sendable () -> Schema

        init(_ name: String, _ make: @escaping @Sendable () -> Schema) { (self.name, self.make) = (name, make) }

        package var schema: Schema { make() }

        package static func == (left: Component, right: Component) -> Bool { left.name == right.name }

        package func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    package struct TextRules: Hashable, Sendable {
        var minimumLength: Int?
        var maximumLength: Int?
        var pattern: String?
        var format: String?
    }

    package struct Property: Hashable, Sendable {
        package let name: String
        package let schema: Schema
        package let isRequired: Bool
    }

    /// What a text stands for, so that the command line can complete it, or take other words for it; not part of the
    /// documents.
    package enum Subject: Hashable, Sendable {
        case film
        /// A film that something is stored about.
        case storedFilm
        /// A list of the user.
        case list
        /// A tag on the user's cards.
        case tag
        case genre, country, service, provider
    }

    package var shape: Shape
    package var subject: Subject?
    /// The name by which the documents refer to a choice; `nil` describes it in place.
    var name: String?
    package var isNullable = false
    /// `nil` if the name is self-explanatory.
    package var description: String?
    package var defaultValue: JSONValue?
    package var examples: [JSONValue] = []

    init(_ shape: Shape) {
        self.shape = shape
    }
}

extension Schema {
    static let anything = Schema(.anything)
    static let boolean = Schema(.boolean)
    static let text = Schema(.text(TextRules()))
    static let date = Schema(.text(TextRules(format: "date")))
    static let integer = Schema(.integer(minimum: nil, maximum: nil))
    static let count = Schema(.integer(minimum: 0, maximum: nil))
    static let number = Schema(.number(minimum: nil, maximum: nil))

    static func integer(_ range: ClosedRange<Int>) -> Schema {
        Schema(.integer(minimum: range.lowerBound, maximum: range.upperBound))
    }

    static func integer(atLeast minimum: Int) -> Schema {
        Schema(.integer(minimum: minimum, maximum: nil))
    }

    static func number(_ range: ClosedRange<Double>) -> Schema {
        Schema(.number(minimum: range.lowerBound, maximum: range.upperBound))
    }

    static func text(minimumLength: Int? = nil, maximumLength: Int? = nil, pattern: String? = nil) -> Schema {
        Schema(.text(TextRules(minimumLength: minimumLength, maximumLength: maximumLength, pattern: pattern)))
    }

    /// The same schema, with `null` for unknown.
    var orNull: Schema {
        var copy = self
        copy.isNullable = true
        return copy
    }

    /// The same choice as a component of the documents.
    func named(_ name: String) -> Schema {
        var copy = self
        copy.name = name
        return copy
    }

    /// The named choices in the schema, as components.
    var namedChoices: [(name: String, schema: Schema)] {
        switch shape {
        case .choice:
            guard let name else { return [] }
            var component = self
            (component.name, component.isNullable, component.description) = (nil, false, nil)
            return [(name, component)]
        case .list(let element), .map(let element): return element.namedChoices
        case .either(let schemas): return schemas.flatMap(\.namedChoices)
        case .object(let properties): return properties.flatMap(\.schema.namedChoices)
        case .anything, .boolean, .integer, .number, .text, .reference: return []
        }
    }

    /// The object that the schema is; `nil` if it is something else.
    package var component: Component? { if case .reference(let component) = shape { component } else { nil } }

    /// The objects that the schema refers to, without those that they refer to.
    var components: [Component] {
        switch shape {
        case .reference(let component): [component]
        case .list(let element), .map(let element): element.components
        case .either(let schemas): schemas.flatMap(\.components)
        case .object(let properties): properties.flatMap(\.schema.components)
        case .anything, .boolean, .integer, .number, .text, .choice: []
        }
    }

    func described(_ text: String) -> Schema {
        var copy = self
        copy.description = text
        return copy
    }
}

extension Schema.Property {
    /// A member, which is left out if it is unknown and not required.
    init(_ name: String, _ schema: Schema, isRequired: Bool = true, _ description: String? = nil) {
        self.init(name: name, schema: description.map(schema.described) ?? schema, isRequired: isRequired)
    }
}

extension Schema {
    /// The accepted values in words, for the end of "expected …": `an integer from 1 to 100`.
    var expectation: String {
        switch shape {
        case .anything: "any value"
        case .boolean: "true or false"
        case .integer(let minimum, let maximum): "an integer" + Schema.bounds(minimum, maximum)
        case .number(let minimum, let maximum):
            "a number" + Schema.bounds(minimum.map(Schema.short), maximum.map(Schema.short))
        case .text(let rules): (rules.minimumLength ?? 0) > 0 ? "a text that is not empty" : "a text"
        case .choice(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .list(let element): "a list, each of it \(element.expectation)"
        case .object, .map, .reference: "an object"
        case .either(let schemas): schemas.map(\.expectation).joined(separator: ", or ")
        }
    }

    private static func bounds<Bound: CustomStringConvertible>(_ minimum: Bound?, _ maximum: Bound?) -> String {
        switch (minimum, maximum) {
        case (let minimum?, let maximum?): " from \(minimum) to \(maximum)"
        case (let minimum?, nil): ", \(minimum) or more"
        case (nil, let maximum?): ", \(maximum) or less"
        case (nil, nil): ""
        }
    }

    /// A bound without the `.0` of whole numbers.
    private static func short(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }

    /// The `type` of JSON Schema; `nil` if every value is accepted.
    package var typeName: String? {
        switch shape {
        case .anything, .either: nil
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .text, .choice: "string"
        case .list: "array"
        case .object, .map, .reference: "object"
        }
    }
}

extension Schema: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            encodeShape(to: &writer)
            writer.member("description", description)
            writer.member("default", defaultValue)
            if !examples.isEmpty { writer.member("examples", examples) }
        }
    }

    private func encodeShape(to writer: inout JSONWriter) {
        // The path of the component in the OpenRPC document.
        if case .reference(let component) = shape {
            return writer.member("$ref", "#/components/schemas/" + component.name)
        }
        if let name, !isNullable { return writer.member("$ref", "#/components/schemas/" + name) }
        if let typeName, isNullable {
            writer.member("type", [typeName, "null"])
        } else {
            writer.member("type", typeName)
        }
        switch shape {
        case .anything, .boolean, .reference: break
        case .either(let schemas):
            writer.member("anyOf") { writer in
                writer.array { writer in
                    for schema in schemas { schema.encode(to: &writer) }
                    if isNullable { writer.object { $0.member("type", "null") } }
                }
            }
        case .integer(let minimum, let maximum):
            writer.member("minimum", minimum)
            writer.member("maximum", maximum)
        case .number(let minimum, let maximum):
            writer.member("minimum", minimum)
            writer.member("maximum", maximum)
        case .text(let rules):
            writer.member("minLength", rules.minimumLength)
            writer.member("maxLength", rules.maximumLength)
            writer.member("pattern", rules.pattern)
            writer.member("format", rules.format)
        case .choice(let words): writer.member("enum", words)
        case .list(let element): writer.member("items", element)
        case .object(let properties):
            writer.member("properties") { writer in
                writer.object { writer in
                    for property in properties { writer.member(property.name, property.schema) }
                }
            }
            let required = properties.filter(\.isRequired).map(\.name)
            if !required.isEmpty { writer.member("required", required) }
        case .map(let value): writer.member("additionalProperties", value)
        }
    }
}

extension Schema {
    /// Returns what of a value the schema does not allow, with its place in the value; `nil` if it allows all of it.
    ///
    /// Members that the schema does not name are allowed.
    func problem(with value: JSONElement) -> InvalidParameters? {
        if isNullable, value.isNull { return nil }
        switch shape {
        case .reference(let component): return component.schema.problem(with: value)
        case .list(let element):
            guard value.kind == .array else { break }
            return value.elements.enumerated().firstProblem { element.problem(with: $1)?.inside("[\($0)]") }
        case .either(let schemas):
            if schemas.contains(where: { $0.problem(with: value) == nil }) { return nil }
        case .map(let member):
            guard value.kind == .object else { break }
            return value.members.firstProblem { member.problem(with: $1)?.inside(".\($0)") }
        case .object(let properties):
            guard value.kind == .object else { break }
            return properties.firstProblem { property in
                if let member = value[property.name] {
                    return property.schema.problem(with: member)?.inside(".\(property.name)")
                }
                guard property.isRequired else { return nil }
                return InvalidParameters(expected: "an object with the member \"\(property.name)\"", received: value)
            }
        default: if allows(value) { return nil }
        }
        return InvalidParameters(expected: expectation, received: value)
    }

    /// Whether a value without parts is one of the schema.
    private func allows(_ value: JSONElement) -> Bool {
        switch shape {
        case .anything: true
        case .boolean: value.bool != nil
        case .integer(let minimum, let maximum):
            value.int.map { $0 >= minimum ?? .min && $0 <= maximum ?? .max } ?? false
        case .number(let minimum, let maximum):
            value.double.map { $0 >= minimum ?? -.infinity && $0 <= maximum ?? .infinity } ?? false
        case .text(let rules):
            value.string.map { rules.format != "date" || CalendarDate(parsing: $0) != nil } ?? false
        case .choice(let words): value.string.map(words.contains) ?? false
        case .list, .object, .map, .reference, .either: false
        }
    }
}

extension Sequence {
    fileprivate func firstProblem(_ problem: (Element) -> InvalidParameters?) -> InvalidParameters? {
        for element in self {
            if let found = problem(element) { return found }
        }
        return nil
    }
}
