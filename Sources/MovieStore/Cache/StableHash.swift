/// A 64-bit hash that is the same in every process and every release, for keys and for finding damage.
///
/// It takes eight bytes at a step, and is no defence against somebody who chooses the bytes: keys are compared whole,
/// and damage is an accident.
struct StableHash {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func add(_ word: UInt64) {
        state = (state ^ word) &* 0xFF51_AFD7_ED55_8CCD
        state ^= state >> 32
    }

    mutating func add(_ number: Int) {
        add(UInt64(bitPattern: Int64(number)))
    }

    /// Adds bytes and their number, so that parts cannot run into each other.
    mutating func add(_ bytes: Span<UInt8>) {
        var index = 0
        while index + 8 <= bytes.count {
            var word: UInt64 = 0
            for offset in 0..<8 { word |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
            add(word)
            index += 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        add(rest)
        add(bytes.count)
    }

    mutating func add(_ text: String) {
        add(text.utf8.span)
    }

    /// The hash, as SQLite keeps numbers.
    var value: Int64 {
        Int64(bitPattern: state ^ state >> 29)
    }
}
