/// A JSON value to build answers, schemas, and tests from.
///
/// Equality is that of Swift: the order of members counts, and strings are compared as Swift compares them.
package enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a decoded copy of an element with all its contents.
    ///
    /// The recursion is as deep as the document, which the reader limits.
    package init(_ element: JSONElement) {
        let (storage, word) = (element.storage, element.word)
        switch word.kind {
        case .null: self = .null
        case .true: self = .bool(true)
        case .false: self = .bool(false)
        case .number: self = .number(JSONNumber(valid: storage.plainString(of: word)))
        case .string, .unicodeString, .escapedString: self = .string(storage.string(of: word))
        case .array: self = .array(element.elements.map { JSONValue($0) })
        case .object: self = .object(element.members.map { Member($0.name, JSONValue($0.value)) })
        }
    }

    /// The value of the object's last member with that name, or `nil` if there is none or this is not an object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The value at a position in an array, or `nil` if there is none or this is not an array.
    package subscript(position: Int) -> JSONValue? {
        guard case .array(let values) = self, values.indices.contains(position) else { return nil }
        return values[position]
    }
}

extension JSONValue: CustomStringConvertible {
    package var description: String { jsonText }
}

extension JSONValue: JSONEncodable {
    /// Writes the value with all its contents.
    package func encode(to writer: inout JSONWriter) {
        Self.write(self, to: &writer)
    }

    // Everything is borrowed, even the bytes of strings: a copy would retain and release every string.

    private static func write(_ value: borrowing JSONValue, to writer: inout JSONWriter) {
        switch value {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .number(let value): writer.number(value)
        case .string(let value): writer.string(value)
        case .array(let values): write(values.span, to: &writer)
        case .object(let members): write(members.span, to: &writer)
        }
    }

    private static func write(_ values: Span<JSONValue>, to writer: inout JSONWriter) {
        writer.begin(.openBracket)
        values.lendEach { write($0, to: &writer) }
        writer.end(.closeBracket)
    }

    private static func write(_ members: Span<Member>, to writer: inout JSONWriter) {
        writer.begin(.openBrace)
        members.lendEach { write($0, to: &writer) }
        writer.end(.closeBrace)
    }

    private static func write(_ member: borrowing Member, to writer: inout JSONWriter) {
        writer.beginMember(member.name)
        write(member.value, to: &writer)
    }
}

extension Span where Element: ~Copyable {
    /// Calls `body` with each element in place.
    ///
    /// The extension allows noncopyable elements, so it copies no others either, unlike a subscript elsewhere.
    @inline(__always)
    fileprivate func lendEach(_ body: (borrowing Element) -> Void) {
        for position in indices { body(self[position]) }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(nilLiteral: ()) {
        self = .null
    }

    package init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    package init(integerLiteral value: Int) {
        self = .number(JSONNumber(value))
    }

    /// Creates a double, or `null` for NaN and infinities.
    package init(floatLiteral value: Double) {
        self = JSONNumber(value).map(JSONValue.number) ?? .null
    }

    package init(stringLiteral value: String) {
        self = .string(value)
    }

    package init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Creates an object with its members in the given order.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
