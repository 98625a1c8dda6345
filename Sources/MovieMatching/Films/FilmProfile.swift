package import MovieDomain

/// What is compared of one film: numbers, and where in the flat arrays of the ``FilmTable`` the rest stands.
package struct FilmProfile {
    var source: UInt32 = 0
    /// 0 where it is not known.
    var year: Int32 = 0
    /// Days since 1970; `noDate` where it is not known.
    var date: Int32 = FilmProfile.noDate
    /// 0 where it is not known.
    var runtime: Int32 = 0
    package var ids = Run()
    package var titles = Run()
    package var directors = Run()
    package var cast = Run()
    package var countries = Run()
    /// Block keys of this film, in ``FilmTable/keys``.
    package var keys = Run()
    /// Depends on what is said of the film beside its ids, and on nothing else.
    package var digest: UInt64 = 0
    /// Depends on its ids.
    var idDigest: UInt64 = 0
    var hasHangul = false
    var hasLatin = false
    var hasSequel = false
    /// Whether it is a series; `nil` where it is not known.
    var isSeries: Bool?

    static let noDate = Int32.min

    /// Whether the same is said of another film of the same source, but for ids.
    func isTwin(of other: FilmProfile) -> Bool {
        digest == other.digest && year == other.year && source == other.source
    }

    /// Whether it can only be compared with films in Latin letters by sound.
    var isHangulOnly: Bool { hasHangul && !hasLatin }
}

/// A person's name as it is compared: without case, marks, hyphens, and whichever half comes first.
package struct PersonName: Hashable, Sendable {
    /// Digests of the words run together from each starting word on, and of the sorted words: equal names share one.
    package let keys: [UInt64]

    /// Reads a name; `nil` where it has no letters.
    init?(_ name: String, scanner: inout TitleScanner) {
        scanner.scan(name)
        let words = scanner.words
        guard !words.isEmpty else { return nil }
        let letters = Array(scanner.bytes[...])
        var keys: [UInt64] = []
        keys.reserveCapacity(words.count + 1)
        for first in words.indices {
            var digest = Digest()
            let start = words[first].start
            for byte in letters[start...] { digest.combine(byte) }
            for byte in letters[..<start] { digest.combine(byte) }
            keys.append(digest.value)
        }
        if words.count > 2 {
            // Whatever the order of the words: the digests of the words, added up.
            keys.append(
                words.reduce(0) { sum, word in
                    var digest = Digest()
                    for byte in letters[word.start..<word.end] { digest.combine(byte) }
                    return sum &+ digest.value &* 0x9E37_79B9_7F4A_7C15
                }
            )
        }
        self.keys = keys
    }
}

extension Person {
    /// The names that a person goes by, in both scripts.
    package func comparableNames(scanner: inout TitleScanner) -> [PersonName] {
        var names: [PersonName] = []
        if let name = PersonName(name, scanner: &scanner) { names.append(name) }
        if let nameEn, let name = PersonName(nameEn, scanner: &scanner) { names.append(name) }
        return names
    }
}

/// An id of a film as it is compared: by 64-bit digests.
package struct IDProfile: Equatable {
    var space: UInt64
    /// Of the name space and the value.
    package var digest: UInt64

    init(namespace: String, value: String) {
        space = Digest.of(namespace, seed: 2)
        digest = Digest.of(value, seed: space)
    }

    /// A name that is no id of a name space: it can be equal, but never contradict.
    init(label: String) {
        digest = Digest.of(label, seed: 3)
        space = digest
    }

    /// Whether it is a label, without a name space.
    @inline(__always)
    var isBare: Bool { space == digest }

    /// Whether both are ids of one name space, and not the same.
    @inline(__always)
    func contradicts(_ other: IDProfile) -> Bool {
        space == other.space && digest != other.digest
    }
}

/// A title as it is compared: digests, and where in the ``FilmTable`` its letters and words stand.
package struct TitleProfile {
    /// Of all letters and digits.
    var whole: UInt64
    /// Of the same without the number of the sequel.
    var stem: UInt64
    /// Letters and digits without blanks, in ``FilmTable/letters``.
    package var letters: Run
    /// In ``FilmTable/words``.
    package var words: Run
    /// Consonants as they sound, in ``FilmTable/sounds``; empty where no comparison needs them.
    var sounds = Run()
    /// A bit for each letter and digit that is in it, of Hangul for groups of syllables.
    var letterMask: UInt64
    /// -1 where it is no part of a series.
    var sequel: Int32
    var script: TitleScript
    /// Of the part before the first break, such as a colon, and of the part behind the last one; 0 where there is none.
    var parts = TitleParts()
    /// How much its words tell, in bits: rare ones tell more.
    var information: Float = 0
    /// How much it tells that another film has it, too, in bits.
    var equality: Float = 0
}

/// A title's part before its first break and the part behind its last one, each by its digest; 0 where there is none.
package struct TitleParts {
    private(set) var first: UInt32 = 0
    private(set) var last: UInt32 = 0
    /// Where in the title's letters the last part begins.
    private(set) var lastStart: UInt32 = 0

    init() {}

    init(first: UInt64, last: UInt64, lastStart: Int) {
        self.first = UInt32(truncatingIfNeeded: first)
        self.last = UInt32(truncatingIfNeeded: last)
        self.lastStart = UInt32(truncatingIfNeeded: lastStart)
    }

    /// Whether one of the parts is the title with this digest.
    func contains(_ digest: UInt64) -> Bool {
        let digest = UInt32(truncatingIfNeeded: digest)
        return digest != 0 && (digest == first || digest == last)
    }
}

/// A person's name as it is compared.
package struct NameProfile {
    /// Of the letters in any order, so that neither blanks nor which half comes first make a difference.
    var digest: UInt64
    /// In ``FilmTable/letters``.
    package var letters: Run
    /// In ``FilmTable/sounds``; empty where no comparison needs them.
    var sounds = Run()
    var isHangul: Bool
    /// The number of its block key, in ``FilmTable/keyTable``; only directors have one.
    var key: UInt32 = .max
}

/// A word of a title: its key, and the letters that it is.
package struct TitleWordProfile {
    /// In ``FilmTable/keyTable``.
    var key: UInt32
    /// In ``FilmTable/letters``.
    package var letters: Run
    var weight: Float = 0
}
