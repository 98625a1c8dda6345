/// Method names seen lately, so that a name that comes again needs no new string.
///
/// Names of up to 15 bytes are free anyway. The table has a fixed size and forgets by overwriting: a client that invents
/// names gains nothing.
struct MethodNames {
    private static let freeLength = 15
    private static let longest = 128
    private static let slotCount = 64

    private var slots = [String](repeating: "", count: slotCount)

    /// The name that lies in a range of ASCII bytes.
    mutating func name(in bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        let text = bytes.extracting(range)
        guard text.count > Self.freeLength, text.count <= Self.longest else { return Self.string(text) }
        let slot = Self.slot(of: text)
        if !Self.isEqual(slots[slot], text) { slots[slot] = Self.string(text) }
        return slots[slot]
    }

    private static func string(_ text: Span<UInt8>) -> String {
        unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    private static func slot(of text: Span<UInt8>) -> Int {
        var hash = UInt32(truncatingIfNeeded: text.count)
        for index in 0..<text.count { hash = (hash ^ UInt32(text[index])) &* 16_777_619 }
        return Int((hash ^ hash >> 16) % UInt32(slotCount))
    }

    private static func isEqual(_ name: String, _ text: Span<UInt8>) -> Bool {
        guard name.utf8.count == text.count else { return false }
        var index = 0
        for byte in name.utf8 {
            if byte != text[index] { return false }
            index += 1
        }
        return true
    }
}
