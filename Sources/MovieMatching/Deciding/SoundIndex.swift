/// Films with titles in Hangul alone, by how their titles sound and by the day of their release: for each film in Latin
/// letters it names those that may be the same.
///
/// What a sound leads to grows with the list, so the rarest sounds of a film are looked up first, until they have led to
/// a fixed number of films.
struct SoundIndex: Sendable {
    /// Sounds and days, and how many films in Hangul have each.
    private(set) var keys: KeyTable
    /// Where the films of each key begin in `films`.
    private var starts: [UInt32] = []
    private var films: [UInt32] = []

    init(_ table: FilmTable) {
        let hangul = table.films.indices.filter { table.films[$0].isHangulOnly }
        keys = KeyTable(capacity: hangul.count * 4)
        var entries: [(key: UInt32, film: UInt32)] = []
        var reader = SoundKeys()
        for film in hangul {
            for digest in reader.places(of: table.films[film], in: table) {
                let number = keys.insert(digest)
                keys.count(number)
                entries.append((UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: film)))
            }
        }
        starts = [UInt32](repeating: 0, count: keys.count + 1)
        for key in 0..<keys.count { starts[key + 1] = starts[key] + keys.counts[key] }
        var next = starts
        films = [UInt32](repeating: 0, count: entries.count)
        for entry in entries {
            films[Int(next[Int(entry.key)])] = entry.film
            next[Int(entry.key)] += 1
        }
    }

    /// Films in Hangul that may be this one in Latin letters; some more than once.
    func candidates(for film: Int, in table: FilmTable, _ reader: inout SoundKeys, _ found: inout [Int]) {
        found.removeAll(keepingCapacity: true)
        let looked = reader.lookups(of: table.films[film], in: table) {
            keys.find($0).map { Int(keys.counts[$0]) } ?? 0
        }
        for (digest, _) in looked {
            guard let number = keys.find(digest) else { continue }
            for index in starts[number]..<starts[number + 1] { found.append(Int(films[Int(index)])) }
        }
    }
}

extension SoundKeys {
    /// Most films that sounds, or days, lead to.
    static let mostOfSounds = 32
    static let mostOfDays = 24
    /// Releases this many days apart are looked at, the nearest first.
    private static let daysApart: [Int32] = [0, -1, 1, -2, 2, -3, 3]

    /// Where a film in Hangul stands: its sounds in its year, its day, and its day with its running time.
    mutating func places(of film: FilmProfile, in table: FilmTable) -> [UInt64] {
        read(film, in: table, reading: .asHangul)
        var places = keys.map { $0.digest(in: film.year) }
        if film.date != FilmProfile.noDate {
            places.append(SoundKeys.digest(ofDay: film.date))
            if film.runtime != 0 { places.append(SoundKeys.digest(ofDay: film.date, minutes: film.runtime)) }
        }
        return places
    }

    /// Where a film in Latin letters looks for films in Hangul, by how many stand there: at the days about its own, and at
    /// its rarest sounds, until each have led to enough.
    mutating func lookups(
        of film: FilmProfile,
        in table: FilmTable,
        count: (UInt64) -> Int
    ) -> [(digest: UInt64, films: Int)] {
        var places = lookups(byDayOf: film, count: count)
        var sounds: [(digest: UInt64, films: Int)] = []
        for reading in [Reading.softly, .hardly] {
            read(film, in: table, reading: reading)
            for key in keys {
                for year in SoundKeys.years(around: film.year, key) {
                    let digest = key.digest(in: year)
                    let films = count(digest)
                    if films > 0, films <= SoundKeys.mostOfSounds { sounds.append((digest, films)) }
                }
            }
        }
        sounds.sort { ($0.films, $0.digest) < ($1.films, $1.digest) }
        var left = SoundKeys.mostOfSounds
        var last: UInt64?
        for sound in sounds where sound.digest != last {
            last = sound.digest
            left -= sound.films
            if left < 0 { break }
            places.append(sound)
        }
        return places
    }

    /// The films of a day with many releases that have the same running time.
    private func lookups(byDayOf film: FilmProfile, count: (UInt64) -> Int) -> [(digest: UInt64, films: Int)] {
        var places: [(digest: UInt64, films: Int)] = []
        guard film.date != FilmProfile.noDate else { return places }
        var left = SoundKeys.mostOfDays
        func add(_ digest: UInt64, _ films: Int) {
            guard films > 0, films <= SoundKeys.mostOfDays, left > 0 else { return }
            left -= films
            places.append((digest, films))
        }
        for day in SoundKeys.daysApart.map({ film.date + $0 }) where left > 0 {
            let whole = SoundKeys.digest(ofDay: day)
            let films = count(whole)
            add(whole, films)
            guard films > SoundKeys.mostOfDays, film.runtime != 0 else { continue }
            for minutes in [film.runtime, film.runtime - 1, film.runtime + 1] {
                let digest = SoundKeys.digest(ofDay: day, minutes: minutes)
                add(digest, count(digest))
            }
        }
        return places
    }

    private static func years(around year: Int32, _ key: Key) -> [Int32] {
        key.isOfAnyYear ? [0] : year == 0 ? [0] : [0, year - 1, year, year + 1]
    }

    private static func digest(ofDay day: Int32, minutes: Int32 = 0) -> UInt64 {
        Digest.mixed(UInt64(UInt32(bitPattern: day)) << 32 | UInt64(UInt32(bitPattern: minutes)))
    }
}

/// The sounds under which a film is looked up: of each word, and of the four sounds from the beginning of each word on.
struct SoundKeys {
    struct Key {
        var digest: UInt64
        /// Of a whole title, which tells enough without the year.
        var isOfAnyYear: Bool

        func digest(in year: Int32) -> UInt64 {
            isOfAnyYear ? digest : Digest.mixed(digest &+ UInt64(truncatingIfNeeded: Int(year)))
        }
    }

    /// How letters that have two sounds are read.
    enum Reading: UInt8 {
        case asHangul
        /// `th` as in `thing`, `g` as in `gem`, `ch` as in `chess`.
        case softly
        /// `th` as Korean writes it with ㅌ or ㄷ, `g` as in `get`, `ch` as in `chrome`.
        case hardly
    }

    private(set) var keys: [Key] = []
    private var skeleton = SoundSkeleton()
    private var sounds: [UInt8] = []
    private var wordStarts: [Int] = []

    /// Most words of a title that are looked at.
    private static let mostWords = 12
    private static let soundsOfRun = 4

    mutating func read(_ film: FilmProfile, in table: FilmTable, reading: Reading) {
        keys.removeAll(keepingCapacity: true)
        for index in film.titles.range where table.titles[index].script != .other {
            read(table.titles[index], in: table, reading)
        }
    }

    private mutating func read(_ title: TitleProfile, in table: FilmTable, _ reading: Reading) {
        sounds.removeAll(keepingCapacity: true)
        wordStarts.removeAll(keepingCapacity: true)
        for word in title.words.range.prefix(SoundKeys.mostWords) {
            let letters = table.letters[table.words[word].letters.range]
            if SoundSkeleton.isArticle(letters) { continue }
            skeleton.clear()
            skeleton.add(letters)
            let start = sounds.count
            for sound in skeleton.sounds { sounds.append(SoundKeys.coarse(sound, reading)) }
            wordStarts.append(start)
            if sounds.count - start >= 3 { add(sounds[start...], 1) }
        }
        if sounds.count >= 2 { add(sounds[...], 2) }
        if sounds.count >= 5 { add(sounds[...], 3, isOfAnyYear: true) }
        // What is `l` or `r` is often lost, or put in.
        for start in wordStarts {
            var run: [UInt8] = []
            for sound in sounds[start...] where sound != Consonant.r.rawValue && run.count < SoundKeys.soundsOfRun {
                run.append(sound)
            }
            if run.count == SoundKeys.soundsOfRun || run.count == 3 && start == 0 { add(run[...], 4) }
        }
    }

    private mutating func add(_ sounds: ArraySlice<UInt8>, _ kind: UInt64, isOfAnyYear: Bool = false) {
        var digest = Digest(seed: 14 &+ kind << 8)
        for sound in sounds { digest.combine(sound) }
        keys.append(Key(digest: digest.value, isOfAnyYear: isOfAnyYear))
    }

    /// Sounds that are easily taken for each other, together.
    private static func coarse(_ sound: UInt8, _ reading: Reading) -> UInt8 {
        switch Consonant(rawValue: sound) {
        case .j, .z: Consonant.s.rawValue
        case .softG, .ch: reading == .hardly ? Consonant.k.rawValue : Consonant.s.rawValue
        case .th: reading == .hardly ? Consonant.t.rawValue : Consonant.s.rawValue
        default: sound
        }
    }
}
