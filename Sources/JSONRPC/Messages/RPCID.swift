import JSON

/// The id of a request, kept as the token that the client wrote.
///
/// An id is echoed byte for byte, so `1`, `1.0` and `"1"` are three ids, and 20 digits stay 20 digits.
package struct RPCID: Sendable, Hashable {
    /// JSON text; nearly all ids are so short that a string holds them without an allocation.
    private let token: String

    /// The id whose JSON text is `token`: a number, a quoted string or `null`, already found valid.
    package init(token: some Collection<UInt8>) {
        self.token = String(decoding: token, as: UTF8.self)
    }

    /// The id that is this element's text; nil where it is neither a number nor a string nor `null`.
    init?(_ element: JSONElement) {
        switch element.kind {
        case .string, .number, .null: token = element.textString
        default: return nil
        }
    }

    /// The id `null`, which answers what has no id of its own.
    package static let null = RPCID(token: "null".utf8)

    /// Whether it is `null`, which names no request.
    package var isNull: Bool { token == "null" }

    /// Whether it is a string or an integer, as MCP wants it.
    package var isStringOrInteger: Bool {
        if token.utf8.first == UInt8(ascii: "\"") { return true }
        return token.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    }

    var count: Int { token.utf8.count }

    /// Appends the token to a frame, which must have room.
    func append(to frame: inout OutputSpan<UInt8>) {
        let isContiguous: Void? = unsafe token.utf8.withContiguousStorageIfAvailable { unsafe frame.append($0.span) }
        if isContiguous == nil { for byte in token.utf8 { frame.append(byte) } }
    }

    /// By bytes: to a string, an `é` in one piece and one in two are the same.
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
