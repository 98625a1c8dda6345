/// Takes the text of a POSIX time zone apart, from its front on.
struct TimeZoneRuleReader {
    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Passes over the name of a zone: letters, or anything between `<` and `>`; `false` where there is none.
    mutating func skipName() -> Bool {
        if rest.first == "<" {
            guard let end = rest.firstIndex(of: ">") else { return false }
            rest = rest[end...].dropFirst()
            return true
        }
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
    }

    /// Seconds of `9`, `-1`, `+5:30`, `-3:30:15`; POSIX counts them to the west.
    mutating func offset() -> Int? {
        let sign = rest.first == "-" ? -1 : 1
        if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
        guard var seconds = number(upTo: 167).map({ $0 * 3_600 }) else { return nil }
        for unit in [60, 1] where rest.first == ":" {
            rest = rest.dropFirst()
            guard let part = number(upTo: 59) else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    /// A comma, the day of a change, and its time: two o'clock where none is said.
    mutating func moment() -> YearlyMoment? {
        guard take(","), let day = day() else { return nil }
        guard rest.first == "/" else { return YearlyMoment(day: day, time: 7_200) }
        rest = rest.dropFirst()
        return offset().map { YearlyMoment(day: day, time: $0) }
    }

    private mutating func day() -> YearlyMoment.Day? {
        if take("J") { return number(upTo: 365).flatMap { $0 > 0 ? .julian($0) : nil } }
        guard take("M") else { return number(upTo: 365).map { .zeroBased($0) } }
        guard let month = number(upTo: 12), month > 0, take("."), let week = number(upTo: 5), week > 0, take("."),
            let weekday = number(upTo: 6)
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func number(upTo limit: Int) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        return Int(digits).flatMap { $0 <= limit ? $0 : nil }
    }
}
