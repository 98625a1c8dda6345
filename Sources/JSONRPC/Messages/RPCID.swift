/// The id of a request, kept as the token that the client wrote.
///
/// An id is echoed byte for byte, so `1`, `1.0` and `"1"` are three ids, and 20 digits stay 20 digits. Tokens of up to
/// 15 bytes, which is nearly all there are, live in the value itself and need no allocation.
package struct RPCID: Sendable, Hashable {
    /// The token's bytes, the first one lowest, zero-filled; the highest byte of `high` is the length.
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// A token that is too long for that.
    private var long: [UInt8]?

    /// The most bytes that a token can have without an allocation.
    static let shortCapacity = ShortToken.capacity

    /// The id whose JSON text is `token`: a number, a quoted string or `null`, already found valid.
    package init(token: some Collection<UInt8>) {
        self.init(token: Array(token).span)
    }

    /// The id whose token lies in a span, already found valid.
    init(token: Span<UInt8>) {
        guard let short = ShortToken(token) else {
            long = token.copied
            return
        }
        low = short.low
        high = short.high
    }

    /// The id `null`, which answers what has no id of its own.
    package static let null = RPCID(token: Array("null".utf8))

    /// Whether it is `null`, which names no request.
    package var isNull: Bool { self == Self.null }

    /// The token, if it is short.
    var shortToken: ShortToken? { long == nil ? ShortToken(low: low, high: high) : nil }

    /// How many bytes the token has.
    var count: Int { long?.count ?? Int(high >> 56) }

    /// Calls `body` with the token's bytes.
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        if let long {
            unsafe long.withUnsafeBytes { unsafe body($0) }
        } else {
            let words = (low.littleEndian, high.littleEndian)
            unsafe withUnsafeBytes(of: words) { unsafe body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    /// Appends the token to a buffer.
    func append(to buffer: inout [UInt8]) {
        unsafe withBytes { unsafe buffer.append(contentsOf: $0) }
    }
}

extension RPCID: CustomStringConvertible {
    /// The token as text.
    package var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension RPCID: ExpressibleByIntegerLiteral {
    /// The id written as this integer.
    package init(integerLiteral value: Int) { self.init(token: String(value).utf8) }
}
