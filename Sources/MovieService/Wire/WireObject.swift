package import JSON
import MovieDomain

/// A value that can stand on the wire, and the schema that describes it.
package protocol WireValue: Sendable {
    static var wireSchema: Schema { get }

    /// Writes exactly one JSON value.
    func write(to writer: inout JSONWriter)
}

/// An object on the wire: one list of fields gives its JSON and its schema.
///
/// Other schemas refer to it by its name. One that is described where it stands gives `wire.schema` as its `wireSchema`.
package protocol WireObject: WireValue, JSONEncodable {
    static var wire: WireDescription<Self> { get }
}

extension WireObject {
    package static var wireSchema: Schema { .reference(wire.name) }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for write in Self.wire.writers { write(self, &writer) }
        }
    }

    package func encode(to writer: inout JSONWriter) { write(to: &writer) }

    /// The name and the schema that the documents have for it.
    static var component: (name: String, schema: Schema) { (wire.name, wire.schema) }
}

/// What an object of the wire is called, what it is for, and what its members are.
package struct WireDescription<Object>: Sendable {
    /// In upper camel case, as OpenRPC documents write it: `BoxOfficeEntry`.
    let name: String
    /// The whole schema, which a reference by the name stands for.
    let schema: Schema
    // Apart from the schema, which would be copied with each of them for every object that is written.
    let writers: [WireField<Object>.Writer]

    init(_ name: String, _ summary: String, _ fields: [WireField<Object>]) {
        self.name = name
        schema = Schema.object(fields.map(\.property)).described(summary)
        writers = fields.map(\.write)
    }

    /// Of an object that is described where it stands.
    init(_ name: String, _ fields: [WireField<Object>]) {
        self.name = name
        schema = Schema.object(fields.map(\.property))
        writers = fields.map(\.write)
    }
}

/// One member of an object: its name, its schema, a sentence where the name does not say it, and how to get the value.
package struct WireField<Object>: Sendable {
    /// Writes the member, or nothing where there is none.
    typealias Writer = @Sendable (Object, inout JSONWriter) -> Void

    let property: Schema.Property
    let write: Writer

    /// A member that is always there.
    static func always<Value: WireValue>(
        _ name: String,
        _ value: @escaping @Sendable (Object) -> Value,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        WireField(property: .always(name, schema, summary)) { object, writer in
            let value = value(object)
            writer.member(name) { value.write(to: &$0) }
        }
    }

    /// A member that is always there, `null` where it is not known.
    static func orNull<Value: WireValue>(
        _ name: String,
        _ value: @escaping @Sendable (Object) -> Value?,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        written(name, as: schema.orNull, summary) { object, writer in
            if let value = value(object) { value.write(to: &writer) } else { writer.null() }
        }
    }

    /// A member that is left out where there is no value.
    static func known<Value: WireValue>(
        _ name: String,
        _ value: @escaping @Sendable (Object) -> Value?,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        WireField(property: .known(name, schema, summary)) { object, writer in
            guard let value = value(object) else { return }
            writer.member(name) { value.write(to: &$0) }
        }
    }

    /// A list or a map that is left out where it is empty.
    static func nonEmpty<Value: WireValue & Collection>(
        _ name: String,
        _ value: @escaping @Sendable (Object) -> Value,
        as schema: Schema = Value.wireSchema,
        _ summary: String? = nil
    ) -> WireField {
        WireField(property: .known(name, schema, summary)) { object, writer in
            let value = value(object)
            if !value.isEmpty { writer.member(name) { value.write(to: &$0) } }
        }
    }

    /// A member whose value the body writes.
    static func written(
        _ name: String,
        as schema: Schema,
        _ summary: String? = nil,
        _ body: @escaping @Sendable (Object, inout JSONWriter) -> Void
    ) -> WireField {
        WireField(property: .always(name, schema, summary)) { object, writer in
            writer.member(name) { body(object, &$0) }
        }
    }
}

// MARK: - Values

/// One of an enumeration's words.
package protocol WireChoice: WireValue, CaseIterable, RawRepresentable where RawValue == String {}

extension WireChoice {
    package static var wireSchema: Schema { .choice(allCases.map(\.rawValue)) }
    package func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

extension String: WireValue {
    package static var wireSchema: Schema { .text }
    package func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: WireValue {
    package static var wireSchema: Schema { .boolean }
    package func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: WireValue {
    package static var wireSchema: Schema { .integer }
    package func write(to writer: inout JSONWriter) { writer.int(self) }
}

extension Double: WireValue {
    package static var wireSchema: Schema { .number }
    package func write(to writer: inout JSONWriter) { writer.double(self) }
}

extension Array: WireValue where Element: WireValue {
    package static var wireSchema: Schema { .list(of: Element.wireSchema) }

    package func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for element in self { element.write(to: &writer) }
        }
    }
}

/// An object whose members' names are data, in the order in which they are given.
struct WireMap<Value: WireValue>: WireValue {
    let members: [(key: String, value: Value)]

    static var wireSchema: Schema { .map(of: Value.wireSchema) }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            for (name, value) in members { writer.member(name) { value.write(to: &$0) } }
        }
    }
}

extension MovieID: WireValue {
    package static var wireSchema: Schema { .text }
    package func write(to writer: inout JSONWriter) { writer.string(description) }
}

extension ProviderID: WireValue {
    package static var wireSchema: Schema { .text }
    package func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

extension CalendarDate: WireValue {
    package static var wireSchema: Schema { .date }
    package func write(to writer: inout JSONWriter) { writer.string(description) }
}

extension Timestamp: WireValue {
    package static var wireSchema: Schema { .text }
    package func write(to writer: inout JSONWriter) { writer.string(description) }
}

extension JSONValue: WireValue {
    package static var wireSchema: Schema { .anything }
    package func write(to writer: inout JSONWriter) { encode(to: &writer) }
}
