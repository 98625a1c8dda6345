/// All that two films say about being one, in bits; the reasons come from the same data as the score.
struct PairEvidence: Sendable {
    enum TitleRelation: UInt8 {
        /// Nothing to compare.
        case none
        case equal
        case alike
        /// One is the other with more to it.
        case contained
        case soundsAlike
        case unlike
    }

    /// What forbids that two films are one, however alike they look.
    enum Veto: UInt8 {
        case differentID, differentSequels, yearsApart, noTitle, seriesAndFilm
    }

    var titleRelation = TitleRelation.none
    var titleScript = NormalizedTitle.Script.latin
    /// Scripts in which a title is equal, each as a bit.
    var equalScripts: UInt8 = 0
    var title = 0.0
    var yearDifference: Int?
    var year = 0.0
    var daysApart: Int?
    var date = 0.0
    var minutesApart: Int?
    var runtime = 0.0
    var directorAgreement = NameAgreement.unknown
    var director = 0.0
    /// `nil` where one side has none.
    var sharedCast: Int?
    var cast = 0.0
    var sharesCountry: Bool?
    var country = 0.0
    /// Less than 0 where one is a series.
    var series = 0.0
    var prior = 0.0

    /// The sum: the binary logarithm of the odds that both are one film.
    var score: Double { prior + title + year + date + runtime + director + cast + country + series }
}
