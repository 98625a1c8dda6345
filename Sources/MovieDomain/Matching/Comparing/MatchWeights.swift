/// How much each comparison counts, in bits: the binary logarithm of how much likelier it is between records of one film
/// than between any two (Fellegi and Sunter, 1969).
///
/// One set for all tasks. It was set by hand on films with known matches; no labels are needed to use it.
struct MatchWeights: Sendable {
    static let standard = MatchWeights()

    /// Before anything is compared, less the logarithm of how many films there may be.
    var prior = 1.2
    /// A match needs as much.
    var threshold = 1.5
    /// A candidate within as much of the best one is a rival.
    var margin = 1.5
    /// No two films of a cluster may have less, without the prior.
    var leastInCluster = -4.0

    /// A title that is equal counts as much as its words tell, at least and at most so much.
    var equalTitle = 5.0...13.0
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
    /// Most that sound alone can say.
    var soundLimit = 16.0

    /// By how many years lie between.
    var years = [6.0, 2.0, -3.0]
    var yearsBeyond = -12.0
    /// By days between the releases: the last day of the step and its bits.
    var days: [(upTo: Int, bits: Double)] = [(0, 6.5), (3, 3.5), (14, 2), (60, 0.5), (400, 0)]
    var daysBeyond = -1.0
    /// A first of January is often said for want of the day.
    var newYearsDay = 1.0
    /// By minutes between the running times.
    var minutes: [(upTo: Int, bits: Double)] = [
        (0, 4.8), (1, 3.5), (2, 2.5), (5, 0.5), (10, -0.5), (20, -1.5), (30, -2.5),
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
