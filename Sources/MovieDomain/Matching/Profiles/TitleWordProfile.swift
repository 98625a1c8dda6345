/// A word of a title: its key, and the letters that it is.
struct TitleWordProfile {
    /// In ``FilmTable/keyTable``.
    var key: UInt32
    /// In ``FilmTable/letters``.
    var letters: Run
    var weight: Float = 0
}
