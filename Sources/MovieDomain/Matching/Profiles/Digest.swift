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

    /// A number whose bits depend on all bits of another (SplitMix64's last step).
    @inline(__always)
    static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
