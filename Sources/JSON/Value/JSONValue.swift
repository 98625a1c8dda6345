/// A value made by us: for building answers, schemas and tests.
///
/// Equality is that of Swift's parts: order of members counts, strings are compared as Swift compares them.
package enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; the order of members is kept.
    case object([Member])

    /// One member of an object.
    package struct Member: Sendable, Hashable {
        /// The member's name.
        package var name: String
        /// The member's value.
        package var value: JSONValue

        /// A member.
        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// A copy of an element and all that is in it, decoded.
    package init(_ element: JSONElement) {
        self.init(element.storage, at: element.index)
    }

    /// The value of the object's last member of that name; nil where there is none and for anything but an object.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The array's value at a position from 0; nil outside it and for anything but an array.
    package subscript(position: Int) -> JSONValue? {
        guard case .array(let values) = self, values.indices.contains(position) else { return nil }
        return values[position]
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON text.
    package var description: String { jsonText }
}
