/// FNV-1a in 64 bits: the same for the same bytes in every process, unlike `Hasher`.
struct Digest {
    private(set) var value: UInt64

    init(seed: UInt64 = 0) {
        value = 0xCBF2_9CE4_8422_2325 ^ (seed &* 0x9E37_79B9_7F4A_7C15)
    }

    @inline(__always)
    mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    mutating func combine(_ text: String) {
        for byte in text.utf8 { combine(byte) }
    }

    static func of(_ text: String, seed: UInt64) -> UInt64 {
        var digest = Digest(seed: seed)
        digest.combine(text)
        return digest.value
    }
}
