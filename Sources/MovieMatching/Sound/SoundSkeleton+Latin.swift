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
        case UInt8(ascii: "t"):
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
