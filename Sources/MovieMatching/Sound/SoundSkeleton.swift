/// The consonants of a word or title as they sound, for comparing Hangul with Latin letters.
///
/// Loan words in Hangul keep the consonants of the foreign word and few of its vowels: ㅡ is inserted where Korean needs
/// a vowel, `r` at the end of a syllable is dropped, and double letters count once.
struct SoundSkeleton {
    /// The raw values of ``Consonant``.
    private(set) var sounds: [UInt8] = []
    var last = Consonant.none
    var word: [UInt8] = []

    mutating func clear() {
        sounds.removeAll(keepingCapacity: true)
        last = .none
    }

    /// Adds a word of folded letters, in Hangul or in lowercase Latin letters; other bytes are ignored.
    mutating func add(_ letters: ArraySlice<UInt8>) {
        last = .none
        guard let first = letters.first else { return }
        if first < 0x80 { addLatin(letters) } else { addHangul(letters) }
    }

    /// Whether a word is the English article, which Korean titles omit or write as `더`.
    static func isArticle(_ letters: ArraySlice<UInt8>) -> Bool {
        letters.count == 3 && (letters.elementsEqual(koreanArticle) || letters.elementsEqual(englishArticle))
    }

    private static let koreanArticle = Array("더".utf8)
    private static let englishArticle = Array("the".utf8)

    mutating func append(_ consonant: Consonant) {
        if consonant != last { sounds.append(consonant.rawValue) }
        last = consonant
    }

    private mutating func addHangul(_ letters: ArraySlice<UInt8>) {
        HangulSyllable.forEach(in: letters) { syllable in
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

/// A consonant as Korean distinguishes it: b, p, f, and v are one, and so are l and r, and g and k.
enum Consonant: UInt8 {
    case none, k, n, t, r, m, p, s, j, h
    /// `g` before e, i, and y, as in `gem` or as in `get`.
    case softG
    /// `z`, which Korean writes with ㅈ.
    case z
    /// `th`, which Korean writes with ㅅ or ㄷ.
    case th
    /// `ch`, as in `chess` or as in `chrome`.
    case ch

    /// Returns how similar two consonants sound: 1 if they are equal, 0 if they have nothing in common.
    static func likeness(_ left: UInt8, _ right: UInt8) -> Double {
        left == right ? 1 : table[Int(left) << 4 | Int(right)]
    }

    private static let table: [Double] = {
        var table = [Double](repeating: 0, count: 256)
        let alike: [(Consonant, Consonant, Double)] = [
            (.k, .softG, 0.8), (.j, .softG, 0.9), (.j, .z, 0.9), (.s, .z, 0.8), (.t, .th, 0.8), (.s, .th, 0.8),
            (.j, .ch, 0.9), (.k, .ch, 0.7), (.s, .j, 0.4), (.s, .t, 0.2), (.t, .j, 0.3), (.h, .p, 0.2), (.s, .ch, 0.5),
        ]
        for (left, right, likeness) in alike {
            table[Int(left.rawValue) << 4 | Int(right.rawValue)] = likeness
            table[Int(right.rawValue) << 4 | Int(left.rawValue)] = likeness
        }
        return table
    }()
}

/// The parts of a Hangul syllable: the initial consonant, the vowel, and the final consonant.
struct HangulSyllable {
    let initial: Int
    let vowel: Int
    /// 0 if the syllable is open.
    let final: Int

    /// The number of the syllable among all.
    var number: Int { (initial * 21 + vowel) * 28 + final }

    /// Decomposes a composed syllable; `nil` for any other scalar.
    @inline(__always)
    init?(_ scalar: UInt32) {
        guard (0xAC00...0xD7A3).contains(scalar) else { return nil }
        let index = Int(scalar - 0xAC00)
        initial = index / 588
        vowel = index % 588 / 28
        final = index % 28
    }

    /// Calls `body` for each syllable of UTF-8 text in Hangul.
    @inline(__always)
    static func forEach(in letters: ArraySlice<UInt8>, _ body: (HangulSyllable) -> Void) {
        var index = letters.startIndex
        while index + 2 < letters.endIndex {
            let scalar =
                UInt32(letters[index] & 0x0F) << 12 | UInt32(letters[index + 1] & 0x3F) << 6
                | UInt32(letters[index + 2] & 0x3F)
            index += 3
            if let syllable = HangulSyllable(scalar) { body(syllable) }
        }
    }
}

extension SoundSkeleton {
    /// Adds the sounds of an English word, roughly as Korean speakers hear them.
    mutating func addLatin(_ letters: ArraySlice<UInt8>) {
        word.removeAll(keepingCapacity: true)
        word.append(contentsOf: letters)
        var index = 0
        while index < word.count { index += read(at: index) }
    }

    /// Reads the sound that begins at an index and returns how many letters it has.
    private mutating func read(at index: Int) -> Int {
        let (next, third) = (letter(after: index, by: 1), letter(after: index, by: 2))
        let isBeforeH = next == UInt8(ascii: "h")
        switch word[index] {
        case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "v"): return take(1, as: .p)
        case UInt8(ascii: "p"): return take(isBeforeH ? 2 : 1, as: .p)
        case UInt8(ascii: "d") where next == UInt8(ascii: "z"): return 1
        case UInt8(ascii: "d"): return next == UInt8(ascii: "g") && isSoft(third) ? take(2, as: .j) : take(1, as: .t)
        case UInt8(ascii: "w") where isBeforeH: return 2
        case UInt8(ascii: "t"):
            // As in `nature` and `natural`.
            if index > 0, next == UInt8(ascii: "u"), third == UInt8(ascii: "r"), isVowel(letter(after: index, by: 3)) {
                return take(1, as: .ch)
            }
            // As in `whistle`.
            if index > 0, word[index - 1] == UInt8(ascii: "s"), next == UInt8(ascii: "l") { return 1 }
            if isBeforeH { return take(2, as: .th) }
            if next == UInt8(ascii: "c"), third == UInt8(ascii: "h") { return take(3, as: .j) }
            return take(1, as: next == UInt8(ascii: "i") && third == UInt8(ascii: "o") ? .s : .t)
        case UInt8(ascii: "c"):
            if isBeforeH { return take(2, as: .ch) }
            return take(next == UInt8(ascii: "k") ? 2 : 1, as: isSoft(next) ? .s : .k)
        case UInt8(ascii: "s"): return take(isBeforeH || next == UInt8(ascii: "c") && isSoft(third) ? 2 : 1, as: .s)
        case UInt8(ascii: "g"):
            if isBeforeH { return index == 0 ? take(2, as: .k) : 2 }
            if next == UInt8(ascii: "n"), index == 0 { return 1 }
            return take(1, as: isSoft(next) ? .softG : .k)
        case UInt8(ascii: "k"): return index == 0 && next == UInt8(ascii: "n") ? 1 : take(1, as: .k)
        case UInt8(ascii: "q"): return take(1, as: .k)
        case UInt8(ascii: "x"):
            append(.k)
            return take(1, as: .s)
        case UInt8(ascii: "j"): return take(1, as: .j)
        case UInt8(ascii: "z"): return take(1, as: .z)
        case UInt8(ascii: "l"): return take(1, as: .r)
        case UInt8(ascii: "r") where isVowel(next) && !(next == UInt8(ascii: "e") && index + 2 == word.count):
            return take(1, as: .r)
        case UInt8(ascii: "m"): return take(1, as: .m)
        case UInt8(ascii: "n"): return take(next == UInt8(ascii: "g") && !isVowel(third) ? 2 : 1, as: .n)
        case UInt8(ascii: "h"): return take(1, as: .h)
        default:
            last = .none
            return 1
        }
    }

    private mutating func take(_ letters: Int, as consonant: Consonant) -> Int {
        append(consonant)
        return letters
    }

    private func letter(after index: Int, by distance: Int) -> UInt8 {
        index + distance < word.count ? word[index + distance] : 0
    }

    private func isVowel(_ letter: UInt8) -> Bool {
        isSoft(letter) || letter == UInt8(ascii: "a") || letter == UInt8(ascii: "o") || letter == UInt8(ascii: "u")
    }

    private func isSoft(_ letter: UInt8) -> Bool {
        letter == UInt8(ascii: "e") || letter == UInt8(ascii: "i") || letter == UInt8(ascii: "y")
    }
}
