#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Method names seen lately, so that a name that comes again is neither checked nor made anew.
///
/// The table has a fixed size and forgets by overwriting: a client that invents names gains nothing.
struct MethodNames {
    private static let longest = 128
    private static let slotBits = 6

    private struct Slot {
        /// The name as a token, where it is short enough to be one.
        var token: ShortToken?
        var name = ""
    }

    private var slots = [Slot](repeating: Slot(), count: 1 << slotBits)

    /// The name that lies in a range of ASCII bytes.
    mutating func name(in bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        let text = bytes.extracting(range)
        guard let token = ShortToken(text) else { return longName(text) }
        let slot = Self.slot(of: token.low ^ token.high)
        if slots[slot].token != token { slots[slot] = Slot(token: token, name: Self.string(text)) }
        return slots[slot].name
    }

    private mutating func longName(_ text: Span<UInt8>) -> String {
        guard text.count <= Self.longest else { return Self.string(text) }
        let slot = Self.slot(of: Self.mixed(text))
        if !Self.isEqual(slots[slot].name, text) { slots[slot] = Slot(token: nil, name: Self.string(text)) }
        return slots[slot].name
    }

    private static func string(_ text: Span<UInt8>) -> String {
        unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The highest bits of a product, into which all bits below have gone.
    private static func slot(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> UInt64(64 - slotBits))
    }

    /// A few bytes from the middle and the end, where names differ, and the length.
    private static func mixed(_ text: Span<UInt8>) -> UInt64 {
        var key = UInt64(truncatingIfNeeded: text.count)
        for index in (text.count - 6)..<text.count { key = key &<< 8 ^ UInt64(text[index]) }
        return key ^ UInt64(text[text.count / 2]) &<< 56
    }

    private static func isEqual(_ name: String, _ text: Span<UInt8>) -> Bool {
        let count = text.count
        guard name.utf8.count == count else { return false }
        let isEqual = unsafe name.utf8.withContiguousStorageIfAvailable { left in
            unsafe text.withUnsafeBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return count == 0 }
                return unsafe memcmp(left, right, count) == 0
            }
        }
        return isEqual ?? false
    }
}
