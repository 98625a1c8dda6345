/// Durations that are written in words or signs: `1h 58m`, `1:58`, `PT1H58M`.
enum DurationText {
    /// The minutes of a text; `nil` where it is no duration.
    static func minutes(in text: some StringProtocol) -> Double? {
        let text = text.lowercased()
        return text.contains(":") ? ofClock(text) : ofUnits(text)
    }

    /// Hours and minutes, perhaps seconds.
    private static func ofClock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { NumberText.integer($0) }
        guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1], hours >= 0 else {
            return nil
        }
        let seconds = parts.count == 3 ? parts[2] : 0
        guard let seconds, (0..<60).contains(minutes), (0..<60).contains(seconds) else { return nil }
        return Double(hours * 60 + minutes) + Double(seconds) / 60
    }

    /// Numbers with units after them, in ISO 8601 or in words; a number alone counts minutes.
    private static func ofUnits(_ text: String) -> Double? {
        var rest = text.hasPrefix("pt") ? text.dropFirst(2) : text[...]
        var minutes = 0.0
        var count = 0
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            if rest.isEmpty { return count > 0 ? minutes : nil }
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            guard let number = NumberText.decimal(digits), number < 1_000_000 else { return nil }
            rest = rest.dropFirst(digits.count).drop(while: \.isWhitespace)
            let word = rest.prefix { $0.isLetter || $0 == "." }
            guard let factor = minutesPer(word) else { return nil }
            rest = rest.dropFirst(word.count)
            minutes += number * factor
            count += 1
        }
    }

    private static func minutesPer(_ unit: Substring) -> Double? {
        switch unit {
        case "h", "hr", "hrs", "hour", "hours", "std", "시간", "時間": 60
        case "", "m", "min", "mins", "min.", "minute", "minutes", "분", "分": 1
        case "s", "sec", "secs", "second", "seconds", "초", "秒": 1 / 60
        default: nil
        }
    }
}
