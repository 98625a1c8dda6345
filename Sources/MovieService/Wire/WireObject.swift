package import JSON
import MovieDomain

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
}

extension WireObject {
    package static var wireSchema: Schema { Schema(.reference(wire.name)) }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for write in Self.wire.writers { write(self, &writer) }
        }
    }

    package func encode(to writer: inout JSONWriter) { write(to: &writer) }

    static var component: (name: String, schema: Schema) { (wire.name, wire.schema) }
}

/// The name, the purpose, and the members of an object on the wire.
package struct WireDescription<Object>: Sendable {
    /// The name in upper camel case: `BoxOfficeEntry`.
    let name: String
    let schema: Schema
    // Apart from the schema, which would otherwise be copied for every object that is written.
    let writers: [WireField<Object>.Writer]

    /// An object that is described in place has no summary.
    init(_ name: String, _ summary: String?, _ fields: [WireField<Object>]) {
        self.name = name
        var schema = Schema(.object(fields.map(\.property)))
        schema.description = summary
        self.schema = schema
        writers = fields.map(\.write)
    }
}

/// One member of an object: its name, its schema, and how to get the value.
package struct WireField<Object>: Sendable {
    /// Writes the member, or nothing if there is no value.
    typealias Writer = @Sendable (Object, inout JSONWriter) -> Void

    let property: Schema.Property
    let write: Writer

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

package protocol WireChoice: WireValue, CaseIterable, RawRepresentable where RawValue == String {}

extension WireChoice {
    package static var wireSchema: Schema { Schema(.choice(allCases.map(\.rawValue))) }
    package func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

extension WireValue where Self: JSONEncodable {
    package func write(to writer: inout JSONWriter) { encode(to: &writer) }
}

extension String: WireValue {
    package static var wireSchema: Schema { .text }
}

extension Bool: WireValue {
    package static var wireSchema: Schema { .boolean }
}

extension Int: WireValue {
    package static var wireSchema: Schema { .integer }
}

extension Double: WireValue {
    package static var wireSchema: Schema { .number }
}

extension Array: WireValue where Element: WireValue {
    package static var wireSchema: Schema { Schema(.list(of: Element.wireSchema)) }

    package func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for element in self { element.write(to: &writer) }
        }
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
extension ProviderID: WireText {}
extension Timestamp: WireText {}

extension CalendarDate: WireText {
    package static var wireSchema: Schema { .date }
}

extension JSONValue: WireValue {
    package static var wireSchema: Schema { .anything }
}
