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
    package var int: Int? { unsafe withBytes { unsafe DecimalNumeral($0).int } }

    /// The nearest double, or `nil` beyond the range of doubles.
    package var double: Double? { unsafe withBytes { unsafe DecimalNumeral.double(of: $0) } }

    package var description: String { text }

    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = text
        return text.withUTF8 { unsafe body($0) }
    }

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

/// The parts of a number's text: `(-)significand × 10^exponent`.
///
/// The text must be valid; it is not checked here.
struct DecimalNumeral {
    private(set) var isNegative = false
    /// The first nineteen significant digits.
    private(set) var significand: UInt64 = 0
    private(set) var exponent = 0
    /// Whether all digits that the significand leaves out are zero.
    private(set) var isExact = true

    /// The exponent beyond which all exponents have the same effect.
    private static let exponentBound = 1_000_000_000

    @inline(__always)
    init(_ text: UnsafeBufferPointer<UInt8>) {
        var position = 0
        let end = text.count
        var digits = 0
        var isFraction = false
        while position < end {
            // In bounds: `position < end`, the count of the buffer.
            let byte = unsafe text[position]
            position &+= 1
            if byte.isDigit {
                take(digit: UInt64(byte &- .zero), count: &digits, isFraction: isFraction)
            } else if byte == .dot {
                isFraction = true
            } else if byte == .minus {
                isNegative = true
            } else {
                unsafe takeExponent(of: text, from: position)
                break
            }
        }
    }

    @inline(__always)
    private mutating func take(digit: UInt64, count: inout Int, isFraction: Bool) {
        if count < 19 {
            significand = significand &* 10 &+ digit
            if significand != 0 { count &+= 1 }
            if isFraction { exponent &-= 1 }
        } else {
            if digit != 0 { isExact = false }
            if !isFraction { exponent &+= 1 }
        }
    }

    private mutating func takeExponent(of text: UnsafeBufferPointer<UInt8>, from start: Int) {
        var value = 0
        var sign = 1
        for position in start..<text.count {
            let byte = unsafe text[position]
            if byte == .minus { sign = -1 }
            if byte.isDigit { value = min(value * 10 + Int(byte - .zero), Self.exponentBound) }
        }
        exponent += sign * value
    }

    var int: Int? {
        guard isExact else { return nil }
        if significand == 0 { return 0 }
        var magnitude = significand
        var power = exponent
        while power > 0 {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            magnitude = product
            power -= 1
        }
        while power < 0 {
            let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
            if remainder != 0 { return nil }
            magnitude = quotient
            power += 1
        }
        return isNegative ? Int(exactly: -Int128(magnitude)) : Int(exactly: magnitude)
    }
}

extension DecimalNumeral {
    /// Returns the nearest double of a number's text, or `nil` beyond the range of doubles.
    static func double(of text: UnsafeBufferPointer<UInt8>) -> Double? {
        if let exact = unsafe DecimalNumeral(text).exactDouble { return exact }
        let value = unsafe Double(String(decoding: text, as: UTF8.self))
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The double, if one correctly rounded operation on exact operands computes it (Clinger's fast path).
    private var exactDouble: Double? {
        guard isExact, significand <= 1 << 53, exponent.magnitude < Self.powersOfTen.count else { return nil }
        let power = Self.powersOfTen[Int(exponent.magnitude)]
        let magnitude = exponent < 0 ? Double(significand) / power : Double(significand) * power
        return isNegative ? -magnitude : magnitude
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}

extension Double {
    /// The shortest text that reads back as the same finite double, without `.0` if it is integral.
    var shortestText: String { description.hasSuffix(".0") ? String(description.dropLast(2)) : description }
}
