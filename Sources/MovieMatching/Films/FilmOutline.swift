/// The part of a film that quickly shows whether it can match another one, in 24 bytes.
struct FilmOutline {
    let title: TitleSketch
    let date: Int32
    let directorMask: UInt32
    let year: Int16
    let runtime: Int16
    /// The number of the source; 255 if it is 255 or more.
    let source: UInt8
    private let traits: UInt8
    /// The number of bytes of the only title, or 255.
    let letters: UInt8
    private let words: UInt8

    init(_ film: FilmProfile, _ table: borrowing FilmTable) {
        date = film.date
        directorMask = film.directorMask
        year = Int16(truncatingIfNeeded: film.year)
        runtime = Int16(truncatingIfNeeded: film.runtime)
        source = UInt8(clamping: film.source)
        let only = film.titles.count == 1 ? table.titles[Int(film.titles.start)] : nil
        title = TitleSketch(only, table)
        letters = UInt8(clamping: only?.letters.count ?? .max)
        let hasNumber = film.titles.range.contains { table.hasNumber(table.titles[$0]) }
        words = UInt8(max(0, min(127, only?.information ?? 0))) | (hasNumber ? 128 : 0)
        var traits = UInt8(min(3, film.titles.count)) << Trait.bits
        if film.hasHangul { traits |= Trait.hangul }
        if film.hasLatin { traits |= Trait.latin }
        if !film.directors.isEmpty { traits |= Trait.directors }
        if !film.cast.isEmpty { traits |= Trait.cast }
        if !film.countries.isEmpty { traits |= Trait.countries }
        if film.isSeries ?? false { traits |= Trait.series }
        self.traits = traits
    }

    /// The sum of the weights of the only title's words, in bits, rounded down.
    @inline(__always)
    var information: Double { Double(words & 127) }

    /// Whether a title contains a number.
    @inline(__always)
    var hasNumber: Bool { words & 128 != 0 }

    enum Trait {
        static let hangul: UInt8 = 1
        static let latin: UInt8 = 2
        static let directors: UInt8 = 4
        static let cast: UInt8 = 8
        static let countries: UInt8 = 16
        static let series: UInt8 = 32
        static let bits: UInt8 = 6
    }

    /// The number of titles, at most 3.
    @inline(__always)
    var titles: UInt8 { traits >> Trait.bits }

    /// Returns the traits that both films have, and those that only one has.
    @inline(__always)
    func traits(shared other: FilmOutline) -> (both: UInt8, one: UInt8) {
        (traits & other.traits, traits ^ other.traits)
    }
}

/// The consonants of a film's only title in Hangul, or the set of letters of its only title in Latin letters.
struct TitleSketch {
    private let packed: UInt64

    private static let unknown = TitleSketch(packed: .max)
    private static let mostSounds = 15

    private init(packed: UInt64) {
        self.packed = packed
    }

    init(_ title: TitleProfile?, _ table: borrowing FilmTable) {
        self = .unknown
        guard let title else { return }
        if title.script == .latin { self.init(packed: title.letterMask) }
        // The other title can contain the same Latin word, and then the sound alone does not decide.
        guard title.script == .hangul, table.needsSounds, title.sounds.count <= TitleSketch.mostSounds,
            !table.hasWord(title, beginningWith: UInt8(ascii: "a")...UInt8(ascii: "z"))
        else { return }
        var packed: UInt64 = 0
        for sound in table.sounds[title.sounds.range].reversed() { packed = packed << 4 | UInt64(sound) }
        self.init(packed: packed)
    }

    /// Whether the film has several titles, or a title that does not fit.
    @inline(__always)
    var isUnknown: Bool { packed == .max }

    /// A bit for each letter of a Latin title.
    @inline(__always)
    var letters: UInt64 { packed }

    /// The consonants of a title in Hangul.
    @inline(__always)
    var sounds: Sounds { Sounds(packed: packed) }

    /// Up to 15 consonants in 4 bits each, none of which is 0.
    struct Sounds: RandomAccessCollection {
        fileprivate let packed: UInt64

        let startIndex = 0
        @inline(__always)
        var endIndex: Int { (64 - packed.leadingZeroBitCount + 3) / 4 }
        @inline(__always)
        subscript(place: Int) -> UInt8 { UInt8(truncatingIfNeeded: packed >> UInt64(4 * place)) & 15 }
    }
}

extension FilmTable {
    /// Whether a word of a title begins with one of the letters.
    func hasWord(_ title: TitleProfile, beginningWith initials: ClosedRange<UInt8>) -> Bool {
        title.words.range.contains { initials.contains(letters[Int(words[$0].letters.start)]) }
    }

    /// Whether a title contains a number, or a part number of a series.
    func hasNumber(_ title: TitleProfile) -> Bool {
        title.sequel >= 0 || hasWord(title, beginningWith: UInt8(ascii: "0")...UInt8(ascii: "9"))
    }
}

/// The outlines of all films of a table, by place.
struct FilmOutlines: Sendable {
    private let outlines: [FilmOutline]
    /// The lowest weight of a word, in bits.
    let leastOfWord: Double

    init(_ table: FilmTable) {
        leastOfWord = Double(table.words.reduce(.infinity) { min($0, $1.weight) })
        outlines = table.films.map { FilmOutline($0, table) }
    }

    @inline(__always)
    subscript(place: Int) -> FilmOutline { outlines[place] }
}
