package import MovieDomain

/// The compared data of a film: numbers, and the ranges of the rest in the flat arrays of the ``FilmTable``.
package struct FilmProfile {
    var source: UInt32 = 0
    /// 0 if unknown.
    var year: Int32 = 0
    /// Days since 1970; `noDate` if unknown.
    var date: Int32 = FilmProfile.noDate
    /// 0 if unknown.
    var runtime: Int32 = 0
    package var ids = Run()
    package var titles = Run()
    package var directors = Run()
    package var cast = Run()
    package var countries = Run()
    /// The film's block keys, in ``FilmTable/keys``.
    package var keys = Run()
    /// A digest of the film's source and data, without its year and ids.
    package var digest: UInt64 = 0
    /// A digest of the film's ids.
    var idDigest: UInt64 = 0
    /// One bit for each director, chosen by a digest of the name.
    var directorMask: UInt32 = 0
    var hasHangul = false
    var hasLatin = false
    var hasSequel = false
    /// Whether a title names a cut or another release, whose running time is not that of the film.
    var isEdition = false
    /// Whether the film is a series; `nil` if unknown.
    var isSeries: Bool?

    static let noDate = Int32.min

    /// Whether another film of the same source has the same data, apart from ids.
    func isTwin(of other: FilmProfile) -> Bool {
        digest == other.digest && year == other.year && source == other.source
    }

    /// Whether only sound can compare the film with films in Latin letters.
    var isHangulOnly: Bool { hasHangul && !hasLatin }
}

/// A person's name as it is compared: without case, diacritics, hyphens, and the order of its halves.
package struct PersonName: Hashable, Sendable {
    /// Digests of the words in their order, from each starting word on, and of the words in any order; equal names
    /// share one.
    package let keys: [UInt64]

    /// Reads a name; `nil` if it has no letters.
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
            // The sum of the words' digests does not depend on their order.
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
    /// Returns the person's names in both scripts, as they are compared.
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
    /// A digest of the namespace and the value.
    package var digest: UInt64

    init(namespace: String, value: String) {
        space = Digest.of(namespace, seed: 2)
        digest = Digest.of(value, seed: space)
    }

    /// Creates an id without a namespace, which can be equal to another id but never contradict it.
    init(label: String) {
        digest = Digest.of(label, seed: 3)
        space = digest
    }

    /// Whether the id has no namespace.
    @inline(__always)
    var isBare: Bool { space == digest }

    /// Whether both ids are in one namespace and different.
    @inline(__always)
    func contradicts(_ other: IDProfile) -> Bool {
        space == other.space && digest != other.digest
    }
}

/// A title as it is compared: digests, and the ranges of its letters and words in the ``FilmTable``.
package struct TitleProfile {
    /// A digest of all letters and digits.
    var whole: UInt64
    /// A digest of the letters and digits before a part number at the end or before a subtitle, or of all of them.
    var stem: UInt64
    /// The letters and digits without blanks, in ``FilmTable/letters``.
    package var letters: Run
    /// The words, in ``FilmTable/words``.
    package var words: Run
    /// The consonants as they sound, in ``FilmTable/sounds``; empty if no comparison needs them.
    var sounds = Run()
    /// A set of the title's letters and digits in 64 bits, several of which may share a bit.
    var letterMask: UInt64
    /// The part number; -1 if the title has none.
    var sequel: Int16
    var script: TitleScript
    /// The parts before the first break, such as a colon, and after the last one.
    var parts = TitleParts()
    /// The weight of the words, in bits; rare words weigh more.
    var information: Float = 0
    /// The weight of an equal title in another film, in bits.
    var equality: Float = 0
}

/// The parts of a title before its first break and after its last one, by their digests; 0 if the title has no break.
package struct TitleParts {
    private(set) var first: UInt32 = 0
    private(set) var last: UInt32 = 0
    /// The offset in the title's letters at which the last part begins.
    private(set) var lastStart: UInt32 = 0

    init() {}

    init(first: UInt64, last: UInt64, lastStart: Int) {
        self.first = UInt32(truncatingIfNeeded: first)
        self.last = UInt32(truncatingIfNeeded: last)
        self.lastStart = UInt32(truncatingIfNeeded: lastStart)
    }

    /// Whether one of the parts is equal to the title with this digest.
    func contains(_ digest: UInt64) -> Bool {
        let digest = UInt32(truncatingIfNeeded: digest)
        return digest != 0 && (digest == first || digest == last)
    }
}

/// A person's name as it is compared, in 24 bytes.
package struct NameProfile {
    /// A digest of the letters in any order, so that blanks and the order of the names make no difference.
    let digest: UInt64
    /// The number of the block key, in ``FilmTable/keyTable``; only directors have one.
    var key: UInt32 = .max
    private var firstLetter: UInt32
    private var firstSound: UInt32 = 0
    private var letterCount: UInt16
    private var soundCount: UInt8 = 0
    let script: TitleScript

    init(digest: UInt64, letters: Run, script: TitleScript) {
        self.digest = digest
        self.script = script
        firstLetter = letters.start
        letterCount = UInt16(clamping: letters.count)
    }

    /// The folded letters, in ``FilmTable/letters``; no name is compared beyond 65,535 of them.
    package var letters: Run {
        get { Run(from: Int(firstLetter), to: Int(firstLetter) + Int(letterCount)) }
        set { (firstLetter, letterCount) = (newValue.start, UInt16(clamping: newValue.count)) }
    }

    /// The consonants as they sound, up to 255, in ``FilmTable/sounds``; empty if no comparison needs them.
    var sounds: Run {
        get { Run(from: Int(firstSound), to: Int(firstSound) + Int(soundCount)) }
        set { (firstSound, soundCount) = (newValue.start, UInt8(clamping: newValue.count)) }
    }
}

/// A word of a title: its block key and its letters.
package struct TitleWordProfile {
    /// The number of the block key, in ``FilmTable/keyTable``.
    var key: UInt32
    /// The letters, in ``FilmTable/letters``.
    package var letters: Run
    var weight: Float = 0
}
