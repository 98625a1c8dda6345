import JSON

/// The last ordinary request, so that one that differs in nothing but the digits of its id need not be read again.
///
/// Clients ask the same thing over and over: pings, polls, the same list. What stood before and after the id was found
/// valid once and is the same byte for byte, and one integer in the place of another changes nothing else.
struct RepeatedCall {
    private static let longest = 512

    /// The message, at the front of memory that is never given up.
    private var message = [UInt8](repeating: 0, count: longest)
    private var count = 0
    /// Where the id lies in it.
    private var id = 0..<0
    private var method = ""
    private var params: JSONElement?

    private var tailCount: Int { count &- id.upperBound }

    /// Keeps a call whose id is a plain integer at `id`.
    mutating func remember(_ bytes: Span<UInt8>, id: Range<Int>, method: String, params: JSONElement?) {
        guard bytes.count <= Self.longest, bytes[id.lowerBound].isASCIIDigit else { return }
        unsafe message.withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
        count = bytes.count
        self.id = id
        self.method = method
        self.params = params
    }

    /// Where the id lies in a repetition.
    func idRange(in bytes: Span<UInt8>) -> Range<Int> { id.lowerBound..<(bytes.count - tailCount) }

    /// The call, if these bytes are the last one's with another integer as the id.
    func call(_ bytes: Span<UInt8>) -> IncomingCall? {
        guard count > 0, bytes.count > count &- id.count else { return nil }
        let end = bytes.count &- tailCount
        guard end &- id.lowerBound <= RPCID.shortCapacity else { return nil }
        let kept = message.span
        guard bytes.has(kept.extracting(..<id.lowerBound), at: 0) else { return nil }
        guard bytes.has(kept.extracting(id.upperBound..<count), at: end) else { return nil }
        let digits = bytes.extracting(id.lowerBound..<end)
        guard digits.isPlainInteger else { return nil }
        return IncomingCall(method: method, params: params, id: RPCID(token: digits), byteCount: bytes.count)
    }
}

extension Span<UInt8> {
    /// Whether it is an integer of JSON without a sign.
    fileprivate var isPlainInteger: Bool {
        for index in 0..<count where !self[index].isASCIIDigit { return false }
        return count == 1 || self[0] != UInt8(ascii: "0")
    }
}
