/// A syllable of Hangul in its parts: what begins it, its vowel, and what ends it.
struct HangulSyllable {
    let initial: Int
    let vowel: Int
    /// 0 where it is open.
    let final: Int

    /// Takes a composed syllable apart; `nil` for any other scalar.
    @inline(__always)
    init?(_ scalar: UInt32) {
        guard (0xAC00...0xD7A3).contains(scalar) else { return nil }
        let index = Int(scalar - 0xAC00)
        initial = index / 588
        vowel = index % 588 / 28
        final = index % 28
    }
}
