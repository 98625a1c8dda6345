import HTTPModel

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
        guard let dots = text.firstRange(of: ".."), let low = duration(text[..<dots.lowerBound]),
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
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(parts[0]),
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
        let halves = number.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count), let whole = Int(halves[0]), whole <= limit / unit else { return nil }
        guard halves.count == 2 else { return whole * unit }
        guard halves[1].count <= 3, let digits = Int(halves[1]) else { return nil }
        let parts = digits * unit
        let divisor = [1, 10, 100, 1000][halves[1].count]
        return parts.isMultiple(of: divisor) ? whole * unit + parts / divisor : nil
    }
}
