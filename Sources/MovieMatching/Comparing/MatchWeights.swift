import MovieDomain

/// The weight of each finding, in bits: the binary logarithm of how much likelier it is between records of one film
/// than between any two (Fellegi and Sunter, 1969).
///
/// All tasks use the same weights. They were set by hand on films with known matches and need no labels.
package struct MatchWeights: Sendable {
    package static let standard = MatchWeights()

    /// The score before any comparison, from which the logarithm of the number of films is subtracted.
    var prior = 1.2
    /// The number of films that are not in a list.
    var unseenFilms = 5_000.0
    /// The score that a match needs, in bits.
    var threshold = 0.5
    /// The share of films with a partner for which `prior` is right; the prior is lowered if the share is smaller.
    var usualPartners = 0.3
    /// The most by which the threshold falls together with the prior, in bits.
    var leniency = 0.6
    /// The number of films that each list needs for the share of films with a partner to be measured.
    var leastForPartners = 500
    /// A candidate is a rival if its score is within this distance of the best one, in bits.
    var margin = 1.5
    /// The lowest score without the prior that two films of one cluster may have.
    var leastInCluster = -4.0

    /// The least and the most that an equal title counts; the rarity of its words, or of the title, decides in between.
    var equalTitle = 5.0...13.0
    /// The factor for the rarity of a whole title, which counts if the words weigh less: `Up`, `Red`.
    var titleRarity = 0.75
    /// The factor for the shared words if one title contains the other, set off by a break such as a colon, and not set
    /// off.
    var containedPart = 0.75
    var contained = 0.5
    /// The least that people, day, and running time have to count together if one title has words of another work.
    var leastBesidePart = 3.0
    /// The most that titles count if they are equal up to a colon but have different subtitles, in the same year and in
    /// different years: parts of a series share director and cast, but no year.
    var otherSubtitle = [-8.0, -14.0]
    /// The most that titles count if they are equal but for their numbers: parts of a series, or two productions.
    var otherNumber = -20.0
    /// Added if a title in a second script is also equal.
    var secondScript = 3.0
    /// The weight of titles with nothing in common; it is not a veto because films are retitled.
    var unlikeTitle = -8.0
    /// The similarity that counts neither for nor against a match.
    var neutralLikeness = 0.5
    /// Added if only one title has a part number.
    var oneSidedSequel = -3.0
    /// Added if a title in Hangul has the number of a later part, and one that sounds the same has none.
    var firstPartAcross = -16.0
    /// Added if titles in two scripts have the same part number.
    var equalSequelAcross = 3.0
    /// The most that titles in two scripts count.
    var soundLimit = 16.0
    /// The weight of titles in two scripts whose consonants match from beginning to end, and its part for each bit of
    /// their alignment.
    var wholeSound = (bits: 6.4, share: 0.5)
    /// The same if only a part of the titles sounds alike: titles are translated as often as they are transliterated,
    /// and there are few sounds.
    var partialSound = (bits: -2.6, share: 0.9)
    /// The weight of titles in two scripts whose consonants have nothing in common.
    var soundsApart = -2.0
    /// The weight of the vowels of titles that sound alike, per likeness, and the likeness that counts neither for nor
    /// against a match.
    var vowels = (bits: 5.7, neutral: 0.6)
    /// The factor for the weight of the numbers and Latin words that titles in two scripts share.
    var sharedAcross = 0.7
    /// Subtracted from that weight, because few titles have many numbers.
    var sharedByChance = 2.0

    /// The weights of years that are 0, 1, and 2 apart.
    package var years = [6.0, 2.0, -3.0]
    var yearsBeyond = -12.0
    /// The weight of years farther apart if title and director are equal and the running times are not different.
    var yearsOfRerelease = -6.0
    /// The weight of years at least two apart of one release: one of them is that of the production.
    var yearsOfProduction = 0.0
    /// The weight if only one film has a year: a film of which a source knows so little is often of another kind.
    var unknownYear = -1.0
    /// The weights of the days between the releases; `upTo` is the last day of each step.
    package var days: [(upTo: Int, bits: Double)] = [(0, 6.8), (3, 3), (7, 1), (14, 0), (60, -0.7), (400, -2)]
    package var daysBeyond = -2.5
    /// The most that close release dates count if one is 1 January, which sources often use for an unknown day.
    var newYearsDay = 1.0
    /// The weights of the minutes between the running times; `upTo` is the last minute of each step.
    package var minutes: [(upTo: Int, bits: Double)] = [
        (0, 5), (1, 3), (2, 1.5), (5, 0), (10, -1), (20, -2), (30, -3),
    ]
    package var minutesBeyond = -4.5
    /// The weights of a short film next to a longer one in the same or an unknown year, and in different years: a
    /// feature that its director makes of a short keeps title and cast, but comes out later.
    var shortAndFeature = [-8.0, -18.0]
    /// The weight if only one film is marked as a series: the other is mostly a film.
    var seriesAndFilm = -8.0

    var equalDirector = 4.0...9.0
    package var similarDirector = 4.0
    /// The weight of names that share about half of their letters: two spellings, relatives, or chance.
    package var uncertainDirector = -3.5
    package var otherDirector = -7.0
    /// The weights of names in two scripts that sound alike and that do not.
    package var soundingDirector = 5.0
    package var otherSoundingDirector = -2.0
    /// The weights of 0, 1, 2, and at least 3 shared members of the cast.
    package var cast = [-1.5, 5.0, 8.0, 10.0]
    package var equalCountry = 1.0
    package var otherCountry = -1.0
}

extension MatchWeights {
    func bits(daysApart days: Int) -> Double { self.days.first { days <= $0.upTo }?.bits ?? daysBeyond }

    func bits(minutesApart minutes: Int) -> Double { self.minutes.first { minutes <= $0.upTo }?.bits ?? minutesBeyond }

    /// Returns the weight of consonants whose alignment has a number of bits.
    func bits(heard: Double, isWhole: Bool) -> Double {
        let sound = isWhole ? wholeSound : partialSound
        return sound.bits + sound.share * heard
    }

    func bits(vowels likeness: Double) -> Double { vowels.bits * (likeness - vowels.neutral) }

    /// Returns the bits that an alignment of this many consonants needs, so that titles can count `least` bits.
    func leastHeard(_ least: Double, _ left: Int, _ right: Int) -> Double {
        let consonants = least - bits(vowels: 1)
        let ofPart = (consonants - partialSound.bits) / partialSound.share
        guard left == right else { return ofPart }
        let ofWhole = (consonants - wholeSound.bits) / wholeSound.share
        return min(ofPart, max(ofWhole, SoundAlignment.leastOfWhole(left)))
    }
}

/// The data that all comparisons share: the table of the films, the weights, and values that follow from both.
///
/// It is a class because a struct in every comparer would be copied, six hundred bytes, for each step of a comparison.
final class ComparisonBasis: Sendable {
    let table: FilmTable
    let weights: MatchWeights
    /// The score before any comparison: the more films, the likelier a match by chance.
    let prior: Double
    /// The weight of an equal director, by the number of films of that person.
    let personBits: [Double]
    private let mostOfCast: Double

    init(_ table: FilmTable, weights: MatchWeights, priorShift: Double = 0) {
        self.table = table
        self.weights = weights
        let share = 1 / Double(max(1, table.population.sources))
        let total = Double(table.population.films) * share + weights.unseenFilms
        prior = weights.prior - BinaryLogarithm.of(total) + priorShift
        personBits = (0..<64).map { holders in
            let bits = BinaryLogarithm.of(total / (Double(holders) * share + 0.5)) - 3
            return max(weights.equalDirector.lowerBound, min(weights.equalDirector.upperBound, bits))
        }
        mostOfCast = weights.cast.max() ?? 0
    }

    /// Returns an upper bound for what titles, directors, cast, and countries of two films can add.
    ///
    /// It reads only the two profiles and none of the data that they refer to.
    @inline(__always)
    func most(_ left: FilmProfile, _ right: FilmProfile) -> Double {
        let scripts = max(1, min(3, left.titles.count, right.titles.count))
        var most = 0.001 + weights.equalTitle.upperBound + Double(scripts - 1) * weights.secondScript
        if left.hasHangul && right.hasLatin || left.hasLatin && right.hasHangul { most = max(most, weights.soundLimit) }
        if left.directors.count > 0, right.directors.count > 0 { most += weights.equalDirector.upperBound }
        if left.cast.count > 0, right.cast.count > 0 { most += mostOfCast }
        if left.countries.count > 0, right.countries.count > 0 { most += weights.equalCountry }
        return most
    }
}

/// Binary logarithms and powers of two, which the standard library lacks: exact to about 1e-5, and the same on every
/// machine.
enum BinaryLogarithm {
    static func of(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 0 }
        // ln((1 + y) / (1 − y)) = 2 (y + y³/3 + y⁵/5 + …)
        let ratio = (value.significand - 1) / (value.significand + 1)
        let square = ratio * ratio
        var series = 0.0
        for divisor: Double in [11, 9, 7, 5, 3, 1] { series = series * square + 1 / divisor }
        let natural: Double = 2 * ratio * series
        return Double(value.exponent) + natural * 1.442_695_040_888_963_4
    }

    static func power(_ exponent: Double) -> Double {
        let clamped = max(-60, min(60, exponent))
        let whole = clamped.rounded(.down)
        let rest = (clamped - whole) * 0.693_147_180_559_945_3
        var series = 1.0
        for divisor: Double in [7, 6, 5, 4, 3, 2, 1] { series = 1 + series * rest / divisor }
        return series * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }

    /// Returns the probability for odds of two to the power of `bits`.
    static func probability(ofBits bits: Double) -> Double {
        1 / (1 + power(-bits))
    }
}

/// The confidence that answers show: the probability in hundredths, which is never 1 without an equal id.
enum MatchConfidence {
    static func of(bits: Double) -> Double {
        let hundredths = (BinaryLogarithm.probability(ofBits: bits) * 100).rounded()
        return max(0, min(99, hundredths)) / 100
    }
}
