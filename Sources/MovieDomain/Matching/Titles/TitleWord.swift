/// A word of a title, as a range of the folded bytes.
struct TitleWord {
    enum Kind {
        case latin, number, hangul, other
    }

    var kind: Kind
    var start: Int
    var end: Int
    /// Whether a colon, a dash or a bracket stands before it, as before a subtitle.
    var followsBreak: Bool = false
    var isBracketed = false
}
