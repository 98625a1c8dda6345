import JSON

/// The id of a request, kept as the token that the client wrote.
///
/// An id is echoed byte for byte, so `1`, `1.0`, and `"1"` are three ids, and 20 digits stay 20 digits.
package struct RPCID: Sendable, Hashable {
    /// The JSON text; nearly all ids are short enough for a string without an allocation.
    private let token: String

    /// Creates an id from its JSON text: a number, a quoted string, or `null`, already validated.
    package init(token: some Collection<UInt8>) {
        self.token = String(decoding: token, as: UTF8.self)
    }

    /// Creates an id from an element, or returns `nil` if it is not a number, a string, or `null`.
    init?(_ element: JSONElement) {
        switch element.kind {
        case .string, .number, .null: token = element.textString
        default: return nil
        }
    }

    /// The id `null`, which answers messages that have no id of their own.
    package static let null = RPCID(token: "null".utf8)

    /// Whether the id is `null`, which identifies no request.
    package var isNull: Bool { token == "null" }

    /// Whether the id is a string or an integer, as MCP requires.
    package var isStringOrInteger: Bool {
        if token.utf8.first == UInt8(ascii: "\"") { return true }
        return token.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    }

    var count: Int { token.utf8.count }

    /// Appends the token to a frame, which must have room for it.
    func append(to frame: inout OutputSpan<UInt8>) {
        let isContiguous: Void? = unsafe token.utf8.withContiguousStorageIfAvailable { unsafe frame.append($0.span) }
        if isContiguous == nil { for byte in token.utf8 { frame.append(byte) } }
    }

    /// Compares bytes, because `String` treats a precomposed and a decomposed `é` as equal.
    package static func == (left: RPCID, right: RPCID) -> Bool { left.token.utf8.elementsEqual(right.token.utf8) }

    package func hash(into hasher: inout Hasher) {
        for byte in token.utf8 { hasher.combine(byte) }
    }
}

extension RPCID: CustomStringConvertible {
    package var description: String { token }
}

extension RPCID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self.init(token: String(value).utf8) }
}
