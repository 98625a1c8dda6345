package import JSON
import MovieDomain
import Platform

/// A value on the wire, and its schema.
package protocol WireValue: Sendable {
    static var wireSchema: Schema { get }

    /// Writes exactly one JSON value.
    func write(to writer: inout JSONWriter)
}

/// An object on the wire: one list of fields gives its JSON and its schema.
///
/// Other schemas refer to it by its name, unless its `wireSchema` is `wire.schema`.
package protocol WireObject: WireValue, JSONEncodable {
    static var wire: WireDescription<Self> { get }
    /// Whether it may take long to write, because it has as much as the user's library has.
    static var isLong: Bool { get }
}

extension WireObject {
    package static var isLong: Bool { false }

    package static var wireSchema: Schema { Schema(.reference(component)) }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for write in Self.wire.writers { write(self, &writer) }
        }
    }

    package func encode(to writer: inout JSONWriter) { write(to: &writer) }

    package static var component: Schema.Component { Schema.Component(wire.name) { wire.schema } }
}

/// A value that is also read, where a file has what an answer said.
package protocol WireReadable: WireValue {
    /// Reads a value; `nil` if the element is none.
    init?(wire element: JSONElement)
}

/// An object that is also read.
package protocol WireRecord: WireObject, WireReadable {
    /// The object before its members are read.
    static var blank: Self { get }
}

extension WireRecord {
    package init?(wire element: JSONElement) {
        self = Self.blank
        guard element.kind == .object, Self.wire.read(element, into: &self) else { return nil }
    }
}

/// The name, the purpose, and the members of an object on the wire.
package struct WireDescription<Object>: Sendable {
    /// The name in upper camel case: `BoxOfficeEntry`.
    let name: String
    let schema: Schema
    // Apart from the schema, which would otherwise be copied for every object that is written.
    let writers: [WireField<Object>.Writer]
    private let readers: [String: WireField<Object>.Reader]
    private let needed: [String]

    /// An object that is described in place has no summary.
    init(_ name: String, _ summary: String?, _ fields: [WireField<Object>]) {
        self.name = name
        var schema = Schema(.object(fields.map(\.property)))
        schema.description = summary
        self.schema = schema
        writers = fields.map(\.write)
        let read = fields.compactMap { field in field.read.map { (field.property.name, $0) } }
        readers = Dictionary(uniqueKeysWithValues: read)
        needed = fields.filter { $0.read != nil && $0.isNeeded }.map(\.property.name)
    }

    /// Reads the members that are stored, and leaves out those whose value is not one; returns whether all that every
    /// such object has are there.
    @discardableResult
    package func read(_ element: JSONElement, into object: inout Object) -> Bool {
        var read: Set<String> = []
        for (name, value) in element.members where !value.isNull {
            let name = String(name)
            if let reader = readers[name], reader(&object, value) { read.insert(name) }
        }
        return needed.allSatisfy(read.contains)
    }
}

/// One member of an object: its name, its schema, and how to get the value.
package struct WireField<Object>: Sendable {
    /// Writes the member, or nothing if there is no value.
    typealias Writer = @Sendable (Object, inout JSONWriter) -> Void
    /// Reads the member; returns whether it is one.
    typealias Reader = @Sendable (inout Object, JSONElement) -> Bool

    let property: Schema.Property
    let write: Writer
    /// `nil` if the member follows from others, or is not read.
    private(set) var read: Reader?
    /// Whether an object without the member is not read.
    private(set) var isNeeded = false

    static func always<Value: WireValue>(
        _ name: String,
        _ value: @escaping @Sendable (Object) -> Value,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        WireField(property: .init(name, schema, summary)) { object, writer in
            writer.member(name) { value(object).write(to: &$0) }
        }
    }

    /// A member that is `null` if it is unknown.
    static func orNull<Value: WireValue>(
        _ name: String,
        _ value: @escaping @Sendable (Object) -> Value?,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        WireField(property: .init(name, schema.orNull, summary)) { object, writer in
            // A member whose value writes nothing becomes `null`.
            writer.member(name) { value(object)?.write(to: &$0) }
        }
    }

    /// A member that is left out if there is no value.
    static func known<Value: WireValue>(
        _ name: String,
        _ value: @escaping @Sendable (Object) -> Value?,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        WireField(property: .init(name, schema, isRequired: false, summary)) { object, writer in
            guard let value = value(object) else { return }
            writer.member(name) { value.write(to: &$0) }
        }
    }

    /// A member that is also read; `isImplied` if the lines of a source may leave it out.
    static func always<Value: WireReadable>(
        _ name: String,
        stored path: any WritableKeyPath<Object, Value> & Sendable,
        isImplied: Bool = false,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        var field = always(name, { $0[keyPath: path] }, as: schema, summary)
        field.read = { object, element in
            guard let value = Value(wire: element) else { return false }
            object[keyPath: path] = value
            return true
        }
        field.isNeeded = !isImplied
        return field
    }

    /// A member that is also read, and is left out if there is no value.
    static func known<Value: WireReadable>(
        _ name: String,
        stored path: any WritableKeyPath<Object, Value?> & Sendable,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        var field = known(name, { $0[keyPath: path] }, as: schema, summary)
        field.read = reader(of: path)
        return field
    }

    /// A member that is also read, and is `null` if it is unknown.
    static func orNull<Value: WireReadable>(
        _ name: String,
        stored path: any WritableKeyPath<Object, Value?> & Sendable,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        var field = orNull(name, { $0[keyPath: path] }, as: schema, summary)
        field.read = reader(of: path)
        return field
    }

    /// The same member, which is also read in its own way.
    func reading(_ read: @escaping Reader) -> WireField {
        var field = self
        field.read = read
        return field
    }

    private static func reader<Value: WireReadable>(
        of path: any WritableKeyPath<Object, Value?> & Sendable
    ) -> Reader {
        { object, element in
            object[keyPath: path] = Value(wire: element)
            return object[keyPath: path] != nil
        }
    }

    /// A list or a map that is also read, and is left out if it is empty.
    static func nonEmpty<Value: WireReadable & Collection>(
        _ name: String,
        stored path: any WritableKeyPath<Object, Value> & Sendable,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        var field = nonEmpty(name, { $0[keyPath: path] }, as: schema, summary)
        field.read = { object, element in
            guard let value = Value(wire: element) else { return false }
            object[keyPath: path] = value
            return true
        }
        return field
    }

    /// A list or a map that is left out if it is empty.
    static func nonEmpty<Value: WireValue & Collection>(
        _ name: String,
        _ value: @escaping @Sendable (Object) -> Value,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        known(name, { [value($0)].first { !$0.isEmpty } }, as: schema, summary)
    }
}

// MARK: - Values

/// A word of a closed list.
package protocol WireChoice: WireValue, CaseIterable {
    var wireName: String { get }
}

extension WireChoice {
    /// The name of the type without that of its module: `IdentifiedFilmStatus`.
    package static var wireSchema: Schema {
        let name = String(reflecting: Self.self).split(scalar: ".").dropFirst().joined()
        return Schema(.choice(allCases.map(\.wireName))).named(name)
    }

    package func write(to writer: inout JSONWriter) { writer.string(wireName) }
}

extension WireChoice where Self: RawRepresentable<String> {
    package var wireName: String { rawValue }
}

extension WireValue where Self: JSONEncodable {
    package func write(to writer: inout JSONWriter) { encode(to: &writer) }
}

extension String: WireReadable {
    package static var wireSchema: Schema { .text }

    package init?(wire element: JSONElement) {
        guard let text = element.string else { return nil }
        self = text
    }
}

extension Bool: WireReadable {
    package static var wireSchema: Schema { .boolean }

    package init?(wire element: JSONElement) {
        guard let flag = element.bool else { return nil }
        self = flag
    }
}

extension Int: WireReadable {
    package static var wireSchema: Schema { .integer }

    /// Reads an integer, which some files write as a text.
    package init?(wire element: JSONElement) {
        guard let number = element.int ?? element.string.flatMap({ Int($0) }) else { return nil }
        self = number
    }
}

extension Double: WireReadable {
    package static var wireSchema: Schema { .number }

    package init?(wire element: JSONElement) {
        guard let number = element.double else { return nil }
        self = number
    }
}

extension Array: WireValue where Element: WireValue {
    package static var wireSchema: Schema { Schema(.list(of: Element.wireSchema)) }

    package func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for element in self { element.write(to: &writer) }
        }
    }
}

extension Array: WireReadable where Element: WireReadable {
    /// Reads a list, and leaves out the elements that are not values.
    package init?(wire element: JSONElement) {
        guard element.kind == .array else { return nil }
        self = element.elements.compactMap { Element(wire: $0) }
    }
}

extension Dictionary: WireValue where Key == String, Value: WireReadable {
    package static var wireSchema: Schema { Schema(.map(of: Value.wireSchema)) }

    package func write(to writer: inout JSONWriter) {
        WireMap(members: sorted { $0.key < $1.key }.map { ($0.key, $0.value) }).write(to: &writer)
    }
}

extension Dictionary: WireReadable where Key == String, Value: WireReadable {
    package init?(wire element: JSONElement) {
        guard element.kind == .object else { return nil }
        let members = element.members.compactMap { name, member in Value(wire: member).map { (String(name), $0) } }
        self.init(members) { first, _ in first }
    }
}

/// An object whose members' names are data.
struct WireMap<Value: WireValue>: WireValue {
    let members: [(key: String, value: Value)]

    static var wireSchema: Schema { Schema(.map(of: Value.wireSchema)) }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for (name, value) in members { writer.member(name) { value.write(to: &$0) } }
        }
    }
}

/// A value that is written as its description.
package protocol WireText: WireValue, CustomStringConvertible {}

extension WireText {
    package static var wireSchema: Schema { .text }
    package func write(to writer: inout JSONWriter) { writer.string(description) }
}

extension MovieID: WireText {}
extension Timestamp: WireText {}

extension ProviderID: WireText, WireReadable {
    package init?(wire element: JSONElement) {
        guard let name = element.string else { return nil }
        self.init(name)
    }
}

extension CalendarDate: WireText, WireReadable {
    package static var wireSchema: Schema { .date }

    package init?(wire element: JSONElement) {
        guard let date = element.string.flatMap({ CalendarDate(parsing: $0) }) else { return nil }
        self = date
    }
}

extension JSONValue: WireValue {
    package static var wireSchema: Schema { .anything }
}
