/// The consonants of a word or title as they sound, for comparing Hangul with Latin letters.
///
/// Loan words in Hangul keep the consonants of the foreign word and little of its vowels: ㅡ is put in where Korean
/// needs a vowel, `r` at the end of a syllable is lost, double letters count once.
struct SoundSkeleton {
    /// ``Consonant`` values.
    private(set) var sounds: [UInt8] = []
    var last = Consonant.none
    var word: [UInt8] = []

    init() {}

    mutating func clear() {
        sounds.removeAll(keepingCapacity: true)
        last = .none
    }

    /// Adds a word of folded letters: of Hangul, or of lower-case Latin ones; other bytes are left out.
    mutating func add(_ letters: ArraySlice<UInt8>) {
        last = .none
        guard let first = letters.first else { return }
        if first < 0x80 { addLatin(letters) } else { addHangul(letters) }
    }

    mutating func append(_ consonant: Consonant) {
        if consonant != last { sounds.append(consonant.rawValue) }
        last = consonant
    }

    private mutating func addHangul(_ letters: ArraySlice<UInt8>) {
        var index = letters.startIndex
        while index + 2 < letters.endIndex {
            let scalar =
                UInt32(letters[index] & 0x0F) << 12 | UInt32(letters[index + 1] & 0x3F) << 6
                | UInt32(letters[index + 2] & 0x3F)
            index += 3
            guard let syllable = HangulSyllable(scalar) else { continue }
            if syllable.initial != 11 { append(SoundSkeleton.initials[syllable.initial]) }
            last = .none
            if syllable.final != 0 { append(SoundSkeleton.finals[syllable.final]) }
        }
    }

    private static let initials: [Consonant] = [
        .k, .k, .n, .t, .t, .r, .m, .p, .p, .s, .s, .none, .j, .j, .j, .k, .t, .p, .h,
    ]
    private static let finals: [Consonant] = [
        .none, .k, .k, .k, .n, .n, .n, .t, .r, .k, .m, .r, .r, .r, .p, .r, .m, .p, .p, .t, .t, .n, .t, .t, .k, .t, .p,
        .none,
    ]
}
