extension String {
    /// The columns that the text takes on a terminal: two for each Hangul, Han or kana character (Unicode TR 11).
    var terminalColumns: Int {
        reduce(0) { $0 + $1.terminalColumns }
    }

    /// The text cut to at most `limit` columns, with an ellipsis where something was left out.
    func shortened(toColumns limit: Int) -> String {
        guard terminalColumns > limit else { return self }
        var shortened = ""
        var width = 0
        for character in self {
            width += character.terminalColumns
            if width > limit - 1 { break }
            shortened.append(character)
        }
        return shortened + "…"
    }
}

extension Character {
    fileprivate var terminalColumns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF:
            2
        default: 1
        }
    }
}
