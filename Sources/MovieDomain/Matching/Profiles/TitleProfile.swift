/// A title as it is compared: digests, and where in the ``FilmTable`` its letters and words stand.
struct TitleProfile {
    /// Of all letters and digits.
    var whole: UInt64
    /// Of the same without the number of the sequel.
    var stem: UInt64
    /// Letters and digits without blanks, in ``FilmTable/letters``.
    var letters: Run
    /// In ``FilmTable/words``.
    var words: Run
    /// Consonants as they sound, in ``FilmTable/sounds``; empty where nobody needs them.
    var sounds = Run()
    /// -1 where it is no part of a series.
    var sequel: Int32
    var script: NormalizedTitle.Script
    /// A bit for each letter and digit that is in it, of Hangul for groups of syllables.
    var letterMask: UInt64
    /// How much it tells, in bits: rare words tell more.
    var information: Double = 0
}
