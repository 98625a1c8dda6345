/// An upper limit for the score of a film and its candidates, computed from their outlines.
///
/// Most candidates cannot reach the threshold and are never fetched and compared. The limit is never below the score that
/// ``PairComparer`` finds, so it does not change what is found.
struct ScoreLimit {
    private let basis: ComparisonBasis
    private let outlines: FilmOutlines
    private let cardinality: MatchCardinality
    private let threshold: Double
    /// The weights by the number of days, minutes, and years between two films.
    private let days: [Double]
    private let minutes: [Double]
    private let years: [Double]
    private let beyond: (day: Double, minute: Double, year: Double)
    private let yearsOfRerelease: Double
    private let director: (equal: Double, other: Double)
    private let cast: Double

    private var film: FilmOutline
    private var isOnlyOneOfSource = false
    /// The most that the letters of the film's titles can count.
    private var mostOfLetters = 0.0
    private var titles: [Title] = []
    private var words: [Word] = []
    private var alignment = SoundAlignment()
    /// Whether sound and numbers are all that this film can have in common with a title in Hangul.
    private var canHear = false

    private struct Title {
        var isLatin: Bool
        var letters: Run
        var mask: UInt64
        /// The sum of the weights of all words.
        var information: Double
        var words: Range<Int>
        var sounds: Run
        /// The sum of the similarities of all sounds to each sound.
        var alike: SIMD16<Float>
    }

    private struct Word {
        var letters: UInt64
        var weight: Double
    }

    init(_ basis: ComparisonBasis, _ outlines: FilmOutlines, _ cardinality: MatchCardinality) {
        self.basis = basis
        self.outlines = outlines
        self.cardinality = cardinality
        film = FilmOutline(FilmProfile(), basis.table)
        let weights = basis.weights
        threshold = weights.threshold - basis.prior - 0.001
        days = (0...(weights.days.last?.upTo ?? 0)).map { weights.bits(daysApart: $0) }
        minutes = (0...(weights.minutes.last?.upTo ?? 0)).map { weights.bits(minutesApart: $0) }
        years = weights.years
        beyond = (weights.daysBeyond, weights.minutesBeyond, weights.yearsBeyond)
        yearsOfRerelease = weights.yearsOfRerelease
        director = (weights.equalDirector.upperBound, max(weights.similarDirector, weights.soundingDirector))
        cast = max(0, weights.cast.max() ?? 0)
    }

    /// Prepares the comparison of a film with its candidates.
    mutating func turn(to place: Int) {
        film = outlines[place]
        let (table, weights) = (basis.table, basis.weights)
        let profile = table.films[place]
        isOnlyOneOfSource = !cardinality.allowsDuplicates(in: profile.source)
        mostOfLetters = weights.equalTitle.lowerBound
        canHear = profile.hasLatin && !profile.hasHangul
        titles.removeAll(keepingCapacity: true)
        words.removeAll(keepingCapacity: true)
        for index in profile.titles.range {
            let title = table.titles[index]
            mostOfLetters = max(mostOfLetters, Double(max(title.information, title.equality)))
            // A word in Hangul may be in both titles.
            if title.script == .other || table.letters[title.letters.range].contains(where: { $0 >= 0x80 }) {
                canHear = false
            }
            titles.append(read(title))
        }
        mostOfLetters = min(mostOfLetters, weights.equalTitle.upperBound)
    }

    private mutating func read(_ title: TitleProfile) -> Title {
        let table = basis.table
        let first = words.count
        for index in title.words.range {
            var letters: UInt64 = 0
            for byte in table.letters[table.words[index].letters.range] { letters |= 1 << UInt64(byte & 63) }
            words.append(Word(letters: letters, weight: Double(table.words[index].weight)))
        }
        var alike = SIMD16<Float>()
        for sound in table.sounds[title.sounds.range] { alike += SoundAlignment.likeness[Int(sound)] }
        return Title(
            isLatin: title.script == .latin,
            letters: title.letters,
            mask: title.letterMask,
            information: Double(title.information),
            words: first..<words.count,
            sounds: title.sounds,
            alike: alike
        )
    }

    /// Whether the film at another place can reach the threshold.
    @inline(__always)
    mutating func allows(_ place: Int) -> Bool {
        let other = outlines[place]
        if isOnlyOneOfSource, film.source == other.source, other.source != .max { return false }
        let (both, one) = film.traits(shared: other)
        let least = threshold - mostBesideTitles(other, both, one)
        let scripts = FilmOutline.Trait.hangul | FilmOutline.Trait.latin
        if one & scripts == scripts {
            guard least <= basis.weights.soundLimit else { return false }
            return !canHear || film.hasNumber && other.hasNumber || soundsAllow(other.title, least)
        }
        if one & scripts == 0, film.titles == 1 || other.titles == 1 {
            guard least <= mostOfLetters else { return false }
            return both & FilmOutline.Trait.latin == 0
                || lettersAllow(other, least)
        }
        let most = one & scripts == 0 ? mostOfLetters : max(mostOfLetters, basis.weights.soundLimit)
        return least <= most + 2 * basis.weights.secondScript
    }

    @inline(__always)
    private func mostBesideTitles(_ other: FilmOutline, _ both: UInt8, _ one: UInt8) -> Double {
        let weights = basis.weights
        var most = 0.0
        if film.year != 0, other.year != 0 {
            let apart = Int(abs(Int32(film.year) - Int32(other.year)))
            if apart > 1, mayBeOneRelease(other) {
                most += weights.yearsOfProduction
            } else if apart < years.count {
                most += years[apart]
            } else {
                most += film.directorMask & other.directorMask == 0 ? beyond.year : yearsOfRerelease
            }
        } else if film.year != other.year {
            most += weights.unknownYear
        }
        if film.date != FilmProfile.noDate, other.date != FilmProfile.noDate {
            let apart = Int(abs(film.date - other.date))
            most += apart < days.count ? days[apart] : beyond.day
        }
        if film.runtime != 0, other.runtime != 0 {
            let apart = Int(abs(Int32(film.runtime) - Int32(other.runtime)))
            most += apart < minutes.count ? minutes[apart] : beyond.minute
        }
        if one & FilmOutline.Trait.series != 0 { most += weights.seriesAndFilm }
        if both & FilmOutline.Trait.directors != 0 {
            most += film.directorMask & other.directorMask == 0 ? director.other : director.equal
        }
        if both & FilmOutline.Trait.cast != 0 { most += cast }
        if both & FilmOutline.Trait.countries != 0 { most += weights.equalCountry }
        return most
    }

    @inline(__always)
    private func mayBeOneRelease(_ other: FilmOutline) -> Bool {
        film.date != FilmProfile.noDate && other.date != FilmProfile.noDate
            && abs(film.date - other.date) <= PairComparer.daysOfRelease
    }

    /// Whether the sounds of titles in two scripts can count `least` bits: without their order first, then aligned.
    private mutating func soundsAllow(_ other: TitleSketch, _ least: Double) -> Bool {
        if other.isUnknown { return true }
        let theirs = other.sounds
        let others = Double(theirs.count)
        for title in titles {
            let mine = Double(title.sounds.count)
            let needed = basis.weights.leastHeard(least, Int(title.sounds.count), theirs.count)
            guard SoundAlignment.most(min(mine, others), mine, others) >= needed else { continue }
            var left = title.alike
            var matched: Float = 0
            for sound in theirs {
                matched += min(1, left[Int(sound)])
                left[Int(sound)] = max(0, left[Int(sound)] - 1)
            }
            guard SoundAlignment.most(Double(matched), mine, others) >= needed else { continue }
            if needed <= 0 { return true }
            if alignment.evidence(basis.table.sounds[title.sounds.range], theirs, atLeast: needed) >= needed {
                return true
            }
        }
        return false
    }

    /// Whether titles in Latin letters can count `least` bits.
    ///
    /// If a letter of a word is missing from the other title, so is the word, and the letter stays unmatched.
    private func lettersAllow(_ other: FilmOutline, _ least: Double) -> Bool {
        let sketch = other.title
        if sketch.isUnknown || other.letters == .max { return true }
        let weights = basis.weights
        for title in titles {
            guard title.isLatin, title.mask != sketch.letters else { return true }
            let limit = max(weights.equalTitle.lowerBound, min(weights.equalTitle.upperBound, title.information))
            let likeness =
                least >= 0
                ? weights.neutralLikeness + least / limit * (1 - weights.neutralLikeness)
                : weights.neutralLikeness * (1 - least / weights.unlikeTitle)
            if LetterComparison.allows(
                likeness,
                basis.table.letters[title.letters.range],
                in: sketch.letters,
                Int(other.letters),
                title.mask
            ) {
                return true
            }
            var shared = 0.0
            for word in words[title.words] where word.letters & ~sketch.letters == 0 { shared += word.weight }
            if 2 * shared >= likeness * (title.information + max(shared, other.information)) { return true }
            // One title can contain the other only if all of its words are in the other.
            let isPart = shared > 0.98 * title.information
            let isWhole = sketch.letters & ~title.mask == 0 || 0.02 * shared > outlines.leastOfWord
            guard isPart || isWhole else { continue }
            let share = film.hasNumber && other.hasNumber ? 1 : weights.containedPart
            if min(weights.equalTitle.upperBound, shared) * share - 1 >= least { return true }
        }
        return false
    }
}
