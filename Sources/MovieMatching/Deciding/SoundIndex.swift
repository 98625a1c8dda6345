/// An index of the films with titles only in Hangul, by the sounds of their titles and by their release days, which
/// finds candidates for films in Latin letters.
///
/// The longer the list, the more films share a sound. A lookup therefore starts with the rarest sounds of a film and
/// ends at a fixed number of films.
struct SoundIndex: Sendable {
    /// The number of films in Hangul with each sound or day, one table for each region.
    private(set) var tables: [KeyTable] = []
    private var tableOfRegion = [Int16](repeating: -1, count: SoundPlace.regions)
    /// The number of the first key of each table.
    private var firstOfTable: [Int] = []
    /// The index in `films` at which the films of each key begin.
    private var starts: [UInt32] = []
    private var films: [UInt32] = []

    init(_ table: FilmTable) {
        let hangul = table.films.indices.filter { table.films[$0].isHangulOnly }
        // The keys of one film after another.
        var numbers: [UInt32] = []
        var regions: [UInt16] = []
        var ends: [UInt32] = []
        ends.reserveCapacity(hangul.count)
        var reader = SoundKeys()
        for film in hangul {
            for place in reader.places(of: table.films[film], in: table) {
                if tableOfRegion[place.region] < 0 {
                    tableOfRegion[place.region] = Int16(truncatingIfNeeded: tables.count)
                    tables.append(KeyTable(capacity: 0))
                }
                let region = tableOfRegion[place.region]
                let number = tables[Int(region)].insert(place.digest)
                tables[Int(region)].count(number)
                numbers.append(UInt32(truncatingIfNeeded: number))
                regions.append(UInt16(truncatingIfNeeded: Int(region)))
            }
            ends.append(UInt32(truncatingIfNeeded: numbers.count))
        }
        starts = [0]
        for table in tables {
            firstOfTable.append(starts.count - 1)
            for count in table.counts { starts.append((starts.last ?? 0) + count) }
        }
        var next = starts
        films = [UInt32](repeating: 0, count: numbers.count)
        var entry = 0
        for (film, end) in zip(hangul, ends) {
            while entry < Int(end) {
                let key = firstOfTable[Int(regions[entry])] + Int(numbers[entry])
                films[Int(next[key])] = UInt32(truncatingIfNeeded: film)
                next[key] += 1
                entry += 1
            }
        }
    }

    /// Returns the number of films at a place.
    func count(at place: SoundPlace) -> Int { range(at: place).count }

    /// Returns the indices in `films` of the films at a place.
    @inline(__always)
    private func range(at place: SoundPlace) -> Range<Int> {
        let region = Int(tableOfRegion[place.region])
        guard region >= 0, let key = tables[region].find(place.digest) else { return 0..<0 }
        let number = firstOfTable[region] + key
        return Int(starts[number])..<Int(starts[number + 1])
    }

    /// Adds the films in Hangul that may be the same as a film in Latin letters, with repetitions.
    func addCandidates(for film: Int, in table: FilmTable, _ reader: inout SoundKeys, to found: inout [Int]) {
        for lookup in reader.lookups(of: table.films[film], in: table, at: range) {
            for index in lookup.films { found.append(Int(films[index])) }
        }
    }
}

/// A sound in a year, or a day, under which films are found.
///
/// The places of one region are near each other in memory, because the search goes through the films year by year.
struct SoundPlace: Hashable {
    let digest: UInt64
    /// The year, 0 if there is none, or for a day a number above all years.
    let region: Int

    private static let years = 10_000
    private static let regionsOfDays = 512
    static let regions = years + regionsOfDays

    init(_ digest: UInt64, year: Int32) {
        self.digest = digest
        region = Int(year)
    }

    init(director: UInt64, year: Int32) {
        self.init(Digest.mixed(director &+ UInt64(truncatingIfNeeded: Int(year))), year: year)
    }

    init(day: Int32, minutes: Int32 = 0) {
        digest = Digest.mixed(UInt64(UInt32(bitPattern: day)) << 32 | UInt64(UInt32(bitPattern: minutes)))
        region = SoundPlace.years + Int(day >> 9) & (SoundPlace.regionsOfDays - 1)
    }
}

extension SoundKeys {
    /// The number of films at which a lookup by sounds, or by days, ends.
    static let mostOfSounds = 32
    static let mostOfDays = 24
    /// The distances in days at which releases are looked up, the shortest first.
    private static let daysApart: [Int32] = [0, -1, 1, -2, 2, -3, 3]

    /// Returns the places of a film in Hangul, each once: its sounds in its year, its day, and its day with its running
    /// time.
    mutating func places(of film: FilmProfile, in table: FilmTable) -> [SoundPlace] {
        read(film, in: table, reading: .asHangul)
        var places: [SoundPlace] = []
        for place in keys.map({ $0.place(in: film.year) }).sorted(by: { $0.digest < $1.digest })
        where place != places.last { places.append(place) }
        if film.date != FilmProfile.noDate {
            places.append(SoundPlace(day: film.date))
            if film.runtime != 0 { places.append(SoundPlace(day: film.date, minutes: film.runtime)) }
        }
        for director in directors(of: film, in: table, .hangul) {
            let place = SoundPlace(director: director, year: film.year)
            if !places.contains(place) { places.append(place) }
        }
        return places
    }

    /// A place with its films, as a range of their indices.
    typealias Lookup = (place: SoundPlace, films: Range<Int>)

    /// Returns the places at which to look for films in Hangul that match a film in Latin letters: the days around its
    /// release and its rarest sounds, until each of the two has reached its number of films.
    mutating func lookups(
        of film: FilmProfile,
        in table: FilmTable,
        at range: (SoundPlace) -> Range<Int>
    ) -> [Lookup] {
        var places = lookups(byDayOf: film, at: range)
        var sounds: [Lookup] = []
        for reading in [Reading.softly, .hardly] {
            if reading == .hardly, !hasTwoReadings { break }
            read(film, in: table, reading: reading)
            for key in keys {
                for year in SoundKeys.years(around: film.year, key) {
                    let place = key.place(in: year)
                    let films = range(place)
                    if !films.isEmpty, films.count <= SoundKeys.mostOfSounds { sounds.append((place, films)) }
                }
            }
        }
        for director in directors(of: film, in: table, .latin) {
            for year in SoundKeys.years(around: film.year) {
                let place = SoundPlace(director: director, year: year)
                let films = range(place)
                if !films.isEmpty, films.count <= SoundKeys.mostOfSounds { sounds.append((place, films)) }
            }
        }
        sounds.sort { ($0.films.count, $0.place.digest) < ($1.films.count, $1.place.digest) }
        var left = SoundKeys.mostOfSounds
        var last: SoundPlace?
        for sound in sounds where sound.place != last {
            last = sound.place
            left -= sound.films.count
            if left < 0 { break }
            places.append(sound)
        }
        return places
    }

    /// Returns the days around a film's release; on a day with too many releases, only the films with the same running
    /// time, give or take a minute.
    private func lookups(byDayOf film: FilmProfile, at range: (SoundPlace) -> Range<Int>) -> [Lookup] {
        var places: [Lookup] = []
        guard film.date != FilmProfile.noDate else { return places }
        var left = SoundKeys.mostOfDays
        func add(_ place: SoundPlace, _ films: Range<Int>) {
            guard !films.isEmpty, films.count <= SoundKeys.mostOfDays, left > 0 else { return }
            left -= films.count
            places.append((place, films))
        }
        for day in SoundKeys.daysApart.map({ film.date + $0 }) where left > 0 {
            let whole = SoundPlace(day: day)
            let films = range(whole)
            add(whole, films)
            guard films.count > SoundKeys.mostOfDays, film.runtime != 0 else { continue }
            for minutes in [film.runtime, film.runtime - 1, film.runtime + 1] {
                let place = SoundPlace(day: day, minutes: minutes)
                add(place, range(place))
            }
        }
        return places
    }

    private static func years(around year: Int32, _ key: Key) -> [Int32] {
        key.isOfAnyYear ? [0] : years(around: year)
    }

    private static func years(around year: Int32) -> [Int32] { year == 0 ? [0] : [0, year - 1, year, year + 1] }

    /// Returns digests of the sounds of the first directors with names in a script, without their order, so that it makes
    /// no difference whether the family name comes first.
    private mutating func directors(of film: FilmProfile, in table: FilmTable, _ script: TitleScript) -> [UInt64] {
        film.directors.range.prefix(SoundKeys.mostDirectors).compactMap { index in
            let name = table.names[index]
            guard name.script == script else { return nil }
            skeleton.clear()
            skeleton.add(table.letters[name.letters.range])
            let sounds = Set(skeleton.sounds.compactMap { SoundKeys.ofName($0) }).sorted()
            guard sounds.count > 1 else { return nil }
            var digest = Digest(seed: 17)
            for sound in sounds { digest.combine(sound) }
            return digest.value
        }
    }

    private static let mostDirectors = 4

    /// Returns a sound of a name, or `nil` for those that spellings leave out or insert: `Lee` and `Yi`, `Oh` and `O`.
    private static func ofName(_ sound: UInt8) -> UInt8? {
        switch Consonant(rawValue: sound) {
        case .r, .h: nil
        case .j, .z, .ch: Consonant.s.rawValue
        case .softG: Consonant.k.rawValue
        case .th: Consonant.t.rawValue
        default: sound
        }
    }
}

/// The sounds under which a film is looked up: those of each title, of each word, and the first four from each word on.
struct SoundKeys {
    struct Key {
        var digest: UInt64
        /// Whether the key is the sound of a long whole title, which is specific enough without the year.
        var isOfAnyYear: Bool

        func place(in year: Int32) -> SoundPlace {
            if isOfAnyYear { return SoundPlace(digest, year: 0) }
            return SoundPlace(Digest.mixed(digest &+ UInt64(truncatingIfNeeded: Int(year))), year: year)
        }
    }

    /// The reading of letters that have two sounds.
    enum Reading: UInt8 {
        case asHangul
        /// `th` as in `thing`, `g` as in `gem`, `ch` as in `chess`.
        case softly
        /// `th` as Korean writes it with ㅌ or ㄷ, `g` as in `get`, `ch` as in `chrome`.
        case hardly
    }

    private(set) var keys: [Key] = []
    /// Whether the last film read has a sound with two readings.
    private(set) var hasTwoReadings = false
    private var skeleton = SoundSkeleton()
    private var sounds: [UInt8] = []
    private var wordStarts: [Int] = []

    /// The most words of a title that are read.
    private static let mostWords = 12
    private static let soundsOfRun = 4

    mutating func read(_ film: FilmProfile, in table: FilmTable, reading: Reading) {
        keys.removeAll(keepingCapacity: true)
        hasTwoReadings = false
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
            for sound in skeleton.sounds {
                sounds.append(SoundKeys.coarse(sound, reading))
                if SoundKeys.coarse(sound, .softly) != SoundKeys.coarse(sound, .hardly) { hasTwoReadings = true }
            }
            wordStarts.append(start)
            if sounds.count - start >= 3 { add(sounds[start...], 1) }
        }
        if sounds.count >= 2 { add(sounds[...], 2) }
        if sounds.count >= 5 { add(sounds[...], 3, isOfAnyYear: true) }
        // Leave out `l` and `r`, which spellings often drop or insert.
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

    /// Returns the sound that represents a group of easily confused sounds.
    private static func coarse(_ sound: UInt8, _ reading: Reading) -> UInt8 {
        switch Consonant(rawValue: sound) {
        case .j, .z: Consonant.s.rawValue
        case .softG, .ch: reading == .hardly ? Consonant.k.rawValue : Consonant.s.rawValue
        case .th: reading == .hardly ? Consonant.t.rawValue : Consonant.s.rawValue
        default: sound
        }
    }
}
