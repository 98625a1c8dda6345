/// Films with titles in Hangul alone, by how their titles sound and by the day of their release: for each film in Latin
/// letters it names those that may be the same.
///
/// What a sound leads to grows with the list, so the rarest sounds of a film are looked up first, until they have led to
/// a fixed number of films.
struct SoundIndex: Sendable {
    private var keys: KeyTable
    /// Where the films of each key begin in `films`.
    private var starts: [UInt32] = []
    private var films: [UInt32] = []
    /// By day of release, then by running time.
    private var days: [(day: Int32, runtime: Int32, film: UInt32)] = []

    /// Most films that sounds, or a day, lead to.
    private static let mostOfSounds = 32
    private static let mostOfDay = 24
    /// Releases this many days apart are looked at.
    private static let daysApart: Int32 = 3

    init(_ table: FilmTable) {
        let hangul = table.films.indices.filter { table.films[$0].isHangulOnly }
        keys = KeyTable(capacity: hangul.count * 4)
        var entries: [(key: UInt32, film: UInt32)] = []
        var reader = SoundKeys()
        for film in hangul {
            let place = UInt32(truncatingIfNeeded: film)
            let profile = table.films[film]
            reader.read(profile, in: table, reading: .asHangul)
            for key in reader.keys {
                let number = keys.insert(key.digest(in: profile.year))
                keys.count(number)
                entries.append((UInt32(truncatingIfNeeded: number), place))
            }
            if profile.date != FilmProfile.noDate { days.append((profile.date, profile.runtime, place)) }
        }
        days.sort { ($0.day, $0.runtime, $0.film) < ($1.day, $1.runtime, $1.film) }
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
        let profile = table.films[film]
        addByDay(profile, &found)
        var runs: [Range<Int>] = []
        for reading in [SoundKeys.Reading.softly, .hardly] {
            reader.read(profile, in: table, reading: reading)
            for key in reader.keys {
                for year in SoundIndex.years(around: profile.year, key) {
                    guard let number = keys.find(key.digest(in: year)) else { continue }
                    runs.append(Int(starts[number])..<Int(starts[number + 1]))
                }
            }
        }
        runs.sort { ($0.count, $0.lowerBound) < ($1.count, $1.lowerBound) }
        var left = SoundIndex.mostOfSounds
        var last: Int?
        for run in runs where run.lowerBound != last {
            last = run.lowerBound
            left -= run.count
            if left < 0 { break }
            for index in run { found.append(Int(films[index])) }
        }
    }

    private static func years(around year: Int32, _ key: SoundKeys.Key) -> [Int32] {
        key.isOfAnyYear ? [0] : year == 0 ? [0] : [0, year - 1, year, year + 1]
    }

    /// Films that came out on the same day or soon before or after it; of a day with many, those that are as long.
    private func addByDay(_ profile: FilmProfile, _ found: inout [Int]) {
        guard profile.date != FilmProfile.noDate, !days.isEmpty else { return }
        let days = (-SoundIndex.daysApart...SoundIndex.daysApart).sorted { (abs($0), $0) < (abs($1), $1) }
        for day in days.map({ profile.date + $0 }) where found.count < SoundIndex.mostOfDay {
            var run = place(of: (day, .min))..<place(of: (day, .max))
            if run.count > SoundIndex.mostOfDay {
                guard profile.runtime != 0 else { continue }
                run = place(of: (day, profile.runtime - 1))..<place(of: (day, profile.runtime + 2))
            }
            for index in run.prefix(SoundIndex.mostOfDay) { found.append(Int(self.days[index].film)) }
        }
    }

    /// The first place in `days` that is not before a day and running time.
    private func place(of wanted: (day: Int32, runtime: Int32)) -> Int {
        var (low, high) = (0, days.count)
        while low < high {
            let middle = (low + high) / 2
            if (days[middle].day, days[middle].runtime) < wanted { low = middle + 1 } else { high = middle }
        }
        return low
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
