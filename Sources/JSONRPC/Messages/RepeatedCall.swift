import JSON

/// The last ordinary request, so that one that differs in nothing but the digits of its id need not be read again.
///
/// Clients ask the same thing over and over: pings, polls, the same list. What stood before and after the id was found
/// valid once and is the same byte for byte, and one integer in the place of another changes nothing else. Only a
/// request that looks like the one before it is kept, so that messages of different kinds are not copied for nothing.
struct RepeatedCall {
    /// How much stands before and after the id.
    private struct Shape: Equatable {
        var head = 0
        var tail = 0
    }

    private static let longest = 512

    /// The message, at the front of memory that is never given up.
    private var message = [UInt8](repeating: 0, count: longest)
    /// Its length; 0 where none is kept.
    private var count = 0
    /// Where the id lies in it.
    private var id = 0..<0
    private var method = ""
    private var params: JSONElement?
    /// What the last ordinary request looked like.
    private var shape: Shape?
    /// How often in a row it has come again.
    private(set) var streak = 0

    private var tailCount: Int { count &- id.upperBound }

    /// Takes note of a call that was read; it is kept if its id is a plain integer and the one before looked alike.
    mutating func note(_ bytes: Span<UInt8>, id: Range<Int>?, method: String, params: JSONElement?) {
        streak = 0
        count = 0
        guard let id, bytes.count <= Self.longest, bytes[id.lowerBound].isASCIIDigit else {
            shape = nil
            return
        }
        let shape = Shape(head: id.lowerBound, tail: bytes.count &- id.upperBound)
        guard self.shape == shape else {
            self.shape = shape
            return
        }
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
    @inline(__always)
    mutating func call(_ bytes: Span<UInt8>) -> IncomingCall? {
        guard count > 0, let call = repetition(bytes) else { return nil }
        streak &+= 1
        return call
    }

    private func repetition(_ bytes: Span<UInt8>) -> IncomingCall? {
        guard bytes.count > count &- id.count else { return nil }
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
