/// A number in its original notation.
///
/// Two numbers are equal if their values are equal in exact decimal arithmetic: `1`, `1.0`, and `10e-1` are equal;
/// `9007199254740993` and `9007199254740992.0` are not.
package struct JSONNumber: Sendable, CustomStringConvertible {
    package let text: String

    init(valid text: String) {
        self.text = text
    }

    package init(_ value: Int) {
        text = String(value)
    }

    /// Creates a number in the shortest notation that reads back as `value`, without `.0`; `nil` if not finite.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.shortestText
    }

    /// Creates a number from its text; `nil` if it is not a number of RFC 8259.
    package init?(text: String) {
        guard JSONNumber.isValid(text) else { return nil }
        self.text = text
    }

    /// The value if it is integral and fits (`1`, `1.0`, `1e2`).
    package var int: Int? {
        if let int = Int(text) { return int }
        let form = normalForm
        if form.digits.isEmpty { return 0 }
        guard form.hugeExponent == nil, (0...18).contains(form.exponent) else { return nil }
        let digits = String(decoding: form.digits, as: UTF8.self) + String(repeating: "0", count: form.exponent)
        return Int((form.isNegative ? "-" : "") + digits)
    }

    /// The nearest double, or `nil` beyond the range of doubles.
    package var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    package var description: String { text }

    private static func isValid(_ text: String) -> Bool {
        guard let first = text.utf8.first, first == .minus || first.isDigit, let last = text.utf8.last, last.isDigit
        else {
            return false
        }
        do {
            return try JSONDocument(text, limits: JSONLimits(maximumNumberLength: .max)).root.kind == .number
        } catch {
            return false
        }
    }
}

extension JSONNumber: Hashable {
    /// Returns whether the values are equal in exact decimal arithmetic.
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.text == right.text || left.normalForm == right.normalForm
    }

    /// Hashes the value, so that equal numbers have the same hash.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(normalForm)
    }

    /// The sign, the digits without outer zeros, and the exponent of the last digit; zero has no sign or exponent.
    private struct NormalForm: Hashable {
        var isNegative = false
        var digits: [UInt8] = []
        var exponent = 0
        /// The digits of an exponent that exceeds the range of `Int`.
        var hugeExponent: String?
    }

    private var normalForm: NormalForm {
        let bytes = Array(text.utf8)
        let mantissaEnd = bytes.firstIndex { $0 | 0x20 == .lowerE } ?? bytes.endIndex
        let mantissa = bytes[..<mantissaEnd]
        var digits = mantissa.filter(\.isDigit).drop { $0 == .zero }
        guard !digits.isEmpty else { return NormalForm() }
        let fraction = mantissa.firstIndex(of: .dot).map { mantissaEnd - $0 - 1 } ?? 0
        var form = NormalForm(isNegative: bytes.first == .minus, exponent: -fraction)
        while digits.last == .zero {
            digits.removeLast()
            form.exponent += 1
        }
        form.digits = Array(digits)
        guard mantissaEnd < bytes.endIndex else { return form }
        let exponent = String(decoding: bytes[(mantissaEnd + 1)...], as: UTF8.self)
        let (sum, overflow) = form.exponent.addingReportingOverflow(Int(exponent) ?? .max)
        if Int(exponent) == nil || overflow {
            form.hugeExponent = exponent
        } else {
            form.exponent = sum
        }
        return form
    }
}

extension Double {
    /// The shortest text that reads back as the same finite double, without `.0` if it is integral.
    var shortestText: String { description.hasSuffix(".0") ? String(description.dropLast(2)) : description }
}
