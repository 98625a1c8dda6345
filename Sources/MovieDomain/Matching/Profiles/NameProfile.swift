/// A person's name as it is compared.
struct NameProfile {
    /// Of the letters in any order, so that neither blanks nor which half comes first make a difference.
    var digest: UInt64
    /// In ``FilmTable/letters``.
    var letters: Run
    /// In ``FilmTable/sounds``; empty where nobody needs them.
    var sounds = Run()
    var isHangul: Bool
    /// The number of its block key, in ``FilmTable/keyTable``; only directors have one.
    var key: UInt32 = .max
}
