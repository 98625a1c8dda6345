import MovieAggregation
import MovieDomain
import Platform

/// A day in a cell of an imported table, as programs write it.
enum ImportedDay: Hashable {
    case day(CalendarDate)
    /// A moment, whose day depends on where the user is.
    case moment(Timestamp)

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let longMonths = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Reads `2026-11-20`, `20261120`, `2026/11/20`, or `2026. 11. 20.`, also with a time and a zone; `20.11.2026`,
    /// `20/11/2026`, and `20 November 2026`; `Fri Nov 20 00:00:00 2026`; and `Fri, 20 Nov 2026 00:00:00 +0900`, as feeds
    /// have it.
    ///
    /// `nil` for a text with two readings, such as `03/02/2026`.
    init?(parsing text: String) {
        if let day = CalendarDate(parsing: text) {
            self = .day(day)
        } else if let moment = Timestamp(parsing: text) {
            self = .moment(moment)
        } else {
            let words = text.split { $0.isWhitespace || $0 == "," }
            if words.count == 5, let month = Self.months.firstIndex(of: words[1].lowercased()),
                Self.isTime(words[3]), let year = Int(words[4]), let number = Int(words[2]),
                let day = CalendarDate(year: year, month: month + 1, day: number)
            {
                self = .day(day)
                return
            }
            if words.count == 6, let month = Self.months.firstIndex(of: words[2].lowercased()),
                Self.isTime(words[4]), let year = Int(words[3]), let number = Int(words[1]),
                let day = CalendarDate(year: year, month: month + 1, day: number),
                let moment = Self.moment(day, words[4], words[5])
            {
                self = moment
                return
            }
            if let day = Self.dayInWords(words) ?? Self.trailingYear(words) {
                self = .day(day)
                return
            }
            guard let (day, rest) = Self.leadingDay(text) ?? Self.compactDay(text) else { return nil }
            let time = rest.drop { $0 == "T" || $0 == "t" || $0 == "," || $0.isWhitespace }
            guard time.count < rest.count || rest.isEmpty else { return nil }
            let clock = time.prefix { $0.isNumber || $0 == ":" || $0 == "." }
            var zone = time[clock.endIndex...]
            // The half of the day does not change the day.
            if ["AM", "PM"].contains(zone.trimmed.uppercased()) { zone = "" }
            guard clock.isEmpty || Self.isTime(clock), let moment = Self.moment(day, clock, zone)
            else { return nil }
            self = moment
        }
    }

    /// Reads a day that begins with its year.
    private static func leadingDay(_ text: String) -> (CalendarDate, rest: Substring)? {
        var numbers: [Int] = []
        var rest = text[...]
        while numbers.count < 3 {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard numbers.isEmpty ? digits.count == 4 : (1...2).contains(digits.count), let number = Int(digits)
            else { return nil }
            numbers.append(number)
            rest = rest[digits.endIndex...]
            if numbers.count == 3 { break }
            let separator = rest.prefix { "-/. 年月년월".contains($0) }
            guard !separator.isEmpty else { return nil }
            rest = rest[separator.endIndex...]
        }
        if let last = rest.first, ".日일".contains(last) { rest = rest.dropFirst() }
        return CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2]).map { ($0, rest) }
    }

    /// Reads the day of `20261120T101500Z`.
    private static func compactDay(_ text: String) -> (CalendarDate, rest: Substring)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text[digits.endIndex...]
        guard digits.utf8.count == 8, rest.first == "T" || rest.first == " " else { return nil }
        let clock = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        let zone = rest.dropFirst().dropFirst(clock.count)
        guard clock.utf8.count == 6 || clock.utf8.count == 4, let day = CalendarDate(parsing: String(digits)) else {
            return nil
        }
        let parts = stride(from: 0, to: clock.count, by: 2).map { clock.dropFirst($0).prefix(2) }
        return (day, "T\(parts.joined(separator: ":"))\(zone)")
    }

    /// Reads `20 Nov 2026`, `November 20, 2026`, and `Fri, 20th of November 2026`.
    private static func dayInWords(_ words: [Substring]) -> CalendarDate? {
        var (year, month, day): (Int?, Int?, Int?)
        for word in words.map({ $0.lowercased() }) where word.utf8.count > 0 {
            let plain = word.filter { $0 != "." }
            if let place = months.firstIndex(of: plain) ?? longMonths.firstIndex(of: plain), month == nil {
                month = place + 1
                continue
            }
            let digits = plain.prefix { $0.isASCII && $0.isNumber }
            let end = plain.dropFirst(digits.count)
            switch digits.utf8.count {
            case 4 where year == nil && end.isEmpty: year = Int(digits)
            case 1...2 where day == nil && ["", "st", "nd", "rd", "th"].contains(end): day = Int(digits)
            case 0 where plain == "of" || weekdays.contains(where: { plain.hasPrefix(scalars: $0) }): break
            default: return nil
            }
        }
        guard let year, let month, let day else { return nil }
        return CalendarDate(year: year, month: month, day: day)
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Reads a day that ends with its year: with full stops the day is first, and otherwise if the other reading is no
    /// day.
    private static func trailingYear(_ words: [Substring]) -> CalendarDate? {
        let isTimed = words.count == 2 && isTime(words[1])
        let text = isTimed ? String(words[0]) : words.joined()
        guard let separator = text.unicodeScalars.first(where: { "./-".unicodeScalars.contains($0) }) else {
            return nil
        }
        let parts = text.split(scalar: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.isDigits }), parts[2].utf8.count == 4,
            parts.dropLast().allSatisfy({ $0.utf8.count <= 2 }), let first = Int(parts[0]), let second = Int(parts[1]),
            let year = Int(parts[2])
        else { return nil }
        let dayFirst = CalendarDate(year: year, month: second, day: first)
        if separator == "." { return dayFirst }
        let monthFirst = CalendarDate(year: year, month: first, day: second)
        return dayFirst == nil || monthFirst == nil || dayFirst == monthFirst ? dayFirst ?? monthFirst : nil
    }

    private static func isTime(_ text: Substring) -> Bool {
        let parts = text.split(scalar: ":", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && parts.prefix(2).allSatisfy { (1...2).contains($0.count) }
    }

    /// Returns the moment at a time of a day in a zone, or the day if there is no zone.
    private static func moment(_ day: CalendarDate, _ clock: Substring, _ zone: Substring) -> ImportedDay? {
        var zone = zone.filter { !$0.isWhitespace }
        if zone.isEmpty { return .day(day) }
        guard !clock.isEmpty else { return nil }
        if ["UTC", "GMT"].contains(zone.uppercased()) { zone = "Z" }
        if let sign = zone.first, "+-".contains(sign), zone.dropFirst().allSatisfy(\.isNumber) {
            let digits = zone.dropFirst()
            zone = "\(sign)\(digits.prefix(2)):\(digits.count == 2 ? "00" : digits.dropFirst(2))"
        }
        var parts = clock.split(scalar: ":").map { $0.count == 1 ? "0\($0)" : String($0) }
        if parts.count == 2 { parts.append("00") }
        return Timestamp(parsing: "\(day)T\(parts.joined(separator: ":"))\(zone)").map(ImportedDay.moment)
    }

    /// The day in UTC.
    var inUTC: CalendarDate {
        switch self {
        case .day(let day): day
        case .moment(let moment): moment.date(utcOffsetSeconds: 0)
        }
    }

    /// Returns the day where the user is; `nil` if it stands for an unknown one, as zeros of clocks and calendars do.
    func known(_ localDay: (Timestamp) -> CalendarDate) -> CalendarDate? {
        let day =
            switch self {
            case .day(let day): day
            case .moment(let moment): localDay(moment)
            }
        return Self.isZero(day) ? nil : day
    }

    /// Whether it stands for an unknown day.
    var isZero: Bool { Self.isZero(inUTC) }

    /// Whether a day is one with which clocks and spreadsheets begin to count.
    private static func isZero(_ day: CalendarDate) -> Bool {
        let isFirst = (day.month, day.day) == (1, 1) && [1900, 1904].contains(day.year)
        // In zones west of UTC, 1970 begins in the year before.
        return day.year < 1900 || isFirst || (-1...0).contains(day.daysSinceEpoch)
    }
}

/// A rating in a cell of an imported table, as programs write it.
enum RatingText {
    /// A number whose scale the table tells.
    case number(Double)
    /// Stars, of which there are five: `★★★★½`.
    case stars(Double)
    /// A number with its scale: `8/10`.
    case fraction(Double, of: Double)

    init?(_ text: String) {
        // Digits may have full width, and stars may be pictures.
        let text = text.asQuery.replacingScalars { scalar in
            ["⭐", "🌟"].contains(scalar) ? "★" : scalar == "\u{FE0F}" ? "" : nil
        }
        let stars = text.count { $0 == "★" }
        if text.contains(where: "★☆½".contains) {
            let signs = text.filter { !$0.isWhitespace && $0 != "☆" }
            let rest = signs.filter { $0 != "★" }
            let number = rest.last == "½" ? rest.dropLast() : rest[...]
            guard rest.isEmpty || signs.last == rest.last || stars == 1 else { return nil }
            if number.isEmpty {
                self = .stars(Double(stars) + (rest.isEmpty ? 0 : 0.5))
            } else if stars <= 1, let value = Double(cell: number) {
                self = .stars(value + (rest.last == "½" ? 0.5 : 0))
            } else {
                return nil
            }
            return
        }
        let parts = text.split(scalar: "/", omittingEmptySubsequences: false)
        if parts.count == 2, let value = Double(cell: parts[0]), let most = Double(cell: parts[1]), most > 0 {
            self = .fraction(value, of: most)
        } else if let value = Double(cell: text) {
            self = .number(value)
        } else if let value = Self.stars(in: text) {
            self = .stars(value)
        } else {
            return nil
        }
    }

    /// Reads `3 stars`.
    private static func stars(in text: String) -> Double? {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        return words.count == 2 && ["star", "stars"].contains(words[1]) ? Double(cell: words[0]) : nil
    }

    /// The number whose scale the table tells.
    var plain: Double? {
        if case .number(let value) = self { value } else { nil }
    }
}

extension Double {
    /// Reads a number in a cell, also one with a decimal comma: `3,5`.
    init?(cell text: some StringProtocol) {
        var text = String(text).trimmedText
        guard text.utf8.count <= 20 else { return nil }
        let parts = text.split(scalar: ",", omittingEmptySubsequences: false)
        if parts.count == 2, parts[0].isDigits, parts[1].isDigits, parts[1].utf8.count <= 2 {
            text = "\(parts[0]).\(parts[1])"
        }
        guard let number = Double(text), number.magnitude < 100_000 else { return nil }
        self = number
    }
}

/// A year in a cell of an imported table: `2013`, `(2013)`, `2013?`, or the first year of `2013–2023`.
struct ImportedYear {
    let year: Int
    let isRange: Bool

    init?(_ text: String) {
        let text = text.drop { $0 == "(" }.trimmed
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text[digits.endIndex...].filter { !$0.isWhitespace && $0 != ")" }
        if rest.isEmpty || rest.allSatisfy({ $0 == "." || $0 == "0" }), digits.utf8.count <= 5, let year = Int(digits) {
            (self.year, isRange) = (year, false)
        } else if digits.utf8.count == 4, let year = Int(digits), let dash = rest.first, "-–—−‐‑/".contains(dash),
            rest.dropFirst().isEmpty || rest.dropFirst().isDigits
                || ["present", "now", "?", "..."].contains(rest.dropFirst().lowercased())
        {
            (self.year, isRange) = (year, true)
        } else {
            // The first number of four digits: `c. 2013`, `2013-05-01`, `May 2013`.
            let numbers = text.split { !($0.isASCII && $0.isNumber) }
            guard let year = numbers.first(where: { $0.utf8.count == 4 }).flatMap({ Int($0) }),
                CallRange.years.contains(year), numbers.allSatisfy({ $0.utf8.count <= 4 })
            else { return nil }
            (self.year, isRange) = (year, numbers.count { $0.utf8.count == 4 } > 1)
        }
    }
}

extension CSVTable.Row {
    /// Words for an empty cell, as programs write them.
    private static let nothing: Set<String> = [
        "nan", "nat", "<na>", "n/a", "#n/a", "na", "null", "none", "nil", "\\n", "-", "--", "?", "unknown",
        "undefined",
    ]

    /// The text of a cell that is no title and no review; `nil` also for a word that says that there is nothing.
    subscript(_ column: String) -> String? {
        guard let text = cells[column], !text.hasPrefix(scalars: "0000-00-00") else { return nil }
        return text.utf8.count <= 9 && Self.nothing.contains(text.lowercased()) ? nil : text
    }

    /// Whether a cell says yes, as services write it.
    func isYes(_ column: String) -> Bool {
        self[column].map { ["yes", "true", "1", "y", "x", "♥", "❤"].contains($0.lowercased()) } ?? false
    }

    /// The row without the references of HTML, such as `&amp;`, in titles and names.
    var withoutReferences: CSVTable.Row {
        var row = self
        for column in ["title", "name", "originaltitle", "directors"] {
            row.cells[column] = cells[column].map(HTMLText.unescapedTwice)
        }
        return row
    }

    /// The ids in the column of a media server: `imdb://tt6751668, tmdb://496243`.
    var guids: [String: MovieID] {
        var ids: [String: MovieID] = [:]
        for namespace in ["imdb", "tmdb"] {
            guard let mark = self["guid"]?.firstRange(scalars: namespace + "://"), let text = self["guid"] else {
                continue
            }
            let value = String(text[mark.upperBound...].prefix { $0.isLetter || $0.isNumber })
            ids[namespace] = MovieID.canonical(value, of: namespace).flatMap {
                $0.isEmpty ? nil : MovieID(namespace: namespace, value: $0)
            }
        }
        return ids
    }

    /// The tags of the film.
    var tags: [String] {
        (self["tags"] ?? "").split { ",;".contains($0) }.map { String($0.trimmed) }.filter { !$0.isEmpty }
    }

    /// Returns the id of a film in a namespace; `nil` if the cell says that there is none.
    func id(
        _ namespace: String,
        in column: String,
        named name: String,
        like example: String
    ) throws(LineProblem) -> MovieID? {
        guard let text = self[column], !MovieID.saysNone(text, in: namespace), text != "-1" else { return nil }
        if let id = MovieID(address: text), id.namespace == namespace { return id }
        let value = text.utf8.count <= 40 ? MovieID.canonical(text, of: namespace) : nil
        if value?.isEmpty == true { return nil }
        if namespace == "tmdb", ["tv/", "/tv/"].contains(where: { text.contains(scalars: $0) }) {
            throw problem("\(name): expected a film, found a series: \(text.prefix(40))", isOfSeries: true)
        }
        let isNumber = value.map { $0.utf8.count <= 12 && $0.isDigits } ?? false
        guard let value, namespace == "imdb" || isNumber else {
            // The id of a person or a company is about no film, whatever else the line says.
            let isOther =
                namespace == "imdb" && ["nm", "co", "ls"].contains { text.lowercased().hasPrefix(scalars: $0) }
            throw problem("\(name): expected \(example), found \(text.prefix(40))", isOfSeries: isOther)
        }
        return MovieID(namespace: namespace, value: value)
    }
}
