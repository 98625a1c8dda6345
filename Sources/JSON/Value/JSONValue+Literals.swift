extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    package init(nilLiteral: ()) {
        self = .null
    }

    /// A truth value.
    package init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// An integer.
    package init(integerLiteral value: Int) {
        self = .number(JSONNumber(value))
    }

    /// A double; `null` for what JSON has no number for.
    package init(floatLiteral value: Double) {
        self = JSONNumber(value).map(JSONValue.number) ?? .null
    }

    /// A string.
    package init(stringLiteral value: String) {
        self = .string(value)
    }

    /// An array.
    package init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// An object with its members in the order written.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
