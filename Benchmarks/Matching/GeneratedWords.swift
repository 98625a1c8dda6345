/// Made-up words and names, with their frequency, their spelling, and their transcription in Hangul.
enum GeneratedWords {
    /// A word in both scripts.
    struct Word {
        var latin = ""
        var hangul = ""
    }

    /// Returns the number of a random word for a title; the most frequent word has the number 0.
    ///
    /// Beyond the first hundred words, the probability of word k is proportional to k^(−5/3). The number of different
    /// words in n titles therefore grows as n^0.6, and most words occur in one title, as in real catalogues.
    static func titleWord(_ chance: inout Chance) -> Int {
        let share = max(chance.unit(), 1e-6)
        return Int(150 * (1 / (share * share.squareRoot()) - 1))
    }

    /// Returns the word with a number; frequent words are short, and no two of the others are likely to be equal.
    static func word(_ number: Int) -> Word {
        spelt(number, syllables: number < 100 ? 1 : number < 3_000 ? 2 : 3)
    }

    /// Returns a Korean word that does not sound like the word with this number.
    static func translation(_ number: Int) -> String {
        spelt(number ^ 0x5EED_0000_0000, syllables: number < 3_000 ? 1 : 2).hangul
    }

    /// Returns the name of a person; many people share a first name, fewer a last name.
    static func person(_ number: Int) -> Word {
        var chance = Chance(state: UInt64(number) &+ 0xFACE)
        let first = spelt(chance.below(1 + chance.below(400)) + 7_000_000, syllables: 2)
        let second = spelt(chance.below(1 + chance.below(60_000)) + 8_000_000, syllables: 2)
        return Word(latin: first.latin + " " + second.latin, hangul: first.hangul + " " + second.hangul)
    }

    private static func spelt(_ number: Int, syllables: Int) -> Word {
        var chance = Chance(state: Chance.mixed(UInt64(number)))
        var word = Word()
        for _ in 0..<syllables {
            let onset = onsets[chance.below(1 + chance.below(onsets.count))]
            let vowel = vowels[chance.below(vowels.count)]
            let coda = chance.below(2) == 0 ? codas[0] : codas[chance.below(codas.count)]
            word.latin += onset.latin + vowel.latin + coda.latin
            word.hangul.unicodeScalars.append(
                Unicode.Scalar(0xAC00 + onset.jamo * 588 + vowel.jamo * 28 + coda.jamo) ?? "가"
            )
        }
        word.latin = word.latin.prefix(1).uppercased() + word.latin.dropFirst()
        return word
    }

    /// A part of a syllable, and the index in Unicode of the jamo that transcribes it.
    private typealias Part = (latin: String, jamo: UInt32)
    private static let onsets: [Part] = [
        ("s", 9), ("m", 6), ("b", 7), ("r", 5), ("t", 16), ("l", 5), ("d", 3), ("h", 18), ("c", 15), ("p", 17),
        ("n", 2),
        ("f", 17), ("g", 0), ("w", 11), ("v", 7), ("j", 12), ("k", 15), ("ch", 14), ("sh", 9), ("z", 12),
    ]
    private static let vowels: [Part] = [
        ("a", 0), ("e", 5), ("i", 20), ("o", 8), ("u", 13), ("ea", 20), ("ai", 5), ("oo", 13),
    ]
    private static let codas: [Part] = [
        ("", 0), ("n", 4), ("m", 16), ("l", 8), ("ng", 21), ("k", 1), ("p", 17), ("n", 4),
    ]
}

/// A SplitMix64 generator: its random numbers are the same in every run.
struct Chance {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// Returns a random number from 0 up to, but not including, 1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// Returns `true` with a probability of 1 in `count`.
    mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

    static func mixed(_ value: UInt64) -> UInt64 {
        var chance = Chance(state: value)
        return chance.next()
    }
}
