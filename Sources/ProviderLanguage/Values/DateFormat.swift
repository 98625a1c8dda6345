package import MovieDomain
import Platform

/// A date format of a source: `yyyyMMdd`, `d MMM yyyy`, or `d 'de' MMMM yyyy`.
///
/// The letters: `yyyy` is four digits, `MM` and `dd` are two, `M` and `d` are one or two, and `MMM` and `MMMM` are
/// English names of months. Other Latin letters must be in single quotes; all other characters are literal.
package struct DateFormat: Hashable, Sendable, CustomStringConvertible {
    enum Part: Hashable, Sendable {
        case year
        case month(digits: ClosedRange<Int>)
        case monthName(short: Bool)
        case day(digits: ClosedRange<Int>)
        /// The year and the number of a week from Monday, of which most days are in that year (ISO 8601).
        case weekYear
        case week(digits: ClosedRange<Int>)
        case literal(String)
    }

    let parts: [Part]
    package let description: String

    static let iso = DateFormat(
        parts: [.year, .literal("-"), .month(digits: 2...2), .literal("-"), .day(digits: 2...2)],
        description: "yyyy-MM-dd"
    )

    static let monthNames = [
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ]

    /// Returns the day that the whole text names in this format; `nil` if it names none.
    package func date(in text: some StringProtocol) -> CalendarDate? {
        var rest = Substring(text).utf8
        var (year, month, day) = (0, 0, 0)
        var week: Int?
        for part in parts {
            switch part {
            case .year, .weekYear: year = Self.number(&rest, digits: 4...4) ?? 0
            case .week(let digits): week = Self.number(&rest, digits: digits) ?? 0
            case .month(let digits): month = Self.number(&rest, digits: digits) ?? 0
            case .day(let digits): day = Self.number(&rest, digits: digits) ?? 0
            case .monthName(let isShort): month = Self.monthNumber(&rest, short: isShort)
            case .literal(let literal):
                guard rest.starts(with: literal.utf8) else { return nil }
                rest = rest.dropFirst(literal.utf8.count)
            }
        }
        guard rest.isEmpty else { return nil }
        if let week { return CalendarDate.monday(ofWeek: week, in: year) }
        return CalendarDate(year: year, month: month, day: day)
    }

    package func text(of date: CalendarDate) -> String {
        parts.map { Self.text(of: $0, date) }.joined()
    }

    private static func text(of part: Part, _ date: CalendarDate) -> String {
        switch part {
        case .year: padded(date.year, to: 4)
        case .weekYear: padded(date.week.year, to: 4)
        case .week(let digits): padded(date.week.number, to: digits.lowerBound)
        case .month(let digits): padded(date.month, to: digits.lowerBound)
        case .day(let digits): padded(date.day, to: digits.lowerBound)
        case .monthName(let isShort):
            isShort ? String(monthNames[date.month - 1].prefix(3)) : monthNames[date.month - 1]
        case .literal(let literal): literal
        }
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Removes a number with this many digits from the front and returns it.
    private static func number(_ rest: inout Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        var value = 0
        var count = 0
        while count < digits.upperBound, let byte = rest.first, (48...57).contains(byte) {
            value = value * 10 + Int(byte - 48)
            rest = rest.dropFirst()
            count += 1
        }
        return count >= digits.lowerBound ? value : nil
    }

    /// Removes the English name of a month from the front, in any case, and returns its number; 0 if there is none.
    private static func monthNumber(_ rest: inout Substring.UTF8View, short: Bool) -> Int {
        for (index, name) in monthNames.enumerated() {
            let wanted = short ? name.prefix(3) : name[...]
            guard rest.prefix(wanted.utf8.count).elementsEqual(wanted.utf8, by: { $0 | 0x20 == $1 | 0x20 }) else {
                continue
            }
            rest = rest.dropFirst(wanted.utf8.count)
            return index + 1
        }
        return 0
    }
}

extension DateFormat {
    /// Parses a format; throws an error that says in one sentence what a format needs.
    init(parsing text: String) throws(LanguageError) {
        if text.contains(scalars: "%"), let meant = Self.translation(of: text) {
            let hint = Hint.didYouMean(meant, for: text)
            throw LanguageError("'\(text)' is a format of strftime", hint: hint)
        }
        var parts: [Part] = []
        var rest = text[...]
        while let first = rest.first {
            let run = rest.prefix { $0 == first }
            switch first {
            case "'": parts.append(.literal(try Self.quoted(&rest)))
            case "y", "M", "d", "w", "Y":
                if first == "Y", run.count != 4 { throw Self.unknownLetter(first) }
                parts.append(try Self.part(of: run))
                rest = rest.dropFirst(run.count)
            case _ where first.isASCII && first.isLetter:
                throw Self.unknownLetter(first)
            default:
                parts.append(.literal(String(run)))
                rest = rest.dropFirst(run.count)
            }
        }
        try Self.requireWholeDate(parts)
        self.init(parts: parts, description: text)
    }

    /// Returns a format of strftime in the letters of this language; `nil` if it has others than those of days.
    private static func translation(of text: String) -> String? {
        let letters: [Unicode.Scalar: String] = [
            "Y": "yyyy", "m": "MM", "d": "dd", "e": "d", "B": "MMMM", "b": "MMM", "F": "yyyy-MM-dd",
        ]
        var translated = ""
        var isLetter = false
        for scalar in text.unicodeScalars {
            if isLetter {
                guard let letter = letters[scalar] else { return nil }
                translated += letter
                isLetter = false
            } else if scalar == "%" {
                isLetter = true
            } else {
                translated.unicodeScalars.append(scalar)
            }
        }
        return isLetter ? nil : translated
    }

    private static func unknownLetter(_ letter: Character) -> LanguageError {
        LanguageError(
            "'\(letter)' means nothing in a date format; the year is yyyy, the month MM, the day dd, "
                + "and plain letters need single quotes"
        )
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
        case "YYYY": .weekYear
        case "ww": .week(digits: 2...2)
        case "w": .week(digits: 1...2)
        default:
            throw LanguageError(
                "'\(run)' means nothing in a date format; expected yyyy, MM, M, MMM, MMMM, dd, d, YYYY, ww and w"
            )
        }
    }

    /// Removes `'text'` from the front and returns the text; two single quotes mean one.
    private static func quoted(_ rest: inout Substring) throws(LanguageError) -> String {
        let body = rest.dropFirst()
        guard let end = body.firstIndex(scalar: "'") else {
            throw LanguageError("a single quote in a date format is not closed")
        }
        rest = body[end...].dropFirst()
        return end == body.startIndex ? "'" : String(body[..<end])
    }

    private static func requireWholeDate(_ parts: [Part]) throws(LanguageError) {
        let units = parts.compactMap { part -> Character? in
            switch part {
            case .year: "y"
            case .month, .monthName: "M"
            case .day: "d"
            case .weekYear: "Y"
            case .week: "w"
            case .literal: nil
            }
        }
        guard units.sorted() == ["M", "d", "y"] || units.sorted() == ["Y", "w"] else {
            throw LanguageError(
                "a date format needs one year, one month and one day, such as yyyy-MM-dd, or a week and its year, such as "
                    + "YYYY'W'ww"
            )
        }
    }
}

/// A reader of days without a format of their own: ISO 8601, with a time or without, the dates of feeds, and seconds or ms
/// since 1970.
enum MomentText {
    /// Returns the day of a text; that of a moment is in the source's time zone or, without one, as written or in UTC.
    static func date(in text: String, unit: String? = nil, _ inputs: TemplateInputs) -> CalendarDate? {
        if let unit {
            return NumberText.decimal(text).flatMap { date(ofEpoch: $0, perSecond: unit == "ms" ? 1_000 : 1, inputs) }
        }
        if let date = DateFormat.iso.date(in: text) { return date }
        if let number = NumberText.decimal(text) {
            // A number with fewer digits is a year, or a day such as 20190530.
            guard number < 0 || number >= 1e8 else { return nil }
            return date(ofEpoch: number, perSecond: abs(number) >= 1e11 ? 1_000 : 1, inputs)
        }
        return dateAndTime(text, inputs) ?? feedDate(text, inputs)
    }

    /// Returns the day of a moment; `nil` for 0 and -1, which sources write for an unknown one.
    private static func date(ofEpoch moment: Double, perSecond: Double, _ inputs: TemplateInputs) -> CalendarDate? {
        let seconds = moment / perSecond
        guard moment != 0, moment != -1, seconds > -3.2e9, seconds < 7.3e9 else { return nil }
        let whole = Int(seconds.rounded(.down))
        return day(of: whole + (inputs.utcOffset?(whole) ?? 0))
    }

    private static func day(of seconds: Int) -> CalendarDate? {
        CalendarDate(daysSinceEpoch: (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400)
    }

    /// Reads `2019-05-30T12:00:00.000Z` or `2019-05-30 12:00+09:00`, with or without seconds and zone.
    private static func dateAndTime(_ text: String, _ inputs: TemplateInputs) -> CalendarDate? {
        guard let written = DateFormat.iso.date(in: text.prefix(10)) else { return nil }
        var rest = text.dropFirst(10)[...]
        guard let sign = rest.popFirst(), sign == "T" || sign == "t" || sign == " ",
            let time = seconds(&rest, upTo: 24)
        else { return nil }
        if rest.isEmpty { return written }
        return zone(rest).flatMap { day(written, time, zone: $0, inputs) }
    }

    private static let feedFormat = DateFormat(
        parts: [.day(digits: 1...2), .literal(" "), .monthName(short: true), .literal(" "), .year],
        description: "d MMM yyyy"
    )
    /// The zones that RFC 822 names, in hours.
    private static let zones = [
        "GMT": 0, "UT": 0, "UTC": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8,
        "PDT": -7,
    ]

    /// Reads `Sat, 23 Nov 2024 10:00:00 +0900` (RFC 822), with or without the day of the week and seconds.
    private static func feedDate(_ text: String, _ inputs: TemplateInputs) -> CalendarDate? {
        let words = text.split(scalar: " ")
        let parts = Array(words.first?.last == "," ? words.dropFirst() : words[...])
        guard parts.count == 5, let written = feedFormat.date(in: parts[..<3].joined(separator: " ")) else {
            return nil
        }
        var rest = parts[3]
        guard let time = seconds(&rest, upTo: 24), rest.isEmpty else { return nil }
        let zone = zones[parts[4].uppercased()].map { $0 * 3_600 } ?? zone(parts[4])
        return zone.flatMap { day(written, time, zone: $0, inputs) }
    }

    /// Returns the day of a moment that is written with its zone.
    private static func day(_ written: CalendarDate, _ time: Int, zone: Int, _ inputs: TemplateInputs) -> CalendarDate?
    {
        guard let offset = inputs.utcOffset else { return written }
        let moment = written.daysSinceEpoch * 86_400 + time - zone
        return day(of: moment + offset(moment))
    }

    /// Reads `Z`, `+09:00`, or `-0700` as seconds.
    private static func zone(_ text: Substring) -> Int? {
        var rest = text
        let zone: Int?
        switch rest.popFirst() {
        case "Z", "z": zone = 0
        case "+": zone = seconds(&rest, upTo: 15, isZone: true)
        case "-", "\u{2212}": zone = seconds(&rest, upTo: 15, isZone: true).map { -$0 }
        default: return nil
        }
        return rest.isEmpty ? zone : nil
    }

    /// Removes `12:30:59.123`, `12:30`, `1230`, or `12` from the front and returns the seconds.
    private static func seconds(_ rest: inout Substring, upTo hours: Int, isZone: Bool = false) -> Int? {
        var total = 0
        for (index, unit) in [3_600, 60, 1].enumerated() {
            if index > 0, rest.first == ":" { rest.removeFirst() }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.isDigits, let number = Int(digits) else {
                return index == 0 || rest.first == "." ? nil : total
            }
            guard number <= (index == 0 ? hours : 60) else { return nil }
            total += number * unit
            rest = rest.dropFirst(2)
        }
        if !isZone, rest.first == "." || rest.first == "," {
            rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber }
        }
        return total
    }
}

extension CalendarDate {
    /// The week that holds the day, and the year to which it belongs (ISO 8601).
    fileprivate var week: (year: Int, number: Int) {
        // Most days of a week are in the year of its Thursday.
        let thursday = adding(days: 4 - weekday)
        let first = CalendarDate(year: thursday.year, month: 1, day: 1)
        return (thursday.year, (thursday.daysSinceEpoch - (first?.daysSinceEpoch ?? 0)) / 7 + 1)
    }

    fileprivate static func monday(ofWeek number: Int, in year: Int) -> CalendarDate? {
        guard let fourth = CalendarDate(year: year, month: 1, day: 4) else { return nil }
        let monday = fourth.adding(days: 1 - fourth.weekday + 7 * (number - 1))
        return number > 0 && monday.week.number == number ? monday : nil
    }
}
