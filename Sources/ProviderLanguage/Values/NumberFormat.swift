import MovieDomain
import Platform

/// How a source writes numbers: with signs between groups, with words for powers of ten, or in hundredths.
struct NumberFormat: Sendable {
    var group = ""
    var decimal = "."
    /// The words behind numbers, each with what it stands for, the longest first.
    var units: [(word: String, value: DecimalText)] = []
    /// What every number is multiplied by.
    var factor: DecimalText?

    /// What is expected, for a person to read.
    var words: String {
        let signs = (group.isEmpty ? "" : " with '\(group)' between groups") + " and '\(decimal)' before decimals"
        return "a number" + signs + (units.isEmpty ? "" : ", perhaps with \(units.map(\.word).alternatives)")
    }

    /// Returns the number in digits (`1297000000` for `12.97亿`); `nil` if the text is none.
    func canonical(_ text: String) -> String? {
        if units.isEmpty, factor == nil { return NumberText.canonical(text, group: group, decimal: decimal) }
        guard var number = units.isEmpty ? value(of: text[...]) : sum(text.trimmed) else { return nil }
        if let factor {
            guard let product = number * factor else { return nil }
            number = product
        }
        return number.description
    }

    private func value(of text: Substring) -> DecimalText? {
        NumberText.canonical(String(text), group: group, decimal: decimal).flatMap { DecimalText($0) }
    }

    /// Adds up the numbers of a text, each with its unit (`1억 2,300만`); the last one may have none.
    private func sum(_ text: Substring) -> DecimalText? {
        var sum: DecimalText?
        var last: DecimalText?
        var rest = text
        while !rest.isEmpty {
            let digits = rest.prefix {
                $0.isASCII && $0.isNumber || "+-".contains($0) || (group + decimal).contains($0)
            }
            rest = rest.dropFirst(digits.count).trimmed
            guard let number = value(of: digits.trimmed[...]) else { return nil }
            let unit = units.first { rest.lowercased().hasPrefix(scalars: $0.word.lowercased()) }
            if unit == nil, !rest.isEmpty { return nil }
            let factor = unit?.value ?? .one
            // The greater unit comes first; anything else is not one number.
            if let last, !(factor < last) { return nil }
            guard let part = number * factor, let total = sum.map({ $0 + part }) ?? part else { return nil }
            (sum, last) = (total, factor)
            rest = rest.dropFirst(unit?.word.count ?? 0).trimmed
        }
        return sum
    }
}

/// A number in decimal digits, exact: 12.97 times 100,000,000 is 1,297,000,000.
struct DecimalText: Sendable, CustomStringConvertible {
    private var digits: Int128
    /// The number of digits behind the decimal point.
    private var scale: Int

    static let one = DecimalText(digits: 1, scale: 0)

    private init(digits: Int128, scale: Int) { (self.digits, self.scale) = (digits, scale) }

    /// Reads `-12.50`; `nil` for any other notation, and for more than 18 digits.
    init?(_ text: String) {
        var rest = Substring(text)
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        let parts = rest.split(scalar: ".", omittingEmptySubsequences: false)
        let all = parts.joined()
        guard (1...2).contains(parts.count), (1...18).contains(all.utf8.count),
            all.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int128(all)
        else { return nil }
        self.init(digits: isNegative ? -number : number, scale: parts.count == 2 ? parts[1].utf8.count : 0)
    }

    static func * (left: DecimalText, right: DecimalText) -> DecimalText? {
        let (digits, isTooLarge) = left.digits.multipliedReportingOverflow(by: right.digits)
        return isTooLarge ? nil : DecimalText(digits: digits, scale: left.scale + right.scale).shortened
    }

    static func + (left: DecimalText, right: DecimalText) -> DecimalText? {
        let scale = max(left.scale, right.scale)
        guard let first = left.raised(to: scale), let second = right.raised(to: scale) else { return nil }
        let (digits, isTooLarge) = first.addingReportingOverflow(second)
        return isTooLarge ? nil : DecimalText(digits: digits, scale: scale).shortened
    }

    static func < (left: DecimalText, right: DecimalText) -> Bool {
        let scale = max(left.scale, right.scale)
        guard let first = left.raised(to: scale), let second = right.raised(to: scale) else { return false }
        return first < second
    }

    var isPositive: Bool { digits > 0 }

    private func raised(to scale: Int) -> Int128? {
        var digits = digits
        for _ in self.scale..<max(scale, self.scale) {
            let (more, isTooLarge) = digits.multipliedReportingOverflow(by: 10)
            guard !isTooLarge else { return nil }
            digits = more
        }
        return digits
    }

    private var shortened: DecimalText {
        var short = self
        while short.scale > 0, short.digits.isMultiple(of: 10) {
            short.digits /= 10
            short.scale -= 1
        }
        return short
    }

    var description: String {
        let text = String(digits.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - text.count)) + text
        let sign = digits < 0 ? "-" : ""
        return scale == 0 ? sign + text : sign + padded.dropLast(scale) + "." + padded.suffix(scale)
    }
}
