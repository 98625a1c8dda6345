/// A number as it was written.
///
/// Two numbers are equal when their values are, in exact decimal arithmetic: `1`, `1.0` and `10e-1` are one number,
/// `9007199254740993` and `9007199254740992.0` are two.
package struct JSONNumber: Sendable, CustomStringConvertible {
    /// The number in JSON's notation.
    package let text: String

    /// A number whose text is known to be valid.
    init(valid text: String) {
        self.text = text
    }

    /// An integer.
    package init(_ value: Int) {
        text = String(value)
    }

    /// A double in its shortest notation that reads back the same, integral ones without `.0`; nil for NaN and
    /// infinities.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = DoubleText.shortest(of: value)
    }

    /// A number from its text; nil where RFC 8259 has no such number.
    package init?(text: String) {
        guard JSONNumber.isValid(text) else { return nil }
        self.text = text
    }

    /// The value if it is integral and fits (`1`, `1.0`, `1e2`).
    package var int: Int? { unsafe withBytes { unsafe DecimalNumeral($0).int } }

    /// The nearest double; nil beyond the range of a double.
    package var double: Double? { unsafe withBytes { unsafe DecimalNumeral.double(of: $0) } }

    /// The number in JSON's notation.
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
