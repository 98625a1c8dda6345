import MovieDomain

/// How much each comparison counts, in bits: the binary logarithm of how much likelier it is between records of one film
/// than between any two (Fellegi and Sunter, 1969).
///
/// One set for all tasks. It was set by hand on films with known matches; no labels are needed to use it.
struct MatchWeights: Sendable {
    static let standard = MatchWeights()

    /// Before anything is compared, less the logarithm of how many films there may be.
    var prior = 1.2
    /// A match needs as much.
    var threshold = 0.5
    /// The share of films with a partner that `prior` is right for; where fewer have one, it is lowered.
    var usualPartners = 0.3
    /// Of what the prior is lowered by, so much is not asked of a match either: it is as likely as not, and is said to be.
    var leniency = 0.6
    /// Only films of a list with as many tell how many have a partner.
    var leastForPartners = 500
    /// A candidate within as much of the best one is a rival.
    var margin = 1.5
    /// No two films of a cluster may have less, without the prior.
    var leastInCluster = -4.0

    /// A title that is equal counts as much as its words tell, at least and at most so much.
    var equalTitle = 5.0...13.0
    /// Of what an equal title counts by how few films have it, where its words tell less than that: `Up`, `Red`.
    var titleRarity = 0.75
    /// Of what the shared words tell, where one title is a part of the other: set off by a colon or the like, or not.
    var containedPart = 0.75
    var contained = 0.5
    /// At most, where titles begin alike up to a colon and have subtitles that are not alike: by years that lie between,
    /// for parts of a series share director and cast, but no year.
    var otherSubtitle = [-2.5, -14.0]
    /// More where a title in another script is equal, too.
    var secondScript = 3.0
    /// Titles without likeness: films are retitled.
    var unlikeTitle = -8.0
    /// The likeness that speaks neither for nor against.
    var neutralLikeness = 0.5
    /// A part of a series on one side only.
    var oneSidedSequel = -3.0
    /// The same part of a series, in titles that only sound can compare.
    var equalSequelAcross = 3.0
    /// Most that the alignment of two sounds can say.
    var soundLimit = 16.0
    /// Less, for titles are translated as often as they are spelt out, and sounds are few.
    var soundByChance = 2.0
    /// Of what the numbers and Latin words tell that titles in two scripts share.
    var sharedAcross = 0.7

    /// By how many years lie between.
    var years = [6.0, 2.0, -3.0]
    var yearsBeyond = -12.0
    /// Where only one of the two has a year: that its source knows so little of it makes it another kind of film.
    var unknownYear = -1.0
    /// By days between the releases: the last day of the step and its bits.
    var days: [(upTo: Int, bits: Double)] = [(0, 6.8), (3, 3), (7, 1), (14, 0), (60, -0.7), (400, -2)]
    var daysBeyond = -2.5
    /// A first of January is often said for want of the day.
    var newYearsDay = 1.0
    /// By minutes between the running times.
    var minutes: [(upTo: Int, bits: Double)] = [
        (0, 5), (1, 3), (2, 1.5), (5, 0), (10, -1), (20, -2), (30, -3),
    ]
    var minutesBeyond = -4.5
    /// A short is not its feature.
    var shortAndFeature = -8.0
    /// Of one it is said that it is a series, of the other nothing: mostly that is a film.
    var seriesAndFilm = -8.0

    var equalDirector = 4.0...9.0
    var similarDirector = 4.0
    var otherDirector = -7.0
    /// Names that sound alike in two scripts, and those that do not.
    var soundingDirector = 5.0
    var otherSoundingDirector = -2.0
    /// By how many of the cast are shared.
    var cast = [-1.5, 5.0, 8.0, 10.0]
    var equalCountry = 1.0
    var otherCountry = -1.0
}

/// What films are compared by: the table that they stand in, the weights, and what follows from both.
///
/// Held by reference: as a part of every comparer it would be copied, six hundred bytes, for each step of a comparison.
final class ComparisonBasis: Sendable {
    let table: FilmTable
    let weights: MatchWeights
    /// Before anything is compared: the more films, the likelier is chance.
    let prior: Double
    /// What an equal director says, by how many films the person has.
    let personBits: [Double]
    private let mostOfCast: Double

    init(_ table: FilmTable, weights: MatchWeights, priorShift: Double = 0) {
        self.table = table
        self.weights = weights
        let share = 1 / Double(max(1, table.population.sources))
        let total = Double(table.population.films) * share + 5_000
        prior = weights.prior - BinaryLogarithm.of(total) + priorShift
        personBits = (0..<64).map { holders in
            let bits = BinaryLogarithm.of(total / (Double(holders) * share + 0.5)) - 3
            return max(weights.equalDirector.lowerBound, min(weights.equalDirector.upperBound, bits))
        }
        mostOfCast = weights.cast.max() ?? 0
    }

    /// The most that titles, directors, cast and countries of two films can add, a little more than less.
    ///
    /// It is told from numbers that are at hand, where all of those would have to be fetched.
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

/// Logarithms and powers of two, which the standard library has not: exact to about 1e-5, the same on every machine.
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

    /// The probability that odds of two to this power are.
    static func probability(ofBits bits: Double) -> Double {
        1 / (1 + power(-bits))
    }
}

/// Bits as a probability in hundredths, as answers show it: never certain without an equal id.
enum MatchConfidence {
    static func of(bits: Double) -> Double {
        let hundredths = (BinaryLogarithm.probability(ofBits: bits) * 100).rounded()
        return max(0, min(99, hundredths)) / 100
    }
}
