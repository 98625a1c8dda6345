import JSON
import MovieDomain
import Platform

/// A day that a user names, which may depend on the day on which it is named.
enum NamedDay: Hashable, Sendable {
    case date(CalendarDate)
    case today, yesterday
    case ago(days: Int)
    /// The last day before today that is this day of the week: Monday is 1.
    case last(weekday: Int)
    /// A day of the current week (0) or of one before: Monday is 1.
    case ofWeek(ago: Int, weekday: Int)
    /// The first or the last day of the current month (0) or of one before.
    case ofMonth(ago: Int, isLast: Bool)
    /// The last such day that is not after today.
    case ofYear(month: Int, day: Int)

    /// Returns the day that is meant on a day.
    func date(on today: CalendarDate) -> CalendarDate {
        switch self {
        case .date(let date): date
        case .today: today
        case .yesterday: today.adding(days: -1)
        case .ago(let days): today.adding(days: -days)
        case .last(let weekday): today.adding(days: -((today.weekday - weekday + 6) % 7 + 1))
        case .ofWeek(let ago, let weekday): today.adding(days: weekday - today.weekday - 7 * ago)
        case .ofMonth(let ago, let isLast):
            isLast
                ? today.firstOfMonth(ago: ago - 1).adding(days: -1) : today.firstOfMonth(ago: ago)
        case .ofYear(let month, let day):
            // At most eight years lie between two days of one name.
            (0...8).lazy.compactMap { CalendarDate(year: today.year - $0, month: month, day: day) }
                .first { $0 <= today } ?? today
        }
    }
}

extension CalendarDate {
    /// Returns the first day of this month, or of one that many months before.
    fileprivate func firstOfMonth(ago: Int) -> CalendarDate {
        let months = year * 12 + month - 1 - ago
        return CalendarDate(year: months / 12, month: months % 12 + 1, day: 1) ?? self
    }
}

/// A text that names a day, a week, or a month, as people write it.
package struct DayText {
    enum Meaning: Equatable {
        case day(NamedDay)
        /// A week or a month.
        case period(CalendarDate, CalendarDate)
        /// The days of the current week (0) or of one before, from a weekday to another.
        case week(ago: Int, ClosedRange<Int>)
        /// The current month (0) or one before.
        case month(ago: Int)
        /// The day is in no calendar, or the text may mean several days.
        case problem(String)
        case none
    }

    let meaning: Meaning

    init(_ text: String) {
        let text = Self.plain(text)
        meaning =
            Self.named[text].map(Meaning.day) ?? Self.week(text) ?? Self.ago(text) ?? Self.numbers(text)
            ?? Self.dayOfYear(text) ?? Self.month(text) ?? .none
    }

    /// Returns the text in small letters, with digits and hyphens of ASCII, and without the name of the day before a date.
    private static func plain(_ text: String) -> String {
        var plain = ""
        for scalar in text.trimmedText.lowercased().unicodeScalars {
            switch scalar.value {
            case 0xFF10...0xFF19: plain.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFF10 + 0x30)))
            case 0x2010...0x2015, 0xFF0D: plain.append("-")
            case 0xFF0F: plain.append("/")
            case 0x3000, 0xA0: plain.append(" ")
            default: plain.unicodeScalars.append(scalar)
            }
        }
        guard
            let match = plain.wholeMatch(
                of: /(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? +(.*[0-9].*)/
            )
        else { return plain }
        return String(match.1)
    }

    /// Whether a text names a day in words, or as a date with a year.
    package static func isDay(_ text: String) -> Bool {
        if case .day(let day) = DayText(text).meaning {
            if case .ofYear = day { return false }
            return true
        }
        return false
    }

    /// Whether a text names a day, perhaps without its year.
    package static func mayBeDay(_ text: String) -> Bool {
        if case .day = DayText(text).meaning { true } else { false }
    }

    /// Whether a text names a month.
    package static func isMonth(_ text: String) -> Bool {
        switch DayText(text).meaning {
        case .month: true
        case .period(let first, let last): last.daysSinceEpoch - first.daysSinceEpoch > 7
        default: false
        }
    }

    /// The words that a slip may be near to.
    static let words = named.keys.filter { $0.utf8.count > 3 && $0.utf8.allSatisfy { $0 < 0x80 } }.sorted()

    private static let named: [String: NamedDay] = {
        var named: [String: NamedDay] = [
            "today": .today, "오늘": .today, "今日": .today,
            "yesterday": .yesterday, "어제": .yesterday, "昨日": .yesterday,
            "그제": .ago(days: 2), "그저께": .ago(days: 2), "엊그제": .ago(days: 2), "그끄저께": .ago(days: 3),
            "day before yesterday": .ago(days: 2), "the day before yesterday": .ago(days: 2),
            "a week ago": .ago(days: 7), "one week ago": .ago(days: 7), "일주일 전": .ago(days: 7), "이틀 전": .ago(days: 2),
            "사흘 전": .ago(days: 3), "나흘 전": .ago(days: 4), "닷새 전": .ago(days: 5), "열흘 전": .ago(days: 10),
            "tomorrow": .ago(days: -1), "내일": .ago(days: -1), "明日": .ago(days: -1), "모레": .ago(days: -2),
        ]
        let english = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        for (place, (name, letter)) in zip(english, "월화수목금토일").enumerated() {
            for word in [name, String(name.prefix(3)), "last " + name, "\(letter)요일", "지난 \(letter)요일"] {
                named[word] = .last(weekday: place + 1)
            }
            for (ago, words) in [
                (0, ["this " + name, "이번 주 \(letter)요일", "이번주 \(letter)요일"]),
                (1, ["지난 주 \(letter)요일", "지난주 \(letter)요일"]), (-1, ["다음 주 \(letter)요일", "다음주 \(letter)요일"]),
            ] {
                for word in words { named[word] = .ofWeek(ago: ago, weekday: place + 1) }
            }
        }
        return named
    }()

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    private static let weeks: [String: Meaning] = {
        var weeks: [String: Meaning] = [:]
        for (ago, words, ofWeekend) in [
            (0, ["this week", "이번주", "이번 주"], ["this weekend", "이번 주말", "이번주말"]),
            (1, ["last week", "지난주", "지난 주"], ["last weekend", "지난 주말", "지난주말"]),
            (-1, ["next week", "다음주", "다음 주"], ["next weekend", "다음 주말", "다음주말"]),
        ] {
            for word in words { weeks[word] = .week(ago: ago, 1...7) }
            for word in ofWeekend { weeks[word] = .week(ago: ago, 5...7) }
        }
        for (ago, words) in [
            (0, ["this month", "이번달", "이번 달"]), (1, ["last month", "지난달", "지난 달"]),
            (-1, ["next month", "다음달", "다음 달"]),
        ] {
            for word in words { weeks[word] = .month(ago: ago) }
        }
        return weeks
    }()

    /// Reads `last week`, `this weekend`, and `2026-W47`; a weekend is that of cinemas, from Friday on.
    private static func week(_ text: String) -> Meaning? {
        if let week = weeks[text.replacing(scalars: "-", with: " ")] { return week }
        guard let match = text.wholeMatch(of: /([0-9]{4})-?w([0-9]{1,2})/), let year = Int(match.1),
            let week = Int(match.2), let fourth = CalendarDate(year: year, month: 1, day: 4)
        else { return nil }
        // The first week is the one with the fourth of January.
        let monday = fourth.adding(days: 1 - fourth.weekday + 7 * (week - 1))
        guard week > 0, monday.adding(days: 3).year == year else { return .problem("\(text) is not a week of \(year)") }
        return .period(monday, monday.adding(days: 6))
    }

    /// Reads `-1`, `3 days ago`, and `2 weeks ago`.
    private static func ago(_ text: String) -> Meaning? {
        let count: Int
        if let match = text.wholeMatch(of: /[-−]([0-9]{1,4})/), let days = Int(match.1) {
            count = days
        } else if let match = text.wholeMatch(of: /([0-9]{1,4}) ?(days?|weeks?) ago/), let number = Int(match.1) {
            count = match.2.hasPrefix(scalars: "week") ? 7 * number : number
        } else if let match = text.wholeMatch(of: /([0-9]{1,4}) ?(일|주) ?전/), let number = Int(match.1) {
            count = match.2 == "주" ? 7 * number : number
        } else {
            return nil
        }
        return .day(count == 0 ? .today : count == 1 ? .yesterday : .ago(days: count))
    }

    /// Reads numbers in the order that the year tells: `2026-11-19`, `2026/4/2`, `2026년 4월 2일`, `19.11.2026`.
    private static func numbers(_ text: String) -> Meaning? {
        if text.utf8.count == 8, text.isDigits { return day(CalendarDate(parsing: text), text) }
        let parts = text.split { "-/.년월일 ".contains($0) }
        guard text.unicodeScalars.allSatisfy({ "0123456789-/.년월일 ".unicodeScalars.contains($0) }),
            parts.allSatisfy({ $0.utf8.count <= 4 }), !text.hasPrefix(scalars: "-")
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard let first = parts.first, let last = parts.last, numbers.count == parts.count else { return nil }
        if numbers.count == 2, first.utf8.count == 4 { return month(numbers[1], of: numbers[0], text) }
        guard numbers.count == 3, numbers[1] < 100 else { return nil }
        if first.utf8.count == 4, last.utf8.count <= 2 {
            return day(CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2]), text)
        }
        guard last.utf8.count == 4, first.utf8.count <= 2 else { return nil }
        let readings = Set(
            [(numbers[1], numbers[0]), (numbers[0], numbers[1])].compactMap { month, day in
                CalendarDate(year: numbers[2], month: month, day: day)
            }
        ).sorted()
        if readings.count < 2 { return day(readings.first, text) }
        return .problem("\(text) may be \(readings[0]) or \(readings[1])")
    }

    /// Reads days without a year: `11/19`, `11월 19일`, `Nov 19`, `19 November`.
    private static func dayOfYear(_ text: String) -> Meaning? {
        func day(_ month: Int?, _ day: Int?) -> Meaning? {
            guard let month, let day, CalendarDate(year: 2024, month: month, day: day) != nil else { return nil }
            return .day(.ofYear(month: month, day: day))
        }
        if let match = text.wholeMatch(of: /([0-9]{1,2})월 ?([0-9]{1,2})일/) { return day(Int(match.1), Int(match.2)) }
        if let match = text.wholeMatch(of: /([a-z]{3,9})\.? ([0-9]{1,2})(?:st|nd|rd|th)?/) {
            return day(month(named: String(match.1)), Int(match.2))
        }
        if let match = text.wholeMatch(of: /([0-9]{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?/) {
            return day(month(named: String(match.2)), Int(match.1))
        }
        guard let match = text.wholeMatch(of: /([0-9]{1,2})([-\/.])([0-9]{1,2})\.?/) else { return nil }
        let (first, second) = (Int(match.1), Int(match.3))
        let readings = [day(first, second), first == second ? nil : day(second, first)].compactMap(\.self)
        guard readings.count > 1, let first, let second else { return readings.first }
        func words(_ month: Int, _ day: Int) -> String {
            let name = months[month - 1]
            return "\(day) \(name.prefix(1).uppercased() + name.dropFirst())"
        }
        return .problem("\(text) may be \(words(first, second)) or \(words(second, first))")
    }

    /// Reads months with English names: `19 Nov 2026`, `November 19, 2026`, `Nov 2026`.
    private static func month(_ text: String) -> Meaning? {
        var parts = text.split { ", .-/".contains($0) }.map(String.init)
        // `2026-Nov-19`
        if let first = parts.first, first.utf8.count == 4, first.isDigits { parts = parts.dropFirst() + [first] }
        let named = parts.indices.filter { place in
            parts[place].utf8.count > 2 && Self.month(named: parts[place]) != nil
        }
        guard let place = named.first, named.count == 1, let month = Self.month(named: parts[place]),
            let last = parts.last, last.utf8.count == 4, let year = Int(last)
        else { return nil }
        if parts.count == 2 { return Self.month(month, of: year, text) }
        guard parts.count == 3, place < 2 else { return nil }
        let digits = parts[1 - place].prefix { $0.isASCII && $0.isNumber }
        guard ["", "st", "nd", "rd", "th"].contains(parts[1 - place].dropFirst(digits.count)), let number = Int(digits)
        else { return nil }
        return day(CalendarDate(year: year, month: month, day: number), text)
    }

    private static func month(named word: String) -> Int? {
        months.firstIndex { $0.hasPrefix(scalars: word) || word == "sept" && $0 == "september" }.map { $0 + 1 }
    }

    private static func day(_ date: CalendarDate?, _ text: String) -> Meaning {
        date.map { .day(.date($0)) } ?? .problem("\(text) is not a day of the calendar")
    }

    private static func month(_ month: Int, of year: Int, _ text: String) -> Meaning {
        guard let first = CalendarDate(year: year, month: month, day: 1) else {
            return .problem("\(text) is not a month of the calendar")
        }
        let next = CalendarDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
        return .period(first, next?.adding(days: -1) ?? .distant)
    }
}

// MARK: - Parameters

extension ParameterKind where Value == NamedDay {
    private static var schema: Schema { .text(minimumLength: 1, maximumLength: 40) }

    /// A day, also in words: `2026-11-19`, `today`, `monday`, `-2`.
    static var day: ParameterKind {
        let kind = ParameterKind(schema) { element throws(InvalidParameters) in
            let text = element.string ?? ""
            switch DayText(text).meaning {
            case .day(let day): return day
            case .period: throw InvalidParameters(noDay: element, text, "\(text) is more than one day")
            case .week, .month: throw InvalidParameters(noDay: element, text, "\(text) is more than one day")
            case .problem(let reason): throw InvalidParameters(noDay: element, text, reason)
            case .none: throw InvalidParameters(noDay: element, text, nil)
            }
        }
        return kind.showing("2026-11-19", "20261119", "today", "yesterday")
    }

    /// A day of a week, or the week: `2026-W47`, `last week`.
    static var dayOfWeek: ParameterKind {
        edge(isEnd: false, mostDays: 7).showing("2026-11-19", "2026-W47", "last week", "yesterday")
    }

    /// The first day of a period, or a week or a month that begins with it.
    static var start: ParameterKind {
        edge(isEnd: false, mostDays: 31).showing("2026-11-19", "2026-W47", "2026-11", "-7")
    }

    /// The last day of a period, or a week or a month that ends with it.
    static var end: ParameterKind {
        edge(isEnd: true, mostDays: 31).showing("2026-11-19", "2026-W47", "2026-11", "yesterday")
    }

    private static func edge(isEnd: Bool, mostDays: Int) -> ParameterKind {
        let day = day
        return ParameterKind(schema) { element throws(InvalidParameters) in
            switch DayText(element.string ?? "").meaning {
            case .period(let first, let last) where last.daysSinceEpoch - first.daysSinceEpoch < mostDays:
                return .date(isEnd ? last : first)
            case .week(let ago, let days): return .ofWeek(ago: ago, weekday: isEnd ? days.upperBound : days.lowerBound)
            case .month(let ago) where mostDays > 7: return .ofMonth(ago: ago, isLast: isEnd)
            default: return try day.decode(element)
            }
        }
    }
}

extension InvalidParameters {
    /// Describes a value that is not a day: for a reason, or because it says something else.
    fileprivate init(noDay element: JSONElement, _ text: String, _ reason: String?) {
        let expected = "a date such as 2026-11-19, today, or yesterday"
        if let reason {
            let hint = reason.hasSuffix(scalars: "of the calendar") ? nil : "write the day as 2026-11-19"
            self.init(expected: expected, received: element, reason: reason, hint: hint)
            return
        }
        let isNumber = element.kind == .number
        let hint = isNumber ? "write it as a text: \"\(element)\"" : NearestName.hint(for: text, among: DayText.words)
        self.init(expected: expected, received: element, hint: hint)
    }
}

/// The days on which a film was watched: the last one, or all of them.
enum WatchedDays: Hashable, Sendable {
    case last(NamedDay)
    case all([NamedDay])
}

extension ParameterKind where Value == WatchedDays {
    /// A day, or a list of days.
    static var days: ParameterKind {
        let (day, list) = (ParameterKind<NamedDay>.day, ParameterKind<[NamedDay]>.list(of: .day))
        return ParameterKind(Schema(.either([day.schema, list.schema]))) { element throws(InvalidParameters) in
            element.kind == .array ? .all(try list.decode(element)) : .last(try day.decode(element))
        }
    }
}
