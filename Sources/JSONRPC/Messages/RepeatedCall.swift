import JSON

/// The last ordinary request, so that one that differs in nothing but the digits of its id need not be read again.
///
/// Clients ask the same thing over and over: pings, polls, the same list. What stood before and after the id was found
/// valid once and is the same byte for byte, and one integer in the place of another changes nothing else.
struct RepeatedCall {
    private static let longest = 512

    private var head: [UInt8] = []
    private var tail: [UInt8] = []
    private var method = ""
    private var params: JSONElement?

    init() {
        head.reserveCapacity(Self.longest)
        tail.reserveCapacity(Self.longest)
    }

    /// Keeps a call whose id is a plain integer at `id`.
    mutating func remember(_ bytes: Span<UInt8>, id: Range<Int>, method: String, params: JSONElement?) {
        guard bytes.count <= Self.longest, bytes[id.lowerBound].isASCIIDigit else { return }
        head.replace(with: bytes.extracting(0..<id.lowerBound))
        tail.replace(with: bytes.extracting(id.upperBound..<bytes.count))
        self.method = method
        self.params = params
    }

    /// Where the id lies in a repetition.
    func idRange(in bytes: Span<UInt8>) -> Range<Int> { head.count..<(bytes.count - tail.count) }

    /// The call, if these bytes are the last one's with another integer as the id.
    func call(_ bytes: Span<UInt8>) -> IncomingCall? {
        guard !head.isEmpty, bytes.count > head.count + tail.count, bytes.has(head, at: 0) else { return nil }
        let end = bytes.count - tail.count
        guard end - head.count <= RPCID.shortCapacity, bytes.has(tail, at: end) else { return nil }
        let digits = bytes.extracting(head.count..<end)
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

extension [UInt8] {
    /// Becomes a copy of other bytes without giving its memory up.
    fileprivate mutating func replace(with bytes: Span<UInt8>) {
        removeAll(keepingCapacity: true)
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
