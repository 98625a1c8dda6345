/// A comparison of a person's names in Hangul and in Latin letters by their sound, in whatever order the words are.
package struct NameSound {
    private var scanner = TitleScanner()
    private var skeleton = SoundSkeleton()
    private var alignment = SoundAlignment()

    package init() {}

    /// Whether a name in Hangul and one in Latin letters are likely those of one person: 한가람 and Han Ga-ram.
    package mutating func isAlike(korean: String, latin: String) -> Bool {
        scanner.scan(korean)
        guard scanner.script == .hangul else { return false }
        let hangul = Array(scanner.bytes)
        scanner.scan(latin)
        guard scanner.script == .latin, !scanner.words.isEmpty else { return false }
        if KoreanName(hangul[...])?.isSpelled(scanner.bytes[...]) ?? false { return true }
        let mine = sounds(of: [hangul[...]])
        let words = scanner.words.map { scanner.bytes[$0.start..<$0.end] }
        return words.indices.contains { first in
            let theirs = sounds(of: words[first...] + words[..<first])
            return alignment.isName(mine[...], theirs[...])
        }
    }

    private mutating func sounds(of words: some Sequence<ArraySlice<UInt8>>) -> [UInt8] {
        skeleton.clear()
        for word in words { skeleton.add(word) }
        return skeleton.sounds
    }
}

extension SoundAlignment {
    /// Whether two names sound alike from beginning to end, or nearly so.
    mutating func isName(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        evidence(left, right) >= 1.4 * Double(max(left.count, right.count))
    }
}
