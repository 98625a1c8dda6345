extension DateFormat {
    /// Reads a format; the error is one sentence that says what a format needs.
    init(parsing text: String) throws(LanguageError) {
        var parts: [Part] = []
        var rest = text[...]
        while let first = rest.first {
            let run = rest.prefix { $0 == first }
            switch first {
            case "'": parts.append(.literal(try Self.quoted(&rest)))
            case "y", "M", "d":
                parts.append(try Self.part(of: run))
                rest = rest.dropFirst(run.count)
            case _ where first.isASCII && first.isLetter:
                throw LanguageError(
                    "'\(first)' means nothing in a date format; the year is yyyy, the month MM, the day dd, "
                        + "and plain letters stand in single quotes"
                )
            default:
                parts.append(.literal(String(run)))
                rest = rest.dropFirst(run.count)
            }
        }
        try Self.requireWholeDate(parts)
        self.init(parts: parts, description: text)
    }

    private static func part(of run: Substring) throws(LanguageError) -> Part {
        switch run {
        case "yyyy": .year
        case "MM": .month(digits: 2...2)
        case "M": .month(digits: 1...2)
        case "MMM": .monthName(short: true)
        case "MMMM": .monthName(short: false)
        case "dd": .day(digits: 2...2)
        case "d": .day(digits: 1...2)
        default:
            throw LanguageError("'\(run)' means nothing in a date format; known are yyyy, MM, M, MMM, MMMM, dd and d")
        }
    }

    /// Takes `'text'` off the front; two single quotes stand for one.
    private static func quoted(_ rest: inout Substring) throws(LanguageError) -> String {
        let body = rest.dropFirst()
        guard let end = body.firstIndex(of: "'") else {
            throw LanguageError("a single quote in a date format is not closed")
        }
        rest = body[end...].dropFirst()
        return end == body.startIndex ? "'" : String(body[..<end])
    }

    private static func requireWholeDate(_ parts: [Part]) throws(LanguageError) {
        var years = 0
        var months = 0
        var days = 0
        for part in parts {
            switch part {
            case .year: years += 1
            case .month, .monthName: months += 1
            case .day: days += 1
            case .literal: break
            }
        }
        guard (years, months, days) == (1, 1, 1) else {
            throw LanguageError("a date format needs one year, one month and one day, such as yyyy-MM-dd")
        }
    }
}
