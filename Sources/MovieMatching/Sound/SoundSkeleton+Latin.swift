import MovieDomain

extension SoundSkeleton {
    /// Reads an English word as it sounds to Korean ears, roughly.
    mutating func addLatin(_ letters: ArraySlice<UInt8>) {
        word.removeAll(keepingCapacity: true)
        word.append(contentsOf: letters)
        var index = 0
        while index < word.count { index += read(at: index) }
    }

    /// Reads what stands at a place, and says how many letters it took.
    private mutating func read(at index: Int) -> Int {
        let letter = word[index]
        let next = self.letter(after: index, by: 1)
        switch letter {
        case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "v"): append(.p)
        case UInt8(ascii: "p"): return readP(next)
        case UInt8(ascii: "d"): return readD(at: index, next)
        case UInt8(ascii: "t"): return readT(at: index, next)
        case UInt8(ascii: "c"): return readC(at: index, next)
        case UInt8(ascii: "s"): return readS(at: index, next)
        case UInt8(ascii: "g"): return readG(at: index, next)
        case UInt8(ascii: "k"):
            if !(index == 0 && next == UInt8(ascii: "n")) { append(.k) }
        case UInt8(ascii: "q"): append(.k)
        case UInt8(ascii: "x"):
            append(.k)
            append(.s)
        case UInt8(ascii: "j"): append(.j)
        case UInt8(ascii: "z"): append(.z)
        case UInt8(ascii: "l"): append(.r)
        case UInt8(ascii: "r"):
            if isVowel(next) && !(next == UInt8(ascii: "e") && index + 2 == word.count) {
                append(.r)
            } else {
                last = .none
            }
        case UInt8(ascii: "m"): append(.m)
        case UInt8(ascii: "n"): return readN(at: index, next)
        case UInt8(ascii: "h"): append(.h)
        default: last = .none
        }
        return 1
    }

    private mutating func readP(_ next: UInt8) -> Int {
        append(.p)
        return next == UInt8(ascii: "h") ? 2 : 1
    }

    private mutating func readD(at index: Int, _ next: UInt8) -> Int {
        if next == UInt8(ascii: "g"), isSoft(self.letter(after: index, by: 2)) {
            append(.j)
            return 2
        }
        append(.t)
        return 1
    }

    private mutating func readT(at index: Int, _ next: UInt8) -> Int {
        if next == UInt8(ascii: "h") {
            append(.th)
            return 2
        }
        if next == UInt8(ascii: "c"), letter(after: index, by: 2) == UInt8(ascii: "h") {
            append(.j)
            return 3
        }
        if next == UInt8(ascii: "i"), letter(after: index, by: 2) == UInt8(ascii: "o") {
            append(.s)
            return 1
        }
        append(.t)
        return 1
    }

    private mutating func readC(at index: Int, _ next: UInt8) -> Int {
        if next == UInt8(ascii: "h") {
            append(.ch)
            return 2
        }
        append(isSoft(next) ? .s : .k)
        return next == UInt8(ascii: "k") ? 2 : 1
    }

    private mutating func readS(at index: Int, _ next: UInt8) -> Int {
        append(.s)
        if next == UInt8(ascii: "h") { return 2 }
        return next == UInt8(ascii: "c") && isSoft(self.letter(after: index, by: 2)) ? 2 : 1
    }

    private mutating func readG(at index: Int, _ next: UInt8) -> Int {
        if next == UInt8(ascii: "h") {
            if index == 0 { append(.k) }
            return 2
        }
        if next == UInt8(ascii: "n"), index == 0 { return 1 }
        append(isSoft(next) ? .softG : .k)
        return 1
    }

    private mutating func readN(at index: Int, _ next: UInt8) -> Int {
        append(.n)
        return next == UInt8(ascii: "g") && !isVowel(letter(after: index, by: 2)) ? 2 : 1
    }

    private func letter(after index: Int, by distance: Int) -> UInt8 {
        index + distance < word.count ? word[index + distance] : 0
    }

    private func isVowel(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"),
            UInt8(ascii: "y"):
            true
        default: false
        }
    }

    private func isSoft(_ letter: UInt8) -> Bool {
        letter == UInt8(ascii: "e") || letter == UInt8(ascii: "i") || letter == UInt8(ascii: "y")
    }
}
