import HTTPModel
package import JSON
import MovieDomain
import Platform

/// A reader of numbers as texts write them, but not of others that Swift accepts (`nan`, `0x1p4`).
package enum NumberText {
    static func decimal(_ text: some StringProtocol) -> Double? {
        // No meaningful number has more digits.
        guard text.utf8.count <= 1_024 else { return nil }
        guard let last = text.utf8.reversed().first, (48...57).contains(last) else { return nil }
        guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns a whole number, even if it is written as `100.0`.
    static func integer(_ text: some StringProtocol) -> Int? {
        if let number = Int(text) { return number }
        return decimal(text).flatMap { Int(exactly: $0) }
    }

    /// Returns a rating, with its scale if that is written with it: `7.9`, `7.9/10`, `79%`.
    package static func rating(_ text: String) -> (value: Double, scale: Double?)? {
        if text.last == "%" { return decimal(String(text.dropLast()).trimmedText).map { ($0, 100) } }
        let parts = text.split(scalar: "/", omittingEmptySubsequences: false).map { decimal(String($0).trimmedText) }
        guard parts.count == 2 else { return decimal(text).map { ($0, nil) } }
        guard let value = parts[0], let scale = parts[1], scale > 0 else { return nil }
        return (value, scale)
    }

    /// Returns a percentage, with its sign or without; `isFraction` says that a number without it is a part of one.
    static func percent(_ text: String, isFraction: Bool = false) -> Double? {
        if text.last == "%" { return decimal(String(text.dropLast()).trimmedText) }
        return decimal(text).map { isFraction ? $0 * 100 : $0 }
    }

    /// Converts a number with local separators (`1.434.451,5`) to Swift's format; returns `nil` for any other text.
    static func canonical(_ text: String, group: String, decimal: String) -> String? {
        guard !decimal.isEmpty else { return nil }
        let text = text.trimmed
        let fraction = decimal == group ? nil : text.firstRange(scalars: decimal)
        var plain = String(text[..<(fraction?.lowerBound ?? text.endIndex)])
        if !group.isEmpty, plain.contains(group) {
            guard areGroups(plain.drop { "+-".contains($0) }.split(separator: group, omittingEmptySubsequences: false))
            else { return nil }
            plain = plain.replacing(scalars: group, with: "")
        }
        guard decimal == "." || !text.contains(scalars: ".") || group == "." else { return nil }
        if let fraction { plain += "." + text[fraction.upperBound...] }
        return self.decimal(plain) == nil ? nil : plain
    }

    /// Whether the digits are grouped in threes, or in India in twos before the last three.
    private static func areGroups(_ groups: [Substring]) -> Bool {
        guard let first = groups.first, groups.last?.utf8.count == 3 else { return false }
        guard groups.joined().utf8.allSatisfy({ (48...57).contains($0) }) else { return false }
        return [3, 2].contains { size in
            (1...size).contains(first.utf8.count) && groups.dropFirst().dropLast().allSatisfy { $0.utf8.count == size }
        }
    }
}

/// A reader of durations in words or signs: `1h 58m`, `1:58`, `PT1H58M`.
package enum DurationText {
    package static func minutes(in text: some StringProtocol) -> Double? {
        let text = text.lowercased()
        return text.contains(scalars: ":") ? ofClock(text) : ofUnits(text)
    }

    private static func ofClock(_ text: String) -> Double? {
        let parts = text.split(scalar: ":", omittingEmptySubsequences: false).map { NumberText.integer($0) }
        guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1],
            let seconds = parts.count == 3 ? parts[2] : 0
        else { return nil }
        guard (0..<100_000).contains(hours), (0..<60).contains(minutes), (0..<60).contains(seconds) else { return nil }
        return Double(hours * 60 + minutes) + Double(seconds) / 60
    }

    /// Reads numbers followed by units, the longer unit first, in ISO 8601 or in words.
    ///
    /// A number without a unit counts minutes, alone or behind hours (`1h30`). What may mean two things is refused:
    /// `105, 120` are two durations, and the comma of `1,234 min` may separate a group or a fraction.
    private static func ofUnits(_ text: String) -> Double? {
        var rest = text.hasPrefix(scalars: "pt") ? text.dropFirst(2) : text[...]
        var minutes = 0.0
        var unit: Double?
        while true {
            let separator = rest.prefix { $0.isWhitespace || $0 == "," }
            rest = rest.dropFirst(separator.count)
            if rest.isEmpty { return unit == nil ? nil : minutes }
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
            rest = rest.dropFirst(digits.count).drop(while: \.isWhitespace)
            let word = rest.prefix { $0.isLetter || $0 == "." }
            rest = rest.dropFirst(word.count)
            guard let number = number(digits), number < 1_000_000,
                let factor = minutesPer(word.last == "." ? word.dropLast() : word), factor < unit ?? .infinity
            else { return nil }
            if word.isEmpty {
                let isAlone = unit == nil && !digits.contains(scalars: ",")
                let isBehindHours = unit == 60 && number < 60 && !separator.contains(scalars: ",")
                guard rest.isEmpty, isAlone || isBehindHours else { return nil }
            }
            minutes += number * factor
            unit = factor
        }
    }

    /// Returns a number whose decimal sign may be a comma, except before three digits, which may be a group.
    private static func number(_ digits: Substring) -> Double? {
        guard let comma = digits.firstIndex(scalar: ",") else { return NumberText.decimal(digits) }
        guard (1...2).contains(digits[comma...].dropFirst().count), !digits.contains(scalars: ".") else { return nil }
        return NumberText.decimal(digits.replacing(scalars: ",", with: "."))
    }

    private static func minutesPer(_ unit: Substring) -> Double? {
        switch unit {
        case "h", "hr", "hrs", "hour", "hours", "std", "시간", "時間": 60
        case "", "m", "min", "mins", "minute", "minutes", "분", "分": 1
        case "s", "sec", "secs", "second", "seconds", "초", "秒": 1 / 60
        default: nil
        }
    }
}

extension String {
    /// Whether the text is empty or has only white space.
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension JSONElement {
    /// The text of a text, number, or Boolean, or of an XML element with attributes; `nil` for other elements.
    package var scalarText: String? {
        switch kind {
        case .string: string
        case .number: number?.text
        case .bool: bool.map { $0 ? "true" : "false" }
        case .object: self["#text"]?.string
        case .null, .array: nil
        }
    }
}

/// A reader of values with a unit: `8s`, `1.5s`, `4MiB`, `2/s`, `3000/day`.
package enum UnitText {
    private static let milliseconds: [String: Int] = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
    private static let byteUnits: [String: Int] = [
        "B": 1, "kB": 1000, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000,
        "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
    ]
    private static let rateUnits: [String: String] = [
        "s": "1s", "sec": "1s", "second": "1s", "min": "1m", "minute": "1m", "hour": "1h", "m": "1m", "h": "1h",
    ]

    package static func duration(_ text: some StringProtocol) -> Duration? {
        scaled(text, by: milliseconds, limit: 31_536_000_000_000).map { .milliseconds($0) }
    }

    package static func bytes(_ text: some StringProtocol) -> Int? {
        scaled(text, by: byteUnits, limit: 1 << 40)
    }

    static func durations(_ text: String) -> ClosedRange<Duration>? {
        guard let dots = text.firstRange(scalars: ".."), let low = duration(text[..<dots.lowerBound]),
            let high = duration(text[dots.upperBound...]), low <= high
        else { return nil }
        return low...high
    }

    static func rate(_ text: String) -> Rate? {
        guard let (count, per) = fraction(text), let period = duration(rateUnits[per] ?? per), period > .zero else {
            return nil
        }
        return Rate(count: count, period: period)
    }

    static func quota(_ text: String) -> Quota? {
        guard let (count, per) = fraction(text), let period = Quota.Period(rawValue: per) else { return nil }
        return Quota(count: count, period: period)
    }

    private static func fraction(_ text: String) -> (count: Int, per: String)? {
        let parts = text.split(scalar: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].isDigits, let count = Int(parts[0]),
            count > 0
        else {
            return nil
        }
        return (count, String(parts[1]))
    }

    /// Returns a decimal number with a unit as a whole number of the smallest unit; `nil` if it is not whole.
    private static func scaled(_ text: some StringProtocol, by units: [String: Int], limit: Int) -> Int? {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let unit = units[String(text.dropFirst(number.count))], number.first != ".", number.last != "." else {
            return nil
        }
        let halves = String(number).split(scalar: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count), let whole = Int(halves[0]), whole <= limit / unit else { return nil }
        guard halves.count == 2 else { return whole * unit }
        guard halves[1].count <= 3, let digits = Int(halves[1]) else { return nil }
        let parts = digits * unit
        let divisor = [1, 10, 100, 1000][halves[1].count]
        return parts.isMultiple(of: divisor) ? whole * unit + parts / divisor : nil
    }
}
