/// What is compared of one film: numbers, and where in the flat arrays of the ``FilmTable`` the rest stands.
struct FilmProfile {
    /// The number of the source that says it.
    var source: UInt32 = 0
    /// 0 where nobody says it.
    var year: Int32 = 0
    /// Days since 1970; `noDate` where nobody says it.
    var date: Int32 = FilmProfile.noDate
    /// 0 where nobody says it.
    var runtime: Int32 = 0
    var ids = Run()
    var titles = Run()
    var directors = Run()
    var cast = Run()
    var countries = Run()
    /// Block keys of this film, in ``FilmTable/keys``.
    var keys = Run()
    /// Depends on what is said of the film and on nothing else.
    var digest: UInt64 = 0
    var hasHangul = false
    var hasLatin = false
    var hasSequel = false
    /// Whether it is a series; `nil` where nobody says.
    var isSeries: Bool?

    static let noDate = Int32.min

    /// Whether it can only be compared with films in Latin letters by sound.
    var isHangulOnly: Bool { hasHangul && !hasLatin }
}
