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

    /// Returns the day that is meant on a day.
    func date(on today: CalendarDate) -> CalendarDate {
        switch self {
        case .date(let date): date
        case .today: today
        case .yesterday: today.adding(days: -1)
        case .ago(let days): today.adding(days: -days)
        case .last(let weekday): today.adding(days: -((today.weekday - weekday + 6) % 7 + 1))
        case .ofWeek(let ago, let weekday): today.adding(days: weekday - today.weekday - 7 * ago)
        }
    }
}

/// A text that names a day, a week, or a month, as people write it.
struct DayText {
    enum Meaning: Equatable {
        case day(NamedDay)
        /// A week or a month.
        case period(CalendarDate, CalendarDate)
        /// The days of the current week (0) or of one before, from a weekday to another.
        case week(ago: Int, ClosedRange<Int>)
        /// The day is in no calendar, or the text may mean several days.
        case problem(String)
        case none
    }

    let meaning: Meaning

    init(_ text: String) {
        let text = text.trimmedText.lowercased()
        meaning =
            Self.named[text].map(Meaning.day) ?? Self.week(text) ?? Self.ago(text) ?? Self.numbers(text)
            ?? Self.month(text) ?? .none
    }

    /// The words that a slip may be near to.
    static let words = named.keys.filter { $0.utf8.count > 3 && $0.utf8.allSatisfy { $0 < 0x80 } }.sorted()

    private static let named: [String: NamedDay] = {
        var named: [String: NamedDay] = [
            "today": .today, "오늘": .today, "今日": .today,
            "yesterday": .yesterday, "어제": .yesterday, "昨日": .yesterday,
            "그제": .ago(days: 2), "그저께": .ago(days: 2), "엊그제": .ago(days: 2),
        ]
        let english = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        for (place, (name, letter)) in zip(english, "월화수목금토일").enumerated() {
            for word in [name, String(name.prefix(3)), "last " + name, "\(letter)요일", "지난 \(letter)요일"] {
                named[word] = .last(weekday: place + 1)
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
        ] {
            for word in words { weeks[word] = .week(ago: ago, 1...7) }
            for word in ofWeekend { weeks[word] = .week(ago: ago, 5...7) }
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
        guard week > 0, monday.adding(days: 3).year == year else { return .problem("\(text) is no week of \(year)") }
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

    /// Reads months with English names: `19 Nov 2026`, `November 19, 2026`, `Nov 2026`.
    private static func month(_ text: String) -> Meaning? {
        let parts = text.split { ", .-/".contains($0) }.map(String.init)
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
            case .week: throw InvalidParameters(noDay: element, text, "\(text) is more than one day")
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
            default: return try day.decode(element)
            }
        }
    }
}

extension InvalidParameters {
    /// Describes a value that is no day: for a reason, or because it says something else.
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
