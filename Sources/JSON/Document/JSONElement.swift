/// One value inside a document: a view that decodes when asked.
package struct JSONElement: Sendable {
    /// The six kinds of value (RFC 8259, section 3).
    package enum Kind: Sendable, Hashable {
        /// The literal `null`.
        case null
        /// `true` or `false`.
        case bool
        /// A number; see ``JSONElement/number``.
        case number
        /// A string; see ``JSONElement/string``.
        case string
        /// An array; see ``JSONElement/elements``.
        case array
        /// An object; see ``JSONElement/members``.
        case object
    }

    let storage: JSONStorage
    /// Where the value begins on the tape.
    let index: Int

    var word: TapeWord { storage.word(at: index) }

    /// What kind of value it is.
    package var kind: Kind {
        switch word.kind {
        case .null: .null
        case .true, .false: .bool
        case .number: .number
        case .string, .unicodeString, .escapedString: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Whether it is `null`.
    package var isNull: Bool { word.kind == .null }

    /// The truth value of `true` and `false`; nil for anything else.
    package var bool: Bool? {
        switch word.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The string with its escapes decoded; nil for anything else.
    package var string: String? {
        word.isString ? storage.string(of: word) : nil
    }

    /// The number as it was written; nil for anything else.
    package var number: JSONNumber? {
        word.kind == .number ? JSONNumber(valid: storage.plainString(of: word)) : nil
    }

    /// The number's value if it is integral and fits (`1`, `1.0`, `1e2`); nil for anything else.
    package var int: Int? {
        word.kind == .number ? unsafe storage.withBytes(of: word) { unsafe DecimalNumeral($0).int } : nil
    }

    /// The number's nearest double; nil for anything else, and for a number beyond the range of a double.
    package var double: Double? {
        word.kind == .number ? unsafe storage.withBytes(of: word) { unsafe DecimalNumeral.double(of: $0) } : nil
    }

    /// How many values an array or object has; 0 for anything else.
    package var count: Int { word.isContainer ? storage.span(at: index).count : 0 }

    /// The bytes of the value exactly as they came, quotes and brackets included.
    package var text: ArraySlice<UInt8> { storage.bytes[word.textRange] }
}

extension JSONElement: CustomStringConvertible {
    /// The value as compact JSON text.
    package var description: String { jsonText }
}
