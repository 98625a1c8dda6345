/// A comparison of titles in Hangul and in Latin letters by their vowels, in the order in which these sound.
///
/// ``SoundSkeleton`` leaves vowels out because English spells them in many ways. Between titles whose consonants are
/// alike, they still tell `Lucy` (루시) from `Lassie`.
struct VowelComparison {
    private var left: [Vowel] = []
    private var right: [Vowel] = []
    private var row: [Int] = []

    /// Returns how alike the vowels of two titles' words are, from 0 to 1; 0 if one has none.
    ///
    /// The words have their letters in `letters`.
    mutating func likeness(
        _ one: ArraySlice<TitleWordProfile>,
        _ other: ArraySlice<TitleWordProfile>,
        in letters: [UInt8]
    ) -> Double {
        VowelComparison.read(one, letters, into: &left)
        VowelComparison.read(other, letters, into: &right)
        guard !left.isEmpty, !right.isEmpty else { return 0 }
        // The longest common subsequence, in which a neighboring vowel counts half.
        row.removeAll(keepingCapacity: true)
        row.append(contentsOf: repeatElement(0, count: right.count + 1))
        for mine in left {
            var diagonal = 0
            for (column, theirs) in right.enumerated() {
                let above = row[column + 1]
                let step = mine == theirs ? 2 : mine.isNear(theirs) ? 1 : 0
                row[column + 1] = max(above, row[column], diagonal + step)
                diagonal = above
            }
        }
        return Double(row[right.count]) / Double(left.count + right.count)
    }

    /// The most vowels of a title; only the beginning of a longer title is compared.
    private static let most = 64

    private static func read(
        _ words: ArraySlice<TitleWordProfile>,
        _ letters: [UInt8],
        into vowels: inout [Vowel]
    ) {
        vowels.removeAll(keepingCapacity: true)
        for word in words where vowels.count < most {
            let letters = letters[word.letters.range]
            if SoundSkeleton.isArticle(letters) { continue }
            if letters.first ?? 0 < 0x80 {
                readLatin(letters, into: &vowels)
            } else {
                HangulSyllable.forEach(in: letters) { append(Vowel.ofHangul[$0.vowel], to: &vowels) }
            }
        }
        vowels.removeLast(max(0, vowels.count - most))
    }

    private static func readLatin(_ letters: ArraySlice<UInt8>, into vowels: inout [Vowel]) {
        var rest = letters
        // A final e is mostly silent.
        if rest.count > 2, rest.last == UInt8(ascii: "e") { rest.removeLast() }
        while let letter = rest.popFirst() {
            if let next = rest.first, let sounds = Vowel.ofPair(letter, next) {
                append(sounds, to: &vowels)
                rest.removeFirst()
            } else if let vowel = Vowel(letter) {
                vowels.append(vowel)
            }
        }
    }

    private static func append(_ sounds: (Vowel?, Vowel?), to vowels: inout [Vowel]) {
        if let first = sounds.0 { vowels.append(first) }
        if let second = sounds.1 { vowels.append(second) }
    }
}

/// A vowel, without its length and its shades.
private enum Vowel: UInt8 {
    case a, e, i, o, u

    /// Reads a Latin letter; `nil` for a consonant.
    init?(_ letter: UInt8) {
        switch letter {
        case UInt8(ascii: "a"): self = .a
        case UInt8(ascii: "e"): self = .e
        case UInt8(ascii: "i"), UInt8(ascii: "y"): self = .i
        case UInt8(ascii: "o"): self = .o
        case UInt8(ascii: "u"), UInt8(ascii: "w"): self = .u
        default: return nil
        }
    }

    /// Whether the vowels are often spelled alike.
    func isNear(_ other: Vowel) -> Bool {
        switch (min(rawValue, other.rawValue), max(rawValue, other.rawValue)) {
        case (Vowel.a.rawValue, Vowel.o.rawValue), (Vowel.e.rawValue, Vowel.i.rawValue),
            (Vowel.a.rawValue, Vowel.e.rawValue), (Vowel.o.rawValue, Vowel.u.rawValue):
            true
        default: false
        }
    }

    /// Returns the sounds of two letters that together are read in another way, as in `moon` and `beetle`.
    static func ofPair(_ first: UInt8, _ second: UInt8) -> (Vowel?, Vowel?)? {
        switch (first, second) {
        case (UInt8(ascii: "e"), UInt8(ascii: "e")), (UInt8(ascii: "e"), UInt8(ascii: "a")),
            (UInt8(ascii: "e"), UInt8(ascii: "y")):
            (.i, nil)
        case (UInt8(ascii: "o"), UInt8(ascii: "o")), (UInt8(ascii: "q"), UInt8(ascii: "u")): (.u, nil)
        case (UInt8(ascii: "o"), UInt8(ascii: "u")): (.a, .u)
        case (UInt8(ascii: "a"), UInt8(ascii: "i")), (UInt8(ascii: "a"), UInt8(ascii: "y")): (.e, .i)
        default: nil
        }
    }

    /// The vowels of ㅏ, ㅐ, ㅑ, and so on in Unicode's order; Korean inserts ㅡ where a consonant has no vowel.
    static let ofHangul: [(Vowel?, Vowel?)] = [
        (.a, nil), (.e, nil), (.i, .a), (.i, .e), (.o, nil), (.e, nil), (.i, .o), (.i, .e), (.o, nil), (.u, .a),
        (.u, .e), (.u, .e), (.i, .o), (.u, nil), (.u, .o), (.u, .e), (.u, .i), (.i, .u), (nil, nil), (.u, .i),
        (.i, nil),
    ]
}
